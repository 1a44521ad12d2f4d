import { desc, eq } from 'drizzle-orm'
import type { Kind } from '#lib/contract/kind.ts'
import type { Project } from '#lib/contract/project.ts'
import type { Database } from '#backend/db/connect.ts'
import { projects } from '#backend/db/schema.ts'
import { selectProjects, toProject } from './select.ts'

/** The most popular projects, of one kind or of all kinds. */
export async function listPopular(
  db: Database,
  { kind, limit }: { kind?: Kind | undefined; limit: number },
): Promise<Project[]> {
  const rows = await selectProjects(db)
    .where(kind && eq(projects.kind, kind))
    .orderBy(desc(projects.popularity), desc(projects.id))
    .limit(limit)
  return rows.map(toProject)
}
