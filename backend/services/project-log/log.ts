import { desc, eq } from 'drizzle-orm'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { isOwnProject } from '#backend/db/find-project.ts'
import { keepFirst } from '#backend/db/keep-first.ts'
import { authors, projectLog, projects } from '#backend/db/tables.ts'
import { NotFoundError } from '#backend/errors.ts'
import type { Kind } from '#lib/contract/kind.ts'
import { LOG_MAX, type LogEvent, type ProjectLog } from '#lib/contract/project-log.ts'

/**
 * Who does something to a project. `token` is the name of the access token; absent in a browser. `publisherId`: the
 * trusted publisher whose first release this may be.
 */
export type Actor = {
  uid: string
  now: Date
  token?: string | undefined
  publisherId?: string | undefined
}

/**
 * Adds an entry to the log of a project, whose row the transaction has locked or inserted. The oldest entries beyond
 * `LOG_MAX` are deleted.
 */
export async function recordInLog(
  tx: Transaction,
  { uid, now, token }: Actor,
  entry: { projectId: string; event: LogEvent; version?: string },
): Promise<void> {
  await tx.insert(projectLog).values({ ...entry, uid, at: now, token: token ?? null })
  const where = eq(projectLog.projectId, entry.projectId)
  const { id } = projectLog
  await keepFirst(tx, projectLog, { id, where, order: [desc(id)], max: LOG_MAX })
}

/**
 * The log of a project of the account, newest first.
 * @throws NotFoundError also for another account's project.
 */
export async function readProjectLog(
  db: Database,
  { uid, kind, id }: { uid: string; kind: Kind; id: string },
): Promise<ProjectLog> {
  const isOwn = isOwnProject({ uid, kind, id })
  const rows = await db
    .select({ entry: projectLog, by: authors.name })
    .from(projects)
    .leftJoin(projectLog, eq(projectLog.projectId, projects.id))
    .leftJoin(authors, eq(authors.uid, projectLog.uid))
    .where(isOwn)
    .orderBy(desc(projectLog.id))
  if (rows.length === 0) throw new NotFoundError()
  return {
    items: rows.flatMap(({ entry, by }) =>
      entry
        ? [
            {
              at: entry.at.toISOString(),
              event: entry.event,
              version: entry.version,
              by,
              token: entry.token,
            },
          ]
        : [],
    ),
  }
}
