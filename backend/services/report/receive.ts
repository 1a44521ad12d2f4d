import { and, eq } from 'drizzle-orm'
import type { ReportRequest } from '#lib/contract/admin/report.ts'
import type { Locale } from '#lib/contract/locale.ts'
import { paths } from '#lib/paths.ts'
import type { Database } from '#backend/db/connect.ts'
import { authors, projects, reports } from '#backend/db/tables.ts'
import { isPublic } from '#backend/db/visible.ts'
import { NotFoundError } from '#backend/errors.ts'
import { hashToken, newToken } from '#backend/token.ts'

type Report = typeof reports.$inferSelect
type Sender = { uid: string | undefined; locale: Locale }

/**
 * Stores a report about a public project or an author.
 * @returns it, and the path of its sender's page, which has the secret.
 * @throws NotFoundError for a hidden project and an author that does not exist.
 */
export async function receiveReport(
  db: Database,
  request: ReportRequest,
  { uid, locale }: Sender,
  now: Date,
): Promise<{ report: Report; path: string }> {
  const subject = await findSubject(db, request)
  const code = newToken()
  const { reason, text, work, rights_holder: rightsHolder, email } = request
  const [report] = await db
    .insert(reports)
    .values({
      ...subject,
      hash: hashToken(code),
      reason,
      text,
      // Only what the reason asks for is kept.
      ...(reason === 'infringement' && { work, rightsHolder }),
      email,
      reporterUid: uid ?? null,
      locale,
      createdAt: now,
    })
    .returning()
  if (!report) throw new Error('The report is missing.')
  return { report, path: paths.reportStatus(code) }
}

async function findSubject(db: Database, { kind, id, author }: ReportRequest) {
  if (kind !== undefined && id !== undefined) {
    const [project] = await db
      .select({ title: projects.title, authorUid: projects.authorUid })
      .from(projects)
      .where(and(eq(projects.id, id), eq(projects.kind, kind), isPublic))
    if (!project) throw new NotFoundError()
    return { ...project, kind, projectId: id }
  }
  const [found] = await db
    .select({ title: authors.name, authorUid: authors.uid })
    .from(authors)
    .where(eq(authors.name, author ?? ''))
  if (!found) throw new NotFoundError()
  return found
}
