import { and, eq, inArray, sql } from 'drizzle-orm'
import {
  type DecideReport,
  OPEN_STATES,
  type ReportAction,
  type ReportState,
} from '#lib/contract/admin/report.ts'
import type { Locale } from '#lib/contract/locale.ts'
import type { AuditEntry, OperatorAction } from '#lib/contract/operator.ts'
import type { RoleHolder } from '#backend/caller.ts'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { accounts, authors, projects, reports } from '#backend/db/tables.ts'
import { DomainError, InvalidInputError, NotFoundError } from '#backend/errors.ts'
import { decisionText } from '#backend/mail/report-messages.ts'
import { recordAction } from '#backend/services/audit/record.ts'
import { enqueue, PRIORITY } from '#backend/services/job/queue.ts'
import { moderateIn } from '#backend/services/operator/moderate.ts'
import { REPORT_JOB } from './job.ts'
import { isOwn, undoUntil } from './queue.ts'
import { addMessage } from './view.ts'

type Report = typeof reports.$inferSelect
type Moderated = AuditEntry & { action: OperatorAction }
/** What was done, for the mails. */
export type Decided = { report: Report; moderated: Moderated | null }

const STATE_AFTER: Record<ReportAction, ReportState> = {
  dismiss: 'dismissed',
  ask_author: 'asked',
  ask_reporter: 'asked',
  hide: 'hidden',
  delete: 'deleted',
}

/**
 * Decides about a report. A project that is to be deleted is hidden until the decision can no longer be undone.
 * @throws NotFoundError; DomainError `own_report` for a report about the actor, `stale` if it has changed since `revision`;
 * InvalidInputError for a question without text, and for an action that has no subject.
 */
export async function decideReport(
  db: Database,
  actor: RoleHolder,
  { number, ...request }: DecideReport & { number: number },
  now: Date,
): Promise<Decided> {
  return db.transaction(async (tx) => {
    const { report, author, locale } = await lockReport(tx, actor, {
      number,
      revision: request.revision,
    })
    if (!isOpen(report)) throw stale()
    const { action, reason, text } = request
    const about = { report, author, reason: decisionText(locale, reason, text) }
    if (action === 'ask_author' || action === 'ask_reporter')
      return ask(tx, actor, { ...about, action, text }, now)
    const decision = {
      state: STATE_AFTER[action],
      decidedAt: now,
      decidedBy: actor.name,
      decidedByUid: actor.uid,
      decision: reason,
      decisionText: text,
      isAnswered: false,
    }
    if (action === 'dismiss') {
      await recordAction(tx, actor, { ...entryOf(about), action: 'dismiss' }, now)
      return { report: await change(tx, report, decision), moderated: null }
    }
    const moderated = await hideProject(tx, actor, about, now)
    await closeOthers(tx, report, decision)
    if (action === 'delete') {
      await enqueue(tx, { name: REPORT_JOB, subject: String(number), priority: PRIORITY.later })
    }
    const changed = await change(tx, report, { ...decision, hasHidden: moderated !== null })
    return { report: changed, moderated }
  })
}

/**
 * Takes a decision back: the report waits again, and a project that it hid is shown.
 * @throws as `decideReport`; DomainError `too_late`.
 */
export async function undoReport(
  db: Database,
  actor: RoleHolder,
  { number, revision }: { number: number; revision: number },
  now: Date,
): Promise<Decided> {
  return db.transaction(async (tx) => {
    const { report, author } = await lockReport(tx, actor, { number, revision })
    const until = undoUntil(report)
    if (until === null) throw stale()
    if (until <= now) throw new DomainError('too_late', 'The decision can no longer be undone.')
    const about = { report, author, reason: '' }
    await recordAction(tx, actor, { ...entryOf(about), action: 'undo' }, now)
    const { kind, projectId: id } = report
    const moderated =
      report.hasHidden && kind !== null && id !== null
        ? await moderateIn(tx, actor, { action: 'restore', kind, id, reason: '' }, now)
        : null
    await tx.update(reports).set(REOPENED).where(isClosedWith(report))
    return {
      report: await change(tx, report, REOPENED),
      moderated: moderated?.entry ?? null,
    }
  })
}

const REOPENED = {
  state: 'open',
  decidedAt: null,
  decidedBy: '',
  decidedByUid: null,
  decision: null,
  decisionText: '',
  hasHidden: false,
} as const

const stale = () =>
  new DomainError('stale', 'The report has changed since: another moderator was faster.')

const isOpen = ({ state }: Report) => OPEN_STATES.some((open) => open === state)

type About = { report: Report; author: string; reason: string }

/** The entry of the audit log. */
const entryOf = ({ report, author, reason }: About) => ({
  kind: report.kind,
  projectId: report.projectId,
  title: report.kind === null ? '' : report.title,
  author,
  reason,
  after: { report: report.number },
})

async function lockReport(
  tx: Transaction,
  actor: RoleHolder,
  { number, revision }: { number: number; revision: number },
) {
  const [report] = await tx.select().from(reports).where(eq(reports.number, number)).for('update')
  if (!report) throw new NotFoundError()
  if (isOwn(report, actor))
    throw new DomainError('own_report', 'Another moderator decides about your own projects.')
  if (report.revision !== revision) throw stale()
  const [author] = await tx
    .select({ name: authors.name, locale: accounts.locale })
    .from(authors)
    .leftJoin(accounts, eq(accounts.uid, authors.uid))
    .where(eq(authors.uid, report.authorUid ?? ''))
  const locale: Locale = author?.locale ?? 'en'
  return { report, author: author?.name ?? '', locale }
}

async function change(
  tx: Transaction,
  { number }: Report,
  values: Partial<typeof reports.$inferInsert>,
): Promise<Report> {
  const [changed] = await tx
    .update(reports)
    .set({ ...values, revision: sql`${reports.revision} + 1` })
    .where(eq(reports.number, number))
    .returning()
  if (!changed) throw new NotFoundError()
  return changed
}

async function ask(
  tx: Transaction,
  actor: RoleHolder,
  { action, text, ...about }: About & { action: 'ask_author' | 'ask_reporter'; text: string },
  now: Date,
): Promise<Decided> {
  if (text === '') throw new InvalidInputError('text: what is asked', ['text'])
  const to = action === 'ask_author' ? 'author' : 'reporter'
  const { report } = about
  if (to === 'author' && report.authorUid === null)
    throw new InvalidInputError('action: the account of the author is deleted', ['action'])
  await recordAction(tx, actor, { ...entryOf({ ...about, reason: text }), action: 'ask' }, now)
  const { number } = report
  await addMessage(tx, { number, from: 'moderator', to, by: actor.name, text, at: now })
  const asked = { state: 'asked', asked: to, isAnswered: false } as const
  return { report: await change(tx, report, asked), moderated: null }
}

/** @returns `null` if it is hidden already; the decision is recorded all the same, so that undoing another one does not show it. */
async function hideProject(
  tx: Transaction,
  actor: RoleHolder,
  { report, author, reason }: About,
  now: Date,
): Promise<Moderated | null> {
  const { kind, projectId: id } = report
  if (kind === null || id === null)
    throw new InvalidInputError('action: the report is about no project', ['action'])
  const [project] = await tx
    .select({ hiddenAt: projects.hiddenAt })
    .from(projects)
    .where(eq(projects.id, id))
    .for('update')
  if (!project) throw new NotFoundError()
  if (project.hiddenAt !== null) {
    await recordAction(tx, actor, { ...entryOf({ report, author, reason }), action: 'hide' }, now)
    return null
  }
  const { entry } = await moderateIn(tx, actor, { action: 'hide', kind, id, reason }, now)
  return entry
}

/** The other reports about a project have the same decision. */
async function closeOthers(
  tx: Transaction,
  { projectId }: Report,
  decision: Partial<typeof reports.$inferInsert>,
): Promise<void> {
  if (projectId === null) return
  const isSame = and(eq(reports.projectId, projectId), inArray(reports.state, OPEN_STATES))
  await tx
    .update(reports)
    .set({ ...decision, revision: sql`${reports.revision} + 1` })
    .where(isSame)
}

/** Those that were closed with a report, which undoing it opens again. */
const isClosedWith = ({ projectId, decidedAt, decidedBy }: Report) =>
  projectId === null || decidedAt === null
    ? sql`false`
    : and(
        eq(reports.projectId, projectId),
        eq(reports.decidedAt, decidedAt),
        eq(reports.decidedBy, decidedBy),
      )
