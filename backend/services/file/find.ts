import { and, eq } from 'drizzle-orm'
import type { Database } from '#backend/db/connect.ts'
import { files, projects } from '#backend/db/schema.ts'
import { NotFound } from '#backend/http/errors.ts'

/**
 * A stored file, with the project whose download it is.
 * @throws NotFound
 */
export async function findFile(db: Database, id: string) {
  const [row] = await db
    .select({ file: files, project: { id: projects.id, kind: projects.kind } })
    .from(files)
    .leftJoin(projects, eq(projects.fileId, files.id))
    .where(and(eq(files.id, id), eq(files.state, 'stored')))
    .limit(1)
  if (!row) throw new NotFound()
  return row
}
