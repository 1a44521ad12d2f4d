import { and, desc, eq, sql } from 'drizzle-orm'
import type { Channel } from '#lib/contract/visibility.ts'
import { isHigher } from '#lib/contract/version.ts'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { projects, type VersionFacts, versions } from '#backend/db/schema.ts'
import { DomainError } from '#backend/errors.ts'

/** Highest version first, compared numerically, part by part. */
export const highestVersionFirst = desc(sql`string_to_array(${versions.version}, '.')::integer[]`)

/** The versions of a project, the highest first. */
export function versionsOf(db: Database | Transaction, projectId: string) {
  return db
    .select()
    .from(versions)
    .where(eq(versions.projectId, projectId))
    .orderBy(highestVersionFirst)
}

type NewVersion = { version: string; current: string; channel?: Channel | undefined }

/**
 * A new version must be another than every earlier one, yanked and scheduled versions included, so that a version number never refers to
 * two files. A pre-release must be higher than all that are published, a stable version higher than the stable ones.
 * @param current the version of a project from before versions were stored, which has none; empty if it counts no longer.
 * @returns the version that stands against it, if any.
 */
export async function blockingVersion(
  db: Database | Transaction,
  projectId: string,
  { version, current, channel = 'stable' }: NewVersion,
): Promise<string | undefined> {
  const rows = await versionsOf(db, projectId)
  const isCompared = (row: (typeof rows)[number]) =>
    row.version === version ||
    (row.publishAt === null && (channel === 'prerelease' || row.channel === 'stable'))
  const compared = rows.filter(isCompared).map((row) => row.version)
  const earlier = rows.length === 0 && current !== '' ? [current] : compared
  return earlier.find((other) => !isHigher(version, other))
}

/** @throws DomainError (`version_not_higher`), by the rule of `blockingVersion`. */
export async function checkHigher(
  tx: Transaction,
  projectId: string,
  added: NewVersion,
): Promise<void> {
  const limit = await blockingVersion(tx, projectId, added)
  if (limit === undefined) return
  const message = `The version must be higher than ${limit}.`
  throw new DomainError('version_not_higher', message, { fields: ['version'] })
}

type ProjectRow = typeof projects.$inferSelect

/** The fields of a project that belong to its version; yanking a version restores the previous one's. */
export function toVersionFacts(project: ProjectRow): VersionFacts {
  return {
    minimum_version: project.minimumVersion,
    operating_systems: project.operatingSystems,
    license: project.license,
    release: project.release,
    manifest: project.manifest,
  }
}

/** Stores the version facts of a project with its current version. */
export async function storeVersionFacts(tx: Transaction, projectId: string): Promise<void> {
  const [project] = await tx.select().from(projects).where(eq(projects.id, projectId))
  if (!project) return
  await tx
    .update(versions)
    .set({ facts: toVersionFacts(project) })
    .where(and(eq(versions.projectId, projectId), eq(versions.version, project.version)))
}
