import { networksOf } from './networks.ts'
import { ACCOUNT, type RateName, RATES, WORK } from './rates.ts'

/** Tokens to take from a bucket that holds `capacity` and gains `perSecond`. */
export type Withdrawal = { key: string; capacity: number; perSecond: number; amount: number }

/**
 * The buckets that a request takes from, wherever they are kept.
 * @param factor multiplies every limit.
 */
export function createWithdrawals(factor: number) {
  function work(address: string, amount: number): Withdrawal[] {
    return networksOf(address).map(({ name, factor: times }) => ({
      key: `work ${name}`,
      capacity: WORK.capacity * times * factor,
      perSecond: WORK.perSecond * times * factor,
      amount,
    }))
  }

  return {
    /** Processor time, in ms. */
    work,
    /** One request and its price. */
    request(name: RateName, address: string): Withdrawal[] {
      const { capacity, perSecond, priceMs } = RATES[name]
      const requests = networksOf(address).map(({ name: network, factor: times }) => ({
        key: `${name} ${network}`,
        capacity: capacity * times * factor,
        perSecond: perSecond * times * factor,
        amount: 1,
      }))
      return [...requests, ...work(address, priceMs)]
    },
    /** One call of an account. */
    call(uid: string): Withdrawal[] {
      const { capacity, perSecond } = ACCOUNT
      const rate = { capacity: capacity * factor, perSecond: perSecond * factor }
      return [{ key: `account ${uid}`, ...rate, amount: 1 }]
    },
  }
}
