import { and, desc, eq, sql } from 'drizzle-orm'
import { isHigher } from '#lib/contract/version.ts'
import type { Transaction } from '#backend/db/connect.ts'
import { type projects, type VersionFacts, versions } from '#backend/db/schema.ts'
import { DomainError } from '#backend/errors.ts'

/** Highest version first, compared numerically, part by part. */
export const highestVersionFirst = desc(sql`string_to_array(${versions.version}, '.')::integer[]`)

/** The versions of a project, the highest first. */
export function versionsOf(tx: Transaction, projectId: string) {
  return tx
    .select()
    .from(versions)
    .where(eq(versions.projectId, projectId))
    .orderBy(highestVersionFirst)
}

/**
 * A new version must be higher than every earlier one, yanked versions included, so that a version
 * number never refers to two files.
 * @throws DomainError (`version_not_higher`).
 */
export async function checkHigher(
  tx: Transaction,
  projectId: string,
  { version, current }: { version: string; current: string },
): Promise<void> {
  const [highest] = await versionsOf(tx, projectId).limit(1)
  const earlier = [current, ...(highest ? [highest.version] : [])]
  const limit = earlier.find((other) => !isHigher(version, other))
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
export async function storeVersionFacts(tx: Transaction, project: ProjectRow): Promise<void> {
  await tx
    .update(versions)
    .set({ facts: toVersionFacts(project) })
    .where(and(eq(versions.projectId, project.id), eq(versions.version, project.version)))
}
