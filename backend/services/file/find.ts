import { and, eq } from 'drizzle-orm'
import type { Database } from '#backend/db/connect.ts'
import { files, projects } from '#backend/db/schema.ts'
import { NotFoundError } from '#backend/errors.ts'

/**
 * A stored file, and the project that currently offers it, if any.
 * @throws NotFoundError also for a file that is pending, or hidden with its project.
 */
export async function findFile(db: Database, id: string) {
  const [row] = await db
    .select({ file: files, project: { id: projects.id, kind: projects.kind } })
    .from(files)
    .leftJoin(projects, eq(projects.fileId, files.id))
    .where(and(eq(files.id, id), eq(files.state, 'stored')))
    .limit(1)
  if (!row) throw new NotFoundError()
  return row
}
