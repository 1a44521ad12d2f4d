import { getTableName } from 'drizzle-orm'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { CODE_RETRY_S } from '#lib/contract/account.ts'
import { rateLimits } from '#backend/db/account-schema.ts'
import type { Database } from '#backend/db/connect.ts'
import { TooMany } from '#backend/http/errors.ts'
import { networkOf } from './network.ts'

const MINUTE_S = 60
const HOUR_S = 3600

/** How often somebody may try, by what is counted: `points` within `seconds`. */
const RULES = {
  /** Sign-ins from a client address. */
  logInByAddress: { points: 50, seconds: 15 * MINUTE_S },
  /** Failed sign-ins to an account from one network or known browser. */
  logInByAccount: { points: 20, seconds: 15 * MINUTE_S },
  /** Failed sign-ins to an account from unknown browsers; above it they need a code as well. */
  failuresByAccount: { points: 100, seconds: HOUR_S },
  codesByAddress: { points: 20, seconds: HOUR_S },
  /** Code mails to an address from one network, known browser or session. */
  codesByRequester: { points: 6, seconds: HOUR_S },
  /** Code mails to an address that unknown browsers asked for. */
  codesByEmail: { points: 20, seconds: HOUR_S },
  /** A little less than people are told to wait, for the way there. */
  codesInARow: { points: 1, seconds: CODE_RETRY_S - 2 },
  /** Wrong codes from one network, known browser or session. */
  codeTries: { points: 30, seconds: 15 * MINUTE_S },
  /** Mails about a new sign-in or a changed password. */
  signInNotices: { points: 5, seconds: HOUR_S },
  passwordNotices: { points: 5, seconds: HOUR_S },
  registerByAddress: { points: 20, seconds: HOUR_S },
  resetByAddress: { points: 20, seconds: HOUR_S },
  /** Looks at a repository: each asks GitHub five times. */
  checksByAccount: { points: 60, seconds: HOUR_S },
  /** A publication takes up to five files, and somebody may change their mind often. */
  uploadsByAccount: { points: 300, seconds: HOUR_S },
  /** Publications, changes and deletions of projects. */
  writesByAccount: { points: 300, seconds: HOUR_S },
  /** Attempts to change the password or to delete the account, from one session: a stolen one does not use up its owner's. */
  changesBySession: { points: 10, seconds: HOUR_S },
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
    /**
     * Counts one attempt without refusing it.
     * @returns how many there are with it, and when the count starts anew, in ms.
     */
    async tally(
      rule: Rule,
      key: string,
    ): Promise<{ isOver: boolean; left: number; endsIn: number }> {
      const result = await limiterOf(rule).penalty(keyOf(key))
      const left = RULES[rule].points - result.consumedPoints
      return { isOver: left < 0, left: Math.max(0, left), endsIn: result.msBeforeNext }
    },
    /** Takes back one counted attempt that was none. */
    async giveBack(rule: Rule, key: string): Promise<void> {
      await limiterOf(rule).reward(keyOf(key))
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

/** An address counts by its network; anything else is a name, the same in any case. */
const keyOf = (key: string) => networkOf(key).slice(0, 200)
