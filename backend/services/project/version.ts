import { and, desc, eq, sql } from 'drizzle-orm'
import { isHigher } from '#lib/contract/version.ts'
import type { Transaction } from '#backend/db/connect.ts'
import { type projects, type VersionFacts, versions } from '#backend/db/schema.ts'
import { HttpError } from '#backend/http/errors.ts'

/** `1.10.0` → `[1, 10, 0]`, which PostgreSQL compares part by part. */
export function versionParts(version: string): number[] {
  return version.split('.').map(Number)
}

/** Orders versions by their numbers, part by part. */
const byNumber = sql`string_to_array(${versions.version}, '.')::integer[]`

/** The versions of a project, the highest first. */
export function versionsOf(tx: Transaction, projectId: string) {
  return tx.select().from(versions).where(eq(versions.projectId, projectId)).orderBy(desc(byNumber))
}

/**
 * A new version is higher than every one before it, those included that were withdrawn: a number
 * stands for one file forever.
 * @throws HttpError 409 (`version_not_higher`).
 */
export async function checkHigher(
  tx: Transaction,
  projectId: string,
  { version, before }: { version: string; before: string },
): Promise<void> {
  const [highest] = await versionsOf(tx, projectId).limit(1)
  const known = [before, ...(highest ? [highest.version] : [])]
  const least = known.find((one) => !isHigher(version, one))
  if (least === undefined) return
  const message = `The version must be higher than ${least}.`
  throw new HttpError(409, message, 'version_not_higher', { fields: ['version'] })
}

type Row = typeof projects.$inferSelect

/** What a version keeps of its project, and gives back to it when it becomes the present one again. */
export function factsOf(project: Row): VersionFacts {
  return {
    minimum_version: project.minimumVersion,
    operating_systems: project.operatingSystems,
    license: project.license,
    release: project.release,
  }
}

/** Keeps what the present version of a project says of itself. */
export async function keepFacts(tx: Transaction, project: Row): Promise<void> {
  await tx
    .update(versions)
    .set({ facts: factsOf(project) })
    .where(and(eq(versions.projectId, project.id), eq(versions.version, project.version)))
}
