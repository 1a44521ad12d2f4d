import { and, eq, gt, sql } from 'drizzle-orm'
import type { TrustLevel } from '#lib/contract/admin/account.ts'
import { DAILY_PROJECTS, type Settings } from '#lib/contract/admin/settings.ts'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { accounts, authors, projects } from '#backend/db/tables.ts'
import { isHidden, isPublic } from '#backend/db/visible.ts'
import { DomainError } from '#backend/errors.ts'
import type { Actor } from '#backend/services/project-log/log.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Age of the account in days, and its public projects, from which on a creator is known, or trusted. */
export const TRUST = {
  known: { days: 7, projects: 1 },
  trusted: { days: 90, projects: 5 },
} as const
/** How many times the daily projects of a new account a known one may publish. */
export const KNOWN_FACTOR = 5
/** Publications of an account that may be under way at the same time: further from the limit they do not wait for each other. */
const AT_ONCE = 10

/**
 * How far an account is trusted: by its age and its public projects. With a project that a moderator has hidden it is new again, with a
 * role it is trusted. Nothing is stored: the level follows what is there.
 */
export async function trustOf(
  db: Database | Transaction,
  uid: string,
  now: Date,
): Promise<TrustLevel> {
  const isOwn = eq(projects.authorUid, accounts.uid)
  const count = (condition: ReturnType<typeof and>) =>
    sql<number>`(SELECT count(*)::int FROM ${projects} WHERE ${and(isOwn, condition)})`
  const [account] = await db
    .select({
      role: accounts.role,
      createdAt: accounts.createdAt,
      shown: count(isPublic),
      hidden: count(isHidden),
    })
    .from(accounts)
    .where(eq(accounts.uid, uid))
  if (!account) return 'new'
  if (account.role !== null) return 'trusted'
  if (account.hidden > 0) return 'new'
  const days = (now.getTime() - account.createdAt.getTime()) / DAY_MS
  const reaches = (level: keyof typeof TRUST) =>
    days >= TRUST[level].days && account.shown >= TRUST[level].projects
  return reaches('trusted') ? 'trusted' : reaches('known') ? 'known' : 'new'
}

/**
 * Refuses a new project beyond those that the account may publish within 24 hours: the number of the settings while it is new, five times
 * as many once it is known. Imports by the operator are not counted.
 * @throws DomainError `daily_limit`, with the number and when the next one is accepted.
 */
export async function checkDailyLimit(
  tx: Transaction,
  { uid, now }: Pick<Actor, 'uid' | 'now'>,
  { daily_projects: setting }: Pick<Settings, 'daily_projects'>,
): Promise<void> {
  const level = await trustOf(tx, uid, now)
  if (level === 'trusted') return
  const limit = Number(setting ?? DAILY_PROJECTS) * (level === 'known' ? KNOWN_FACTOR : 1)
  const since = new Date(now.getTime() - DAY_MS)
  const readRecent = () =>
    tx
      .select({ at: projects.createdAt })
      .from(projects)
      .where(and(eq(projects.authorUid, uid), gt(projects.createdAt, since)))
      .orderBy(projects.createdAt)
      .limit(limit)
  if ((await readRecent()).length < limit - AT_ONCE) return
  // Serialises the account's publications, so that the count is exact.
  await tx
    .select({ uid: authors.uid })
    .from(authors)
    .where(eq(authors.uid, uid))
    .for('no key update')
  const recent = await readRecent()
  const [first] = recent
  if (first === undefined || recent.length < limit) return
  const retryAt = new Date(first.at.getTime() + DAY_MS)
  const message = `A ${level} account publishes at most ${limit} projects within 24 hours. Try again at ${retryAt.toISOString()}.`
  throw new DomainError('daily_limit', message, {
    details: { limit, retry_at: retryAt.toISOString() },
    retryAfter: Math.ceil((retryAt.getTime() - now.getTime()) / 1000),
  })
}
