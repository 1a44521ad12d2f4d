import { LRUCache } from 'lru-cache'
import { networksOf } from './networks.ts'
import { type Rate, RATES, type RateName } from './rates.ts'

/**
 * So many buckets are kept, about 200 bytes each. A bucket that was pushed out is full again, which
 * costs an attacker this many requests from other networks for one allowance.
 */
const BUCKETS_MAX = 50_000

type Bucket = { tokens: number; at: number }
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
  function refilled(key: string, { capacity, perSecond }: Rate, times: number): Bucket {
    const at = now()
    const known = buckets.get(key)
    const most = capacity * times
    if (!known) return { tokens: most, at }
    const gained = (Math.max(0, at - known.at) / 1000) * perSecond * times
    return { tokens: Math.min(most, known.tokens + gained), at }
  }

  /** Takes one token from each bucket, or from none of them. @returns seconds to wait, or 0. */
  function takeAll(wanted: { key: string; rate: Rate; times: number }[]): number {
    const all = wanted.map((one) => ({ ...one, bucket: refilled(one.key, one.rate, one.times) }))
    const waits = all.map(({ bucket, rate, times }) =>
      bucket.tokens >= 1 ? 0 : Math.ceil((1 - bucket.tokens) / (rate.perSecond * times)),
    )
    const wait = Math.max(0, ...waits)
    // A refused request adds no bucket: the bucket that refuses it is used, and stays.
    if (wait === 0) {
      for (const { key, bucket } of all) buckets.set(key, { ...bucket, tokens: bucket.tokens - 1 })
    }
    return wait
  }

  return {
    /**
     * Counts one request of `address` and of the networks around it.
     * @returns 0, or the seconds after which it may be sent again; a refused one is not counted.
     */
    takeByAddress(name: RateName, address: string): number {
      return takeAll(
        networksOf(address).map((network) => ({
          key: `${name} ${network.name}`,
          rate: RATES[name],
          times: network.factor * factor,
        })),
      )
    },
    /** The same for an account. */
    takeByAccount(name: RateName, uid: string): number {
      return takeAll([{ key: `${name} account ${uid}`, rate: RATES[name], times: factor }])
    },
    /** How many buckets are kept. */
    size: () => buckets.size,
  }
}
export type Buckets = ReturnType<typeof createBuckets>
