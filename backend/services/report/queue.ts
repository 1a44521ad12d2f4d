import { and, asc, desc, eq, gt, inArray, isNotNull, lt, ne, notInArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import {
  type ModeratedReport,
  OPEN_STATES,
  REPORTS_PAGE,
  type reportsQuerySchema,
  type ReportSummary,
  UNDO_MINUTES,
} from '#lib/contract/admin/report.ts'
import type { RoleHolder } from '#backend/caller.ts'
import type { Database } from '#backend/db/connect.ts'
import { accounts, authors, projects, reportMessages, reports } from '#backend/db/tables.ts'
import { NotFoundError } from '#backend/errors.ts'
import { withReadme } from '#backend/services/project/readme.ts'
import { selectWithHidden, toProject } from '#backend/services/project/select.ts'
import { type ReportRow, selectReports, toHead } from './view.ts'

type Report = typeof reports.$inferSelect

const MINUTE_MS = 60_000

/** Until when a decision can be undone; `null` without one. */
export const undoUntil = ({ decidedAt }: Pick<Report, 'decidedAt'>): Date | null =>
  decidedAt && new Date(decidedAt.getTime() + UNDO_MINUTES * MINUTE_MS)

/** Reports that wait, the oldest first, or decided ones, the newest first. */
export async function listReports(
  db: Database,
  { state, after }: z.output<typeof reportsQuerySchema>,
): Promise<{ items: ReportSummary[]; next: number | null }> {
  const isWaiting = state === 'waiting'
  const place = isWaiting ? gt(reports.number, after ?? 0) : after && lt(reports.number, after)
  const rows = await selectReports(db)
    .where(
      and(
        isWaiting ? inArray(reports.state, OPEN_STATES) : notInArray(reports.state, OPEN_STATES),
        place || undefined,
      ),
    )
    .orderBy(isWaiting ? asc(reports.number) : desc(reports.number))
    .limit(REPORTS_PAGE + 1)
  const shown = rows.slice(0, REPORTS_PAGE)
  const items: ReportSummary[] = []
  for (const row of shown) items.push(await toSummary(db, row))
  const next = rows.length > REPORTS_PAGE ? (items.at(-1)?.number ?? null) : null
  return { items, next }
}

/** How many reports wait. */
export const countWaiting = (db: Database): Promise<number> =>
  db.$count(reports, inArray(reports.state, OPEN_STATES))

async function toSummary(db: Database, row: ReportRow): Promise<ReportSummary> {
  const { report } = row
  return {
    ...toHead(row),
    is_answered: report.isAnswered,
    others: await db.$count(reports, and(isAboutTheSame(report), inArray(reports.state, OPEN_STATES))), // prettier-ignore
  }
}

/** Other reports about the same project, or author. */
function isAboutTheSame({ number, projectId, authorUid }: Report) {
  if (projectId !== null) return and(eq(reports.projectId, projectId), ne(reports.number, number))
  return authorUid === null
    ? sql`false`
    : and(eq(reports.authorUid, authorUid), ne(reports.number, number))
}

/** Whether a report is about who reads it or decides. */
export const isOwn = ({ authorUid }: Pick<Report, 'authorUid'>, { uid }: Pick<RoleHolder, 'uid'>) =>
  uid !== null && authorUid === uid

/** What the author of a reported project does not learn. */
const WITHHELD = { text: '', work: '', rights_holder: '', email: '', reporter: null, messages: [] }

/** A report with its project as visitors see it. @throws NotFoundError */
export async function readReport(
  db: Database,
  actor: RoleHolder,
  number: number,
  now: Date,
): Promise<ModeratedReport> {
  const [row] = await selectReports(db).where(eq(reports.number, number))
  if (!row) throw new NotFoundError()
  const { report } = row
  const [summary, messages, found, reporter, history] = await Promise.all([
    toSummary(db, row),
    db
      .select()
      .from(reportMessages)
      .where(eq(reportMessages.number, number))
      .orderBy(asc(reportMessages.id)),
    report.projectId === null
      ? undefined
      : selectWithHidden(db).where(eq(projects.id, report.projectId)),
    nameOf(db, report.reporterUid),
    historyOf(db, report),
  ])
  const project = found?.[0]
  const own = isOwn(report, actor)
  return {
    ...summary,
    is_own: own,
    revision: report.revision,
    text: report.text,
    work: report.work,
    rights_holder: report.rightsHolder,
    email: report.email,
    reporter,
    messages: messages.map(({ at, from, to, by, text }) => ({
      at: at.toISOString(),
      from,
      to,
      by,
      text,
    })),
    ...(own && WITHHELD),
    decided: toDecision(report, now),
    project: project ? await withReadme(db, toProject(project)) : null,
    is_hidden: project !== undefined && project.project.hiddenAt !== null,
    history,
  }
}

function toDecision(report: Report, now: Date): ModeratedReport['decided'] {
  const { decidedAt, decidedBy: by, decision, decisionText: text } = report
  if (decidedAt === null || decision === null) return null
  const until = undoUntil(report)
  const isOver = until === null || until <= now
  return {
    by,
    at: decidedAt.toISOString(),
    reason: decision,
    text,
    undo_until: isOver ? null : until.toISOString(),
  }
}

async function nameOf(db: Database, uid: string | null): Promise<string | null> {
  if (uid === null) return null
  const [row] = await db.select({ name: authors.name }).from(authors).where(eq(authors.uid, uid))
  return row?.name ?? null
}

/** What is known of an author, for the decision. */
async function historyOf(
  db: Database,
  { authorUid: uid }: Report,
): Promise<ModeratedReport['history']> {
  if (uid === null) return null
  const ofAuthor = eq(projects.authorUid, uid)
  const about = eq(reports.authorUid, uid)
  const [account, all, hidden, reported, upheld] = await Promise.all([
    db.select({ since: accounts.createdAt }).from(accounts).where(eq(accounts.uid, uid)),
    db.$count(projects, ofAuthor),
    db.$count(projects, and(ofAuthor, isNotNull(projects.hiddenAt))),
    db.$count(reports, about),
    db.$count(reports, and(about, inArray(reports.state, ['hidden', 'deleted']))),
  ])
  return {
    since: account[0]?.since.toISOString() ?? null,
    projects: all,
    hidden,
    reports: reported,
    upheld,
  }
}
