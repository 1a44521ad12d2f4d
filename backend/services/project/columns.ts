import type { Project } from '#lib/contract/project.ts'
import { versionParts } from '#lib/contract/version/minimum-version.ts'
import type { projects } from '#backend/db/schema.ts'
import { initialPopularity, type Period } from '#backend/services/statistic/popularity.ts'
import { sortKey } from './sort-key.ts'

type Required = Pick<
  Project,
  'title' | 'description' | 'version' | 'operating_systems' | 'minimum_version' | 'category'
>
type Optional = Pick<
  Project,
  | 'tagline'
  | 'language'
  | 'language_is_detected'
  | 'license'
  | 'attribution'
  | 'owner'
  | 'repository_url'
  | 'release'
  | 'keys'
  | 'manifest'
  | 'translations'
> & { tags?: string[]; sample?: boolean }
type Changes<T> = { [K in keyof T]?: T[K] | undefined }

/** The fields of the contract's project that are stored as columns. */
export type ProjectFields = Required & Changes<Optional>

type Row = typeof projects.$inferInsert
type RequiredColumns =
  | 'title'
  | 'sortKey'
  | 'description'
  | 'version'
  | 'operatingSystems'
  | 'minimumVersion'
  | 'minimumVersionParts'
  | 'category'
/** Columns that are written elsewhere: ids, files, counters, times and moderation. */
type OtherColumn =
  | 'id'
  | 'kind'
  | 'authorUid'
  | 'fileId'
  | 'cover'
  | 'gallery'
  | 'repositoryId'
  | 'manifestId'
  | 'repositoryOwnerId'
  | 'ownerProof'
  | 'repositoryStatus'
  | 'views'
  | 'downloads'
  | 'installs'
  | 'popularity'
  | 'createdAt'
  | 'updatedAt'
  | 'revision'
  | 'hiddenAt'
  | 'heldFor'
  | 'claimedRepositoryId'
  | 'visibility'
  | 'deprecatedAt'
  | 'deprecationReason'
  | 'successorId'
  | 'demoKey'
/** Columns of a new row, without ids, files and times. */
export type NewColumns = Pick<Row, RequiredColumns> & Partial<Row>

/**
 * Maps fields of the contract to columns, computed columns included. Every write of a project goes
 * through here. Absent fields map to `undefined`, which Drizzle leaves out of a statement.
 */
export function projectColumns(fields: ProjectFields): NewColumns
export function projectColumns(fields: Changes<ProjectFields>): Partial<Row>
export function projectColumns(fields: Changes<ProjectFields>): Partial<Row> {
  const { title, minimum_version: minimumVersion } = fields
  return {
    title,
    sortKey: title === undefined ? undefined : sortKey(title),
    tagline: fields.tagline?.trim(),
    description: fields.description,
    language: fields.language,
    languageIsDetected: fields.language_is_detected,
    version: fields.version,
    operatingSystems: fields.operating_systems,
    minimumVersion,
    minimumVersionParts: minimumVersion === undefined ? undefined : versionParts(minimumVersion),
    category: fields.category,
    tags: fields.tags,
    license: fields.license,
    attribution: fields.attribution,
    isSample: fields.sample,
    owner: fields.owner,
    repositoryUrl: fields.repository_url,
    release: fields.release,
    keys: fields.keys,
    manifest: fields.manifest,
    translations: fields.translations,
    // A new column does not compile until it is mapped here or listed as written elsewhere.
  } satisfies { [K in Exclude<keyof Row, OtherColumn>]: Row[K] | undefined }
}

/** The fields of the contract in a row: the inverse of `projectColumns`. */
export const projectFields = (row: typeof projects.$inferSelect) => ({
  title: row.title,
  tagline: row.tagline,
  description: row.description,
  language: row.language,
  language_is_detected: row.languageIsDetected,
  version: row.version,
  operating_systems: row.operatingSystems,
  minimum_version: row.minimumVersion,
  category: row.category,
  tags: row.tags,
  license: row.license,
  attribution: row.attribution,
  sample: row.isSample,
  owner: row.owner,
  repository_url: row.repositoryUrl,
  release: row.release,
  keys: row.keys,
  manifest: row.manifest,
  translations: row.translations,
})

type Counters = Pick<Project, 'views' | 'downloads' | 'installs'>

/** The counters of a project and its popularity, as if the events had been spread over `period`. */
export function counterColumns({ views, downloads, installs }: Counters, period: Period) {
  const counts = { view: views, download: downloads, install: installs }
  return { views, downloads, installs, popularity: initialPopularity(counts, period) }
}
