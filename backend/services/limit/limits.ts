import { isIPv6 } from 'node:net'
import { getTableName } from 'drizzle-orm'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { CODE_RETRY_S } from '#lib/contract/account.ts'
import { rateLimits } from '#backend/db/account-schema.ts'
import type { Database } from '#backend/db/connect.ts'
import { TooMany } from '#backend/http/errors.ts'

const MINUTE_S = 60
const HOUR_S = 3600

/** How often somebody may try, by what is counted: `points` within `seconds`. */
const RULES = {
  /** Sign-ins from a client address. */
  logInByAddress: { points: 50, seconds: 15 * MINUTE_S },
  /** Failed sign-ins to an account, whether there is one of that name or not. */
  logInByAccount: { points: 20, seconds: 15 * MINUTE_S },
  codesByAddress: { points: 20, seconds: HOUR_S },
  codesByEmail: { points: 6, seconds: HOUR_S },
  /** A little less than people are told to wait, for the way there. */
  codesInARow: { points: 1, seconds: CODE_RETRY_S - 2 },
  registerByAddress: { points: 20, seconds: HOUR_S },
  resetByAddress: { points: 20, seconds: HOUR_S },
  /** Looks at a repository: each asks GitHub five times. */
  checksByAccount: { points: 60, seconds: HOUR_S },
  /** A publication takes up to five files, and somebody may change their mind often. */
  uploadsByAccount: { points: 300, seconds: HOUR_S },
  /** Publications, changes and deletions of projects. */
  writesByAccount: { points: 300, seconds: HOUR_S },
  resetByEmail: { points: 10, seconds: HOUR_S },
} as const
export type Rule = keyof typeof RULES

/** The rate limits, counted in the database, so that several backends count together. */
export function createLimits(db: Database) {
  const pool = db.$client
  // Without the library's names for its statements: the embedded database's connections share one
  // session, in which a name can be given only once.
  const storeClient = {
    query: ({ text, values }: { text: string; values: unknown[] }) => pool.query(text, values),
  }
  const limiters = new Map<Rule, RateLimiterPostgres>()
  for (const [rule, { points, seconds }] of Object.entries(RULES)) {
    const limiter = new RateLimiterPostgres({
      storeClient,
      storeType: 'pool',
      tableName: getTableName(rateLimits),
      tableCreated: true,
      keyPrefix: rule,
      points,
      duration: seconds,
      // All of them share the table; one sweeps it.
      clearExpiredByTimeout: limiters.size === 0,
    })
    if (isRule(rule)) limiters.set(rule, limiter)
  }
  const limiterOf = (rule: Rule) => {
    const limiter = limiters.get(rule)
    if (!limiter) throw new Error(`no limit ${rule}`)
    return limiter
  }
  return {
    /**
     * Counts one attempt.
     * @throws TooMany past the limit.
     */
    async count(rule: Rule, key: string): Promise<void> {
      try {
        await limiterOf(rule).consume(keyOf(key))
      } catch (refusal) {
        throw refusal instanceof RateLimiterRes ? tooMany(refusal) : refusal
      }
    },
    /** @throws TooMany where `key` has used up its attempts; counts nothing. */
    async check(rule: Rule, key: string): Promise<void> {
      const used = await limiterOf(rule).get(keyOf(key))
      if (used && used.consumedPoints >= RULES[rule].points) throw tooMany(used)
    },
    /** Forgets the attempts. */
    async forget(rule: Rule, key: string): Promise<void> {
      await limiterOf(rule).delete(keyOf(key))
    },
  }
}
export type Limits = ReturnType<typeof createLimits>

const isRule = (name: string): name is Rule => name in RULES

const tooMany = ({ msBeforeNext }: RateLimiterRes) =>
  new TooMany(Math.max(1, Math.ceil(msBeforeNext / 1000)))

/** Whoever has an IPv6 address has the other 2^64 of its network too. */
function keyOf(key: string): string {
  const text = isIPv6(key) ? networkOf(key) : key.toLowerCase()
  return text.slice(0, 200)
}

function networkOf(address: string): string {
  const [head = '', tail] = address.toLowerCase().split('::')
  const before = head.split(':').filter(Boolean)
  const after = tail?.split(':').filter(Boolean) ?? []
  const middle = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0')
  return `${[...before, ...middle, ...after].slice(0, 4).join(':')}::/64`
}
