import { and, asc, desc, eq, inArray, or } from 'drizzle-orm'
import {
  REPORT_MESSAGES_MAX,
  type ReportParty,
  type ReportView,
} from '#lib/contract/admin/report.ts'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { keepFirst } from '#backend/db/keep-first.ts'
import { authors, reportMessages, reports } from '#backend/db/tables.ts'
import { NotFoundError } from '#backend/errors.ts'
import { hashToken } from '#backend/token.ts'

/** Reports that an account sees at most. */
const OWN_MAX = 50

type Report = typeof reports.$inferSelect
type Reader = Exclude<ReportParty, 'moderator'>

/** Reports with the names of the authors that they are about. */
export const selectReports = (db: Database) =>
  db
    .select({ report: reports, author: authors.name })
    .from(reports)
    .leftJoin(authors, eq(authors.uid, reports.authorUid))
export type ReportRow = Awaited<ReturnType<typeof selectReports>>[number]

/** What everybody sees of a report who may read it. */
export const toHead = ({ report, author }: ReportRow) => ({
  number: report.number,
  kind: report.kind,
  id: report.projectId,
  title: report.title,
  author: author ?? '',
  reason: report.reason,
  state: report.state,
  created_at: report.createdAt.toISOString(),
})

/** A report as its sender sees it. @throws NotFoundError for a code that none has. */
export async function readByCode(db: Database, code: string): Promise<ReportView> {
  const [row] = await selectReports(db).where(eq(reports.hash, hashToken(code)))
  if (!row) throw new NotFoundError()
  const [view] = await toViews(db, [row], 'reporter')
  if (!view) throw new NotFoundError()
  return view
}

/** Reports about an account that it was asked about, those without an answer first. */
export async function listOwnReports(db: Database, uid: string): Promise<ReportView[]> {
  const asked = db
    .select({ number: reportMessages.number })
    .from(reportMessages)
    .where(eq(reportMessages.to, 'author'))
  const rows = await selectReports(db)
    .where(and(eq(reports.authorUid, uid), inArray(reports.number, asked)))
    .orderBy(desc(reports.number))
    .limit(OWN_MAX)
  const views = await toViews(db, rows, 'author')
  return views.toSorted((a, b) => Number(b.is_asked) - Number(a.is_asked))
}

async function toViews(db: Database, rows: ReportRow[], reader: Reader): Promise<ReportView[]> {
  const numbers = rows.map(({ report }) => report.number)
  if (numbers.length === 0) return []
  const messages = await db
    .select()
    .from(reportMessages)
    .where(
      and(
        inArray(reportMessages.number, numbers),
        or(eq(reportMessages.from, reader), eq(reportMessages.to, reader)),
      ),
    )
    .orderBy(asc(reportMessages.id))
  const byReport = Map.groupBy(messages, ({ number }) => number)
  return rows.map(({ report, author }) => ({
    ...toHead({ report, author }),
    decision:
      report.decision === null || report.decidedAt === null
        ? null
        : { reason: report.decision, text: report.decisionText },
    messages: (byReport.get(report.number) ?? []).map(({ at, from, text }) => ({
      at: at.toISOString(),
      from,
      text,
    })),
    is_asked: report.state === 'asked' && report.asked === reader && !report.isAnswered,
  }))
}

type Answer = { text: string; now: Date }

/** Stores what the sender of a report writes. @throws NotFoundError for a code that none has. */
export const answerByCode = (db: Database, code: string, answer: Answer): Promise<Report> =>
  addAnswer(db, eq(reports.hash, hashToken(code)), { ...answer, from: 'reporter' })

/** Stores what the author writes. @throws NotFoundError also for a report that the author was not asked about. */
export async function answerAsAuthor(
  db: Database,
  { uid, number }: { uid: string; number: number },
  answer: Answer,
): Promise<Report> {
  const isOwn = and(eq(reports.number, number), eq(reports.authorUid, uid))
  const wasAsked = and(eq(reportMessages.number, number), eq(reportMessages.to, 'author'))
  if ((await db.$count(reportMessages, wasAsked)) === 0) throw new NotFoundError()
  return addAnswer(db, isOwn, { ...answer, from: 'author' })
}

function addAnswer(
  db: Database,
  condition: ReturnType<typeof and>,
  { text, now, from }: Answer & { from: Reader },
): Promise<Report> {
  return db.transaction(async (tx) => {
    const [report] = await tx.update(reports).set({ isAnswered: true }).where(condition).returning()
    if (!report) throw new NotFoundError()
    await addMessage(tx, { number: report.number, from, to: 'moderator', text, at: now })
    return report
  })
}

/** Adds a text to a report; the newest `REPORT_MESSAGES_MAX` are kept. */
export async function addMessage(
  tx: Transaction,
  message: typeof reportMessages.$inferInsert,
): Promise<void> {
  await tx.insert(reportMessages).values(message)
  await keepFirst(tx, reportMessages, {
    id: reportMessages.id,
    where: eq(reportMessages.number, message.number),
    order: [desc(reportMessages.id)],
    max: REPORT_MESSAGES_MAX,
  })
}
