import { and, asc, eq, gte, inArray, isNotNull, ne, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { ModeratorMails } from '#lib/contract/admin/settings.ts'
import { OPEN_STATES } from '#lib/contract/admin/report.ts'
import type { Locale } from '#lib/contract/locale.ts'
import type { Database } from '#backend/db/connect.ts'
import { newId } from '#backend/db/new-id.ts'
import { accounts, authors, jobs, reportMessages, reports, settings } from '#backend/db/tables.ts'
import { operatorMessage } from '#backend/mail/messages.ts'
import { digestMessage, type Waiting } from '#backend/mail/digest-message.ts'
import { reportFailure } from '#backend/report-failure.ts'
import { LaterError } from '#backend/services/job/later-error.ts'
import { PRIORITY } from '#backend/services/job/queue.ts'
import type { JobHandler } from '#backend/services/job/runner.ts'
import { listHeld } from '#backend/services/operator/lists.ts'
import type { NotifyDeps } from '#backend/services/operator/notify-author.ts'
import { moderatorMails } from '#backend/services/setting/moderator-mails.ts'
import type { Overrides } from '#backend/services/setting/settings.ts'
import { MODERATORS_MAX } from './notify.ts'

/** A job that never ends: it is due again at the next full hour. So one backend of all sends the mails. */
export const DIGEST_JOB = 'digest' as const
declare module '#backend/services/job/queue.ts' {
  interface JobNames {
    [DIGEST_JOB]: true
  }
}

/** The hour of the daily mail (UTC). */
export const DIGEST_HOUR = 8
/** Reports and publications that a mail lists, each; it has the number of all. */
export const DIGEST_LISTED = 20
/** Pause before a mail that was not sent is tried again, in s. */
const RETRY_S = 300
const HOUR_MS = 3_600_000

const SETTING = 'digest'
/** Kept in the database, since the next turn may be that of another backend. */
const stateSchema = z.object({
  /** The last turn. */
  checkedAt: z.iso.datetime(),
  /** When moderators last got mails. */
  sentAt: z.iso.datetime(),
  /** Accounts that get the mail of this turn and have not got it; empty for the operator. */
  pending: z.array(z.string()),
})
type State = z.infer<typeof stateSchema>

type Deps = NotifyDeps & { overrides: Overrides; clock: () => Date }

/** Mails moderators what waits, where the setting wants one mail an hour or a day; nothing if nothing waits. */
export const digestHandler = (deps: Deps): JobHandler => ({
  async run(_subject, { signal }) {
    const { db, clock } = deps
    const now = clock()
    const mode = await moderatorMails(db, deps.overrides)
    const state = await nextState(db, mode, now)
    const isSent = await sendPending(deps, state, signal)
    const pause = Math.ceil((HOUR_MS - (now.getTime() % HOUR_MS)) / 1000)
    if (!signal.aborted) throw new LaterError(isSent ? pause : Math.min(pause, RETRY_S))
  },
})

/** Begins a turn, if one is due: who gets a mail is stored before the first one is sent. */
async function nextState(db: Database, mode: ModeratorMails, now: Date): Promise<State> {
  const known = await readState(db)
  const at = now.toISOString()
  if (known === null || mode === 'at_once') {
    return writeState(db, { checkedAt: at, sentAt: at, pending: [] })
  }
  const hour = now.getTime() - (now.getTime() % HOUR_MS)
  const hours = mode === 'hourly' ? 0 : (24 + new Date(hour).getUTCHours() - DIGEST_HOUR) % 24
  if (hour - hours * HOUR_MS <= Date.parse(known.checkedAt)) return known
  const isWanted = mode === 'daily' || (await isNew(db, new Date(known.sentAt)))
  if (!isWanted) return writeState(db, { ...known, checkedAt: at, pending: [] })
  const moderators = await db
    .select({ uid: accounts.uid })
    .from(accounts)
    .where(and(isNotNull(accounts.role), isNotNull(accounts.email)))
    .orderBy(accounts.createdAt)
    .limit(MODERATORS_MAX)
  const pending = moderators.length === 0 ? [''] : moderators.map(({ uid }) => uid)
  return writeState(db, { checkedAt: at, sentAt: at, pending })
}

/** Each gets one mail, also if the job is killed meanwhile: it is marked before it is sent. @returns whether all were sent. */
async function sendPending(deps: Deps, state: State, signal: AbortSignal): Promise<boolean> {
  const { db } = deps
  const failed: string[] = []
  for (const [at, uid] of state.pending.entries()) {
    if (signal.aborted) return false
    const left = state.pending.slice(at + 1)
    await writeState(db, { ...state, pending: [...left, ...failed] })
    try {
      await sendTo(deps, uid)
    } catch (error) {
      failed.push(uid)
      await writeState(db, { ...state, pending: [...left, ...failed] })
      reportFailure(deps, error, 'message about what waits not sent')
    }
  }
  return failed.length === 0
}

async function sendTo({ db, send, site }: Deps, uid: string): Promise<void> {
  const [moderator] = await db
    .select({ email: accounts.email, locale: accounts.locale, name: authors.name })
    .from(accounts)
    .innerJoin(authors, eq(authors.uid, accounts.uid))
    .where(and(eq(accounts.uid, uid), isNotNull(accounts.role)))
  if (uid !== '' && !moderator?.email) return
  const waiting = await readWaiting(db, { uid, name: moderator?.name ?? '' })
  if (waiting.reports.length + waiting.held.length === 0) return
  if (moderator?.email) {
    const locale: Locale = moderator.locale ?? 'en'
    await send(digestMessage({ to: moderator.email, locale, site, waiting, listed: DIGEST_LISTED }))
    return
  }
  const lines = [
    `Reports waiting: ${waiting.reports.length}. Held publications: ${waiting.held.length}.`,
    'List them: npm run admin -- reports, npm run admin -- held. Or give an account the role: npm run admin -- invite.',
  ]
  await send(operatorMessage({ site, subject: 'Waiting for a moderator', lines }))
}

/** What waits, but for what is about the moderator, the oldest first. */
async function readWaiting(
  db: Database,
  { uid, name }: { uid: string; name: string },
): Promise<Waiting> {
  const isOther = or(sql`${reports.authorUid} IS NULL`, ne(reports.authorUid, uid))
  const rows = await db
    .select({ number: reports.number, title: reports.title })
    .from(reports)
    .where(and(inArray(reports.state, OPEN_STATES), isOther))
    .orderBy(asc(reports.number))
  const held = (await listHeld(db)).filter(({ author }) => author !== name)
  return { reports: rows, held: held.map(({ title, author }) => ({ title, author })) }
}

/** Whether a report, an answer or a held publication came at a time or later, and waits. */
async function isNew(db: Database, since: Date): Promise<boolean> {
  const rows = await db
    .select({ one: sql`1` })
    .from(reports)
    .leftJoin(reportMessages, eq(reportMessages.number, reports.number))
    .where(
      and(
        inArray(reports.state, OPEN_STATES),
        or(
          gte(reports.createdAt, since),
          and(ne(reportMessages.from, 'moderator'), gte(reportMessages.at, since)),
        ),
      ),
    )
    .limit(1)
  return rows.length > 0 || (await listHeld(db)).some(({ at }) => Date.parse(at) >= since.getTime())
}

async function readState(db: Database): Promise<State | null> {
  const [row] = await db.select().from(settings).where(eq(settings.name, SETTING))
  return row ? stateSchema.parse(JSON.parse(row.value)) : null
}

async function writeState(db: Database, state: State): Promise<State> {
  const value = JSON.stringify(state)
  await db
    .insert(settings)
    .values({ name: SETTING, value })
    .onConflictDoUpdate({ target: settings.name, set: { value } })
  return state
}

/** Adds the job, or brings it forward where the clock was set back. */
export async function scheduleDigest(db: Database): Promise<void> {
  await db.execute(sql`
    INSERT INTO ${jobs} (id, name, subject, priority, due_at)
    VALUES (${newId()}, ${DIGEST_JOB}, 'site', ${PRIORITY.later}, now())
    ON CONFLICT (name, subject)
      DO UPDATE SET due_at = least(${jobs.dueAt}, now() + interval '1 hour')`)
}
