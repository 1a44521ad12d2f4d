import { networksOf } from './networks.ts'
import { ACCOUNT_RATES, type AccountRate, type RateName, RATES, WORK } from './rates.ts'

/** Tokens to take from a bucket that holds `capacity` and gains `perSecond`. */
export type Withdrawal = { key: string; capacity: number; perSecond: number; amount: number }

/** What became of a request: it waits, or it was counted. */
export type Withdrawn = {
  /** Seconds until a retry, or 0. A refused request is not counted. */
  wait: number
  /** Requests of this kind of a whole allowance, those that are left of it, and seconds until it is whole again. */
  quota: number
  left: number
  refill: number
}

/** What is left after a withdrawal from several buckets: the emptiest decides. @param tokens of each bucket after it. */
export function takenOf(
  wait: number,
  wanted: readonly Withdrawal[],
  tokens: readonly number[],
): Withdrawn {
  const [first] = wanted
  const quota = first === undefined ? 0 : Math.floor(first.capacity / first.amount)
  if (wait > 0) return { wait, quota, left: 0, refill: wait }
  let [left, refill] = [quota, 1]
  for (const [at, { capacity, perSecond, amount }] of wanted.entries()) {
    const held = tokens[at] ?? capacity
    const own = Math.max(0, Math.floor(held / amount))
    if (own >= left) continue
    left = own
    refill = Math.max(1, Math.ceil((capacity - held) / perSecond))
  }
  return { wait, quota, left, refill }
}

/**
 * The buckets that a request takes from, wherever they are kept.
 * @param factor multiplies every limit.
 */
export function createWithdrawals(factor: number) {
  function accountWork(key: string, amount: number): Withdrawal {
    const { capacity, perSecond } = WORK
    const rate = { capacity: capacity * factor, perSecond: perSecond * factor }
    return { key: `account-work ${key}`, ...rate, amount }
  }

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
    /** Processor time of an account, in ms. */
    accountWork: (key: string, ms: number): Withdrawal[] => [accountWork(key, ms)],
    /** One request of an account and its price. @param key of the account, its session or its token. */
    accountRequest(name: AccountRate, key: string): Withdrawal[] {
      const { capacity, perSecond, priceMs } = ACCOUNT_RATES[name]
      const rate = { capacity: capacity * factor, perSecond: perSecond * factor }
      return [{ key: `${name} ${key}`, ...rate, amount: 1 }, accountWork(key, priceMs)]
    },
  }
}
