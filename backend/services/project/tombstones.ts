import { and, desc, eq, inArray } from 'drizzle-orm'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { isVersion } from '#backend/db/find-project.ts'
import { discardedVersions, files, versions } from '#backend/db/tables.ts'
import { DomainError } from '#backend/errors.ts'
import { uploadedSha256 } from '#backend/services/file/original.ts'
import { versionFileIds } from './current-version.ts'

type Place = { projectId: string; version: string }
type Tombstone = Pick<typeof discardedVersions.$inferSelect, 'cause' | 'reason'>

/**
 * Replaces a version by its tombstone. The caller settles the current version and then calls `trashUnusedFiles` for the files.
 * @returns the ids of its files.
 */
export async function leaveTombstone(
  tx: Transaction,
  { projectId, version }: Place,
  { cause, reason, now }: Tombstone & { now: Date },
): Promise<string[]> {
  const fileIds = await versionFileIds(tx, { projectId, version })
  const rows = await tx
    .select({ sha256: uploadedSha256 })
    .from(files)
    .where(inArray(files.id, fileIds))
  const hashes = [...new Set(rows.map(({ sha256 }) => sha256))]
  const tombstone = { hashes, cause, reason, discardedAt: now }
  await tx
    .insert(discardedVersions)
    .values({ projectId, version, ...tombstone })
    .onConflictDoUpdate({
      target: [discardedVersions.projectId, discardedVersions.version],
      set: tombstone,
    })
  // Its packages go with it.
  await tx.delete(versions).where(isVersion({ projectId, version }))
  return fileIds
}

/** Tombstones that are shown of a project. */
const SHOWN_MAX = 100

/** Versions that the author of a project has discarded, the last one first. */
export function discardedOf(db: Database, projectId: string) {
  return db
    .select()
    .from(discardedVersions)
    .where(and(eq(discardedVersions.projectId, projectId), eq(discardedVersions.cause, 'author')))
    .orderBy(desc(discardedVersions.discardedAt), discardedVersions.version)
    .limit(SHOWN_MAX)
}

/** The tombstone that binds a number, if any. */
export async function findTombstone(db: Database | Transaction, place: Place) {
  const [row] = await db
    .select()
    .from(discardedVersions)
    .where(and(isVersion(place, discardedVersions), eq(discardedVersions.cause, 'author')))
  return row
}

/**
 * A discarded number is published again with the bytes that it had, never with others.
 * @param hashes SHA-256 of the files that the version is to have.
 * @throws DomainError (`version_discarded`).
 */
export async function checkSameBytes(
  tx: Transaction,
  place: Place,
  hashes: string[],
): Promise<void> {
  const tombstone = await findTombstone(tx, place)
  if (!tombstone) return
  if (hashes.length > 0 && hashes.every((hash) => tombstone.hashes.includes(hash))) return
  const message = `Version ${place.version} was discarded; it can be published with the same file only.`
  throw new DomainError('version_discarded', message, { fields: ['version'] })
}
