import { and, desc, eq } from 'drizzle-orm'
import type { popularQuerySchema } from '#lib/contract/list.ts'
import type { z } from 'zod'
import type { Project } from '#lib/contract/project.ts'
import type { Database } from '#backend/db/connect.ts'
import { projects } from '#backend/db/tables.ts'
import { isListed } from '#backend/db/visible.ts'
import { selectPage, toProject } from './select.ts'

/** The most popular projects, of one kind or of all kinds. */
export async function listPopular(
  db: Database,
  { kind, limit, view }: z.infer<typeof popularQuerySchema>,
): Promise<Project[]> {
  const isWanted = and(isListed, kind && eq(projects.kind, kind))
  const sorted = [desc(projects.popularity), desc(projects.id)]
  return (await selectPage(db, view, { where: isWanted, sorted, limit, kind })).map(toProject)
}
