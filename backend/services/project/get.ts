import { and, eq } from 'drizzle-orm'
import type { Database } from '#backend/db/connect.ts'
import { isOwnProject } from '#backend/db/find-project.ts'
import { projects } from '#backend/db/tables.ts'
import type { Kind } from '#lib/contract/kind.ts'
import type { Project } from '#lib/contract/project.ts'
import { NotFoundError } from '#backend/errors.ts'
import { checkVisible, type LockedProject } from './lock.ts'
import { withReadme } from './readme.ts'
import { selectProject, selectWithHidden, toProject } from './select.ts'

/** @throws NotFoundError also for a hidden project and a project of another kind. */
export async function getProject(db: Database, kind: Kind, id: string): Promise<Project> {
  const [row] = await selectProject(db).where(and(eq(projects.id, id), eq(projects.kind, kind)))
  if (!row) throw new NotFoundError()
  return withReadme(db, toProject(row))
}

/** @throws NotFoundError also for another account's project; DomainError (`hidden`). */
export async function getOwnProject(
  db: Database,
  { uid, kind, id }: Omit<LockedProject, 'expectedRevision'>,
): Promise<Project> {
  const isOwn = isOwnProject({ uid, kind, id })
  const [row] = await selectWithHidden(db).where(isOwn)
  if (!row) throw new NotFoundError()
  checkVisible(row.project)
  return toProject(row)
}
