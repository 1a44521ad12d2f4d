import { and, eq, isNull } from 'drizzle-orm'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { isVersion } from '#backend/db/find-project.ts'
import { files, projects, type VersionFacts, versions } from '#backend/db/tables.ts'
import { mapNames, VERSION_FIELDS } from '#lib/contract/project-fields.ts'
import type { Channel } from '#lib/contract/visibility.ts'
import { compareVersions, isHigher, isPrerelease, stableOf } from '#lib/contract/version/version.ts'
import { acceptedFor } from '#lib/contract/input/describe-issue.ts'
import {
  ACCEPTED_MINIMUMS,
  ACCEPTED_VERSIONS,
  newMinimumVersionSchema,
  newVersionSchema,
} from '#lib/contract/version/version-schema.ts'
import { DomainError, InvalidInputError } from '#backend/errors.ts'
import { uploadedSha256 } from '#backend/services/file/original.ts'
import { projectFields } from './columns.ts'

/** For `toSorted`: the highest version first. All versions of a project are read at a time, so that the database needs no order of its own. */
export const highestFirst = (a: { version: string }, b: { version: string }) =>
  compareVersions(b.version, a.version)

/** The versions of a project, the highest first. */
export async function versionsOf(db: Database | Transaction, projectId: string) {
  const rows = await db.select().from(versions).where(eq(versions.projectId, projectId))
  return rows.toSorted(highestFirst)
}

type Numbered = { version: string; channel?: Channel | undefined }

/**
 * The channel of a version: a pre-release by its number is never stable.
 * @throws DomainError (`prerelease`) if it is to be.
 */
export function channelOf({ version, channel }: Numbered): Channel {
  if (!isPrerelease(version)) return channel ?? 'stable'
  if (channel !== 'stable') return 'prerelease'
  const message = `${version} is a pre-release, which is never stable: publish ${stableOf(version)} instead.`
  throw new DomainError('prerelease', message, { details: { version }, fields: ['channel'] })
}

/** @throws InvalidInputError for a version that only projects from before may have; its message names the one that is accepted. */
export function checkNumber(version: string): void {
  if (newVersionSchema.safeParse(version).success) return
  throw new InvalidInputError(`version: ${acceptedFor(version, ACCEPTED_VERSIONS)}`, ['version'])
}

/** The same for the minimum version of a change. */
export function checkMinimum(minimum: string | undefined, before: string): void {
  if (minimum === undefined || minimum === before) return
  if (newMinimumVersionSchema.safeParse(minimum).success) return
  const message = `minimum_version: ${acceptedFor(minimum, ACCEPTED_MINIMUMS)}`
  throw new InvalidInputError(message, ['minimum_version'])
}

type NewVersion = Numbered & { current: string }

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

/**
 * @param sha256 of the uploaded file of the version, if it has one.
 * @throws DomainError (`version_not_higher`), by the rule of `blockingVersion`. Its details name the version that stands against it, and
 * `same` if that is this version with this file: published before, or waiting for its time.
 */
export async function checkHigher(
  tx: Transaction,
  projectId: string,
  { sha256, ...added }: NewVersion & { sha256: string | undefined },
): Promise<void> {
  const limit = await blockingVersion(tx, projectId, added)
  if (limit === undefined) return
  const { version } = added
  const isSame = sha256 !== undefined && (await hasBytes(tx, { projectId, version }, sha256))
  const message = `The version must be higher than ${limit}.`
  throw new DomainError('version_not_higher', message, {
    details: { version: limit, ...(isSame && { same: version }) },
    fields: ['version'],
  })
}

/** Whether a version has the file with this SHA-256. */
async function hasBytes(
  tx: Transaction,
  place: { projectId: string; version: string },
  sha256: string,
): Promise<boolean> {
  const rows = await tx
    .select({ sha256: uploadedSha256 })
    .from(versions)
    .innerJoin(files, eq(files.id, versions.fileId))
    .where(isVersion(place))
  return rows.some((row) => row.sha256 === sha256)
}

type ProjectRow = typeof projects.$inferSelect

/** The fields of a project that belong to its version; yanking a version restores the previous one's. */
export function toVersionFacts(project: ProjectRow): VersionFacts {
  const fields = projectFields(project)
  return mapNames<VersionFacts>(VERSION_FIELDS, (name) => fields[name])
}

/** Stores the version facts of a project with its current version. */
export async function storeVersionFacts(tx: Transaction, projectId: string): Promise<void> {
  const [project] = await tx.select().from(projects).where(eq(projects.id, projectId))
  if (!project) return
  await tx
    .update(versions)
    .set({ facts: toVersionFacts(project), ...needsColumns(project) })
    .where(isVersion({ projectId, version: project.version }))
}

type Needs = Pick<ProjectRow, 'operatingSystems' | 'minimumVersion' | 'minimumVersionParts'>

const needsColumns = ({ operatingSystems, minimumVersion, minimumVersionParts }: Needs): Needs => ({
  operatingSystems,
  minimumVersion,
  minimumVersionParts,
})

/** Stores what the current version needs before another one becomes it, if that is stored nowhere else. */
export async function keepNeeds(tx: Transaction, project: ProjectRow): Promise<void> {
  const { id: projectId, version } = project
  const isUnknown = and(isNull(versions.facts), isNull(versions.minimumVersion))
  await tx
    .update(versions)
    .set(needsColumns(project))
    .where(and(isVersion({ projectId, version }), isUnknown))
}
