import { LRUCache } from 'lru-cache'
import { count } from '#lib/telemetry/registry.ts'
import type { AccountRate, RateName } from './rates.ts'
import { createWithdrawals, type Withdrawn, takenOf, type Withdrawal } from './withdrawals.ts'

/**
 * Buckets in memory, about 200 bytes each. An evicted bucket starts full again; to evict one, an
 * attacker needs half as many requests from other networks, since each request uses two buckets.
 */
const BUCKETS_MAX = 50_000

type Bucket = { tokens: number; at: number }
type Options = {
  /** Elapsed time in ms: a clock that is set back must not stop the refill. */
  now?: () => number
  /** Multiplies every limit; for a site whose visitors share one address. */
  factor?: number
  bucketsMax?: number
}

/**
 * Token buckets in the memory of this process, in a bounded map. The memory limiter of
 * rate-limiter-flexible, which counts in the database elsewhere, has no bound and a timer per key.
 */
export function createBuckets({
  now = () => performance.now(),
  factor = 1,
  bucketsMax = BUCKETS_MAX,
}: Options = {}) {
  const buckets = new LRUCache<string, Bucket>({ max: bucketsMax })
  const withdrawals = createWithdrawals(factor)

  /** The bucket with the tokens gained since its last use; a new bucket is full. */
  function refilled({ key, capacity, perSecond }: Withdrawal, at = now()): Bucket {
    const bucket = buckets.get(key)
    if (!bucket) return { tokens: capacity, at }
    const gained = (Math.max(0, at - bucket.at) / 1000) * perSecond
    return { tokens: Math.min(capacity, bucket.tokens + gained), at }
  }

  /** Takes from every bucket or from none. */
  function takeAll(wanted: readonly Withdrawal[]): Withdrawn {
    const at = now()
    const refills = wanted.map((withdrawal) => ({ withdrawal, bucket: refilled(withdrawal, at) }))
    const waits = refills.map(({ bucket, withdrawal: { amount, perSecond } }) =>
      bucket.tokens >= amount ? 0 : Math.ceil((amount - bucket.tokens) / perSecond),
    )
    const wait = Math.max(0, ...waits)
    // A refused request adds no bucket: the one that refuses it exists already.
    if (wait === 0) for (const { withdrawal, bucket } of refills) spend(withdrawal, bucket)
    const left = refills.map(({ withdrawal, bucket }) => bucket.tokens - withdrawal.amount)
    return takenOf(wait, wanted, left)
  }

  function spend({ key, amount }: Withdrawal, { tokens, at }: Bucket) {
    buckets.set(key, { tokens: tokens - amount, at })
  }

  function spendAll(withdrawn: readonly Withdrawal[]) {
    for (const withdrawal of withdrawn) spend(withdrawal, refilled(withdrawal))
  }

  return {
    /** Counts one request, and its price, for an address and its networks. */
    takeByAddress: (name: RateName, address: string): Withdrawn =>
      counted(name, takeAll(withdrawals.request(name, address))),
    /** Adds `ms` of processor time to the price of a request that was admitted. */
    charge: (address: string, ms: number): void => spendAll(withdrawals.work(address, ms)),
    /** The same for an account. */
    chargeAccount: (key: string, ms: number): void => spendAll(withdrawals.accountWork(key, ms)),
    /** Counts one request of an account, its session or its token. */
    takeByAccount: (name: AccountRate, key: string): Withdrawn =>
      counted(name, takeAll(withdrawals.accountRequest(name, key))),
    /** Number of buckets. */
    size: () => buckets.size,
  }
}

/** Counts a refusal. */
export function counted(limit: string, taken: Withdrawn): Withdrawn {
  if (taken.wait > 0) count('keystrip_rate_limited_total', [limit])
  return taken
}

type Answer = Withdrawn | Promise<Withdrawn>
/** Token buckets, in the memory of this process or shared (shared-buckets.ts). */
export type Buckets = {
  takeByAddress: (name: RateName, address: string) => Answer
  charge: (address: string, ms: number) => void
  chargeAccount: (key: string, ms: number) => void
  takeByAccount: (name: AccountRate, key: string) => Answer
}
