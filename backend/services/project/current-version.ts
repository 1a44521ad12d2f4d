import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Transaction } from '#backend/db/connect.ts'
import { isVersion } from '#backend/db/find-project.ts'
import { files, pluginPackages, projects, versions } from '#backend/db/tables.ts'
import { DomainError } from '#backend/errors.ts'
import { projectColumns } from './columns.ts'
import { versionsOf } from './version.ts'

type VersionRow = typeof versions.$inferSelect

/**
 * Makes the version current that pages, lists, search and installation use: the highest stable one that is published and not yanked;
 * without any, the highest pre-release. The caller has locked the project and indexes it afterwards.
 * @returns whether another version is current now.
 * @throws DomainError (`last_version`) if none is left.
 */
export async function settleCurrent(tx: Transaction, projectId: string): Promise<boolean> {
  const offered = (await versionsOf(tx, projectId)).filter(
    ({ publishAt, yankedAt }) => publishAt === null && yankedAt === null,
  )
  const current = offered.find(({ channel }) => channel === 'stable') ?? offered[0]
  if (!current) throw new DomainError('last_version', 'The last version cannot be withdrawn.')
  const [project] = await tx.select().from(projects).where(eq(projects.id, projectId))
  if (!project || project.version === current.version) return false
  await restoreFacts(tx, projectId, current)
  return true
}

/** Rows written before facts were stored have only a file; their plugin release is unknown, so none is offered. */
async function restoreFacts(
  tx: Transaction,
  projectId: string,
  { version, fileId, facts, ...columns }: VersionRow,
): Promise<void> {
  const needs = {
    operating_systems: columns.operatingSystems ?? undefined,
    minimum_version: columns.minimumVersion ?? undefined,
  }
  const release = facts?.release ?? null
  const manifest = facts?.manifest ?? null
  await tx
    .update(projects)
    .set({
      ...projectColumns({ ...needs, ...facts, version, release, manifest }),
      fileId,
      revision: sql`${projects.revision} + 1`,
    })
    .where(eq(projects.id, projectId))
}

/** Stops serving the files of versions that wait for their time. */
export async function hideScheduledFiles(tx: Transaction, projectId: string): Promise<void> {
  const waiting = await tx
    .select({ version: versions.version })
    .from(versions)
    .where(and(eq(versions.projectId, projectId), isNotNull(versions.publishAt)))
  for (const { version } of waiting) await setFileState(tx, { projectId, version }, 'hidden')
}

/** Serves the files of a version, or no longer. */
export async function setFileState(
  tx: Transaction,
  version: { projectId: string; version: string },
  state: 'stored' | 'hidden',
): Promise<void> {
  const ids = await versionFileIds(tx, version)
  if (ids.length > 0) await tx.update(files).set({ state }).where(inArray(files.id, ids))
}

/** The file and the packages of a version. */
export async function versionFileIds(
  tx: Transaction,
  place: { projectId: string; version: string },
): Promise<string[]> {
  const own = await tx.select({ id: versions.fileId }).from(versions).where(isVersion(place))
  const packages = await tx
    .select({ id: pluginPackages.fileId })
    .from(pluginPackages)
    .where(isVersion(place, pluginPackages))
  return [...own, ...packages].map(({ id }) => id).filter((id) => id !== null)
}
