import { desc, eq } from 'drizzle-orm'
import { isOwnProject } from '#backend/db/find-project.ts'
import type { Kind } from '#lib/contract/kind.ts'
import type { ProjectLog } from '#lib/contract/project-log.ts'
import type { Database } from '#backend/db/connect.ts'
import { authors, projectLog, projects } from '#backend/db/tables.ts'
import { NotFoundError } from '#backend/errors.ts'

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
