import { LRUCache } from 'lru-cache'
import { count } from '#lib/telemetry/registry.ts'
import { networksOf } from './networks.ts'
import { ACCOUNT_RATES, type AccountRate, type RateName, RATES, WORK } from './rates.ts'

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
