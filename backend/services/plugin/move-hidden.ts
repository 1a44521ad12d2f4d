import type { Transaction } from '#backend/db/connect.ts'
import {
  accessTokens,
  accountNetworks,
  audit,
  bulkProjects,
  dailyCounts,
  discardedVersions,
  formerPackages,
  hiddenAnswers,
  keptForms,
  pluginPackages,
  pluginReadmes,
  projectLog,
  projects,
  readmePictures,
  releaseDeliveries,
  releaseSources,
  reports,
  trustedPublishers,
  versions,
} from '#backend/db/tables.ts'
import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { newId } from '#backend/db/new-id.ts'
import { HIDING } from '#backend/db/visible.ts'
import { displacedColumns } from './give-way.ts'

/**
 * Tables with rows of a project, but for the search index and related projects, which hidden ones do not need; `versions` come first. What
 * moderators decide about it does not apply to the owner's.
 */
const MOVED = [
  pluginPackages,
  pluginReadmes,
  readmePictures,
  hiddenAnswers,
  formerPackages,
  discardedVersions,
  dailyCounts,
  trustedPublishers,
  accessTokens,
  keptForms,
  releaseSources,
  releaseDeliveries,
  projectLog,
  accountNetworks,
  bulkProjects,
  reports,
] as const

/**
 * Gives a hidden project another id, so that the verified owner of its repository can publish under the one that it has. It stays hidden,
 * and no longer holds the repository.
 * @returns the new id.
 */
export async function moveHidden(
  tx: Transaction,
  before: typeof projects.$inferSelect,
): Promise<string> {
  const id = newId()
  const isBefore = eq(versions.projectId, before.id)
  await tx.insert(projects).values({
    ...before,
    id,
    ...displacedColumns(before.repositoryId),
    demoKey: null,
  })
  const rows = await tx.select().from(versions).where(isBefore)
  if (rows.length > 0)
    await tx.insert(versions).values(rows.map((row) => ({ ...row, projectId: id })))
  for (const table of MOVED) {
    await tx.execute(sql`UPDATE ${table} SET project_id = ${id} WHERE project_id = ${before.id}`)
  }
  await tx.delete(projects).where(eq(projects.id, before.id))
  // The log of the operator is not rewritten: the reason is repeated for the new id.
  const [hidden] = await tx
    .select()
    .from(audit)
    .where(and(eq(audit.projectId, before.id), inArray(audit.action, HIDING)))
    .orderBy(desc(audit.id))
    .limit(1)
  if (hidden) {
    const { id: _, ...entry } = hidden
    await tx.insert(audit).values({ ...entry, projectId: id })
  }
  return id
}
