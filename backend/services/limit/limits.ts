import { getTableName } from 'drizzle-orm'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { CODE_RETRY_S } from '#lib/contract/account.ts'
import { NOTICES_PER_HOUR } from '#lib/contract/release.ts'
import type { Database } from '#backend/db/connect.ts'
import { rateLimits } from '#backend/db/tables.ts'
import { count } from '#lib/telemetry/registry.ts'
import { RateLimitError } from '#backend/errors.ts'
import { networkOf } from '#lib/limits/networks.ts'

const MINUTE_S = 60
const HOUR_S = 3600
/** A counter that ends later than its rule allows, by more than this, was begun by a clock that was ahead, in ms. */
const AHEAD_MS = HOUR_S * 1000

/** Rate limits: `points` attempts within `seconds`. */
const RULES = {
  /** Sign-ins from a client address. */
  logInByAddress: { points: 50, seconds: 15 * MINUTE_S },
  /** Failed sign-ins to an account from one network or known browser. */
  logInByAccount: { points: 20, seconds: 15 * MINUTE_S },
  /** Failed sign-ins to an account from unknown browsers; beyond it these need a code as well. */
  failuresByAccount: { points: 100, seconds: HOUR_S },
  codesByAddress: { points: 20, seconds: HOUR_S },
  /** Code mails to an address from one network, known browser or session. */
  codesByRequester: { points: 6, seconds: HOUR_S },
  /** Code mails to an address requested by unknown browsers. */
  codesByEmail: { points: 20, seconds: HOUR_S },
  /** Slightly shorter than the displayed wait, to allow for latency. */
  codesInARow: { points: 1, seconds: CODE_RETRY_S - 2 },
  /** Wrong codes from one network, known browser or session. */
  codeTries: { points: 30, seconds: 15 * MINUTE_S },
  /** Mails about a new sign-in, a changed password, a new access token or a new trusted publisher. */
  signInNotices: { points: 5, seconds: HOUR_S },
  passwordNotices: { points: 5, seconds: HOUR_S },
  tokenNotices: { points: 5, seconds: HOUR_S },
  publisherNotices: { points: 5, seconds: HOUR_S },
  /** Mails about releases that were not published. */
  releaseNotices: { points: 5, seconds: HOUR_S },
  registerByAddress: { points: 20, seconds: HOUR_S },
  resetByAddress: { points: 20, seconds: HOUR_S },
  /** Genuine notices of releases of a project. */
  noticesByProject: { points: NOTICES_PER_HOUR, seconds: HOUR_S },
  /** Exchanges of identity tokens from a network. */
  exchangesByAddress: { points: 120, seconds: HOUR_S },
  /** Checks of a repository; each sends eight requests to GitHub. */
  checksByAccount: { points: 60, seconds: HOUR_S },
  /** Pictures of READMEs that are taken from repositories; each is a request to GitHub. */
  readmePicturesByAccount: { points: 200, seconds: HOUR_S },
  /** A publication has up to five files, and files may be replaced before publishing. */
  uploadsByAccount: { points: 300, seconds: HOUR_S },
  /** Files that are made in another colour, for a network. */
  variantsByAddress: { points: 60, seconds: HOUR_S },
  /** Strips that are built from single icons, for a network. */
  stripsByAddress: { points: 60, seconds: HOUR_S },
  /** Publications, changes and deletions of projects. */
  writesByAccount: { points: 300, seconds: HOUR_S },
  /** Forms that were posted after the end of a session, from a network. */
  holdsByAddress: { points: 30, seconds: HOUR_S },
  /** Answers to the operator about hidden projects. */
  answersByAccount: { points: 10, seconds: 24 * HOUR_S },
  /** Invitations to a role that an account tries. */
  invitationsByAccount: { points: 20, seconds: HOUR_S },
  /** Codes that an account lets be sent to new addresses. */
  emailChangesByAccount: { points: 10, seconds: HOUR_S },
  /** Test messages of an administrator. */
  mailTestsByAccount: { points: 10, seconds: HOUR_S },
  /** Reports from a network, and answers of their senders. */
  reportsByAddress: { points: 10, seconds: HOUR_S },
  reportAnswersByAddress: { points: 20, seconds: HOUR_S },
  /** Mails to moderators about new reports; the queue has all of them. */
  reportNotices: { points: 20, seconds: HOUR_S },
  /** Mails to the operator about publications that are held; the list has all of them. */
  holdNotices: { points: 20, seconds: HOUR_S },
  /** Attempts to change the password or to delete the account, from one session, so that a stolen session does not use up the owner's attempts. */
  changesBySession: { points: 10, seconds: HOUR_S },
} as const
export type LimitRule = keyof typeof RULES

/** Rate limits with counters in the database, shared by all backends. */
export function createLimits(db: Database) {
  const pool = db.$client
  // Without the library's statement names: connections of the embedded database share one session,
  // in which a prepared statement name can be used only once.
  const storeClient = {
    query: ({ text, values }: { text: string; values: unknown[] }) => pool.query(text, values),
  }
  const limiters = new Map<LimitRule, RateLimiterPostgres>()
  for (const [rule, { points, seconds }] of Object.entries(RULES)) {
    const limiter = new RateLimiterPostgres({
      storeClient,
      storeType: 'pool',
      tableName: getTableName(rateLimits),
      tableCreated: true,
      keyPrefix: rule,
      points,
      duration: seconds,
      // All limiters share one table; one deletes expired rows.
      clearExpiredByTimeout: limiters.size === 0,
    })
    if (isRule(rule)) limiters.set(rule, limiter)
  }
  const limiterOf = (rule: LimitRule) => {
    const limiter = limiters.get(rule)
    if (!limiter) throw new Error(`Unknown rate limit ${rule}`)
    return limiter
  }
  /** Counts by `add`. A counter that a clock ahead has begun would last as long as the clock was ahead: it begins anew. */
  async function counted(rule: LimitRule, key: string, add: 'consume' | 'penalty') {
    const limiter = limiterOf(rule)
    const once = () =>
      limiter[add](keyOf(key)).catch((error: unknown) => {
        if (error instanceof RateLimiterRes) return error
        throw error
      })
    const result = await once()
    if (result.msBeforeNext <= RULES[rule].seconds * 1000 + AHEAD_MS) return result
    await limiter.delete(keyOf(key))
    return once()
  }
  return {
    /**
     * Counts one attempt.
     * @throws RateLimitError if the limit is exceeded.
     */
    async count(rule: LimitRule, key: string): Promise<void> {
      const result = await counted(rule, key, 'consume')
      if (result.consumedPoints <= RULES[rule].points) return
      count('keystrip_rate_limited_total', [rule])
      throw toRateLimitError(result)
    },
    /**
     * Counts one attempt without rejecting it.
     * @returns `left` attempts, whether the limit is exceeded, and ms until the counter resets.
     */
    async tally(
      rule: LimitRule,
      key: string,
    ): Promise<{ isOver: boolean; left: number; endsIn: number }> {
      const result = await counted(rule, key, 'penalty')
      const left = RULES[rule].points - result.consumedPoints
      return { isOver: left < 0, left: Math.max(0, left), endsIn: result.msBeforeNext }
    },
    /** Removes one attempt that should not count, such as a successful one. */
    async refund(rule: LimitRule, key: string): Promise<void> {
      await limiterOf(rule).reward(keyOf(key))
    },
    /** Resets the counter. */
    async reset(rule: LimitRule, key: string): Promise<void> {
      await limiterOf(rule).delete(keyOf(key))
    },
  }
}
export type RateLimits = ReturnType<typeof createLimits>

const isRule = (name: string): name is LimitRule => name in RULES

const toRateLimitError = ({ msBeforeNext }: RateLimiterRes) =>
  new RateLimitError(Math.max(1, Math.ceil(msBeforeNext / 1000)))

/** Addresses count by network (IPv6 by /64); other keys ignore case. */
const keyOf = (key: string) => networkOf(key).slice(0, 200)
