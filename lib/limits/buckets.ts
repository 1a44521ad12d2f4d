import { LRUCache } from 'lru-cache'
import { networksOf } from './networks.ts'
import { ACCOUNT, type RateName, RATES, WORK } from './rates.ts'

/**
 * So many buckets are kept, about 200 bytes each. A bucket that was pushed out is full again, which
 * costs an attacker half as many requests from other networks, since each request uses two.
 */
const BUCKETS_MAX = 50_000

type Bucket = { tokens: number; at: number }
type Wanted = { key: string; capacity: number; perSecond: number; amount: number }
type Options = {
  /** The present moment in milliseconds. */
  now?: () => number
  /** Multiplies every allowance; for a site whose visitors share one address. */
  factor?: number
  bucketsMax?: number
}

/**
 * Token buckets in the memory of this process. rate-limiter-flexible, which counts in the database,
 * keeps an unbounded map and one timer for each key in its memory limiter; this map is bounded.
 */
export function createBuckets({
  now = Date.now,
  factor = 1,
  bucketsMax = BUCKETS_MAX,
}: Options = {}) {
  const buckets = new LRUCache<string, Bucket>({ max: bucketsMax })

  /** A bucket as it is now; a new one is full. */
  function refilled({ key, capacity, perSecond }: Wanted): Bucket {
    const at = now()
    const known = buckets.get(key)
    if (!known) return { tokens: capacity, at }
    const gained = (Math.max(0, at - known.at) / 1000) * perSecond
    return { tokens: Math.min(capacity, known.tokens + gained), at }
  }

  /** Takes from each bucket, or from none of them. @returns seconds to wait, or 0. */
  function takeAll(wanted: Wanted[]): number {
    const all = wanted.map((one) => ({ ...one, bucket: refilled(one) }))
    const waits = all.map(({ bucket, amount, perSecond }) =>
      bucket.tokens >= amount ? 0 : Math.ceil((amount - bucket.tokens) / perSecond),
    )
    const wait = Math.max(0, ...waits)
    // A refused request adds no bucket: the bucket that refuses it is used, and stays.
    if (wait === 0) for (const one of all) spend(one, one.bucket)
    return wait
  }

  function spend({ key, amount }: Wanted, { tokens, at }: Bucket) {
    buckets.set(key, { tokens: tokens - amount, at })
  }

  function work(address: string, amount: number): Wanted[] {
    return networksOf(address).map(({ name, factor: times }) => ({
      key: `work ${name}`,
      capacity: WORK.capacity * times * factor,
      perSecond: WORK.perSecond * times * factor,
      amount,
    }))
  }

  return {
    /**
     * Counts one request of `address` and of the networks around it, and its price.
     * @returns 0, or the seconds after which it may be sent again; a refused one is not counted.
     */
    takeByAddress(name: RateName, address: string): number {
      const { capacity, perSecond, priceMs } = RATES[name]
      const requests = networksOf(address).map(({ name: network, factor: times }) => ({
        key: `${name} ${network}`,
        capacity: capacity * times * factor,
        perSecond: perSecond * times * factor,
        amount: 1,
      }))
      return takeAll([...requests, ...work(address, priceMs)])
    },
    /** Adds to the price of a request that was let in, once it is known; `ms` of processor time. */
    charge(address: string, ms: number): void {
      for (const one of work(address, ms)) spend(one, refilled(one))
    },
    /** Counts one call of an account. @returns as `takeByAddress`. */
    takeByAccount(uid: string): number {
      const { capacity, perSecond } = ACCOUNT
      const rate = { capacity: capacity * factor, perSecond: perSecond * factor }
      return takeAll([{ key: `account ${uid}`, ...rate, amount: 1 }])
    },
    /** How many buckets are kept. */
    size: () => buckets.size,
  }
}
export type Buckets = ReturnType<typeof createBuckets>
