import {
  COLUMN_FIELDS,
  type ColumnField,
  type ColumnOf,
  mapNames,
} from '#lib/contract/project-fields.ts'
import { PROJECT_FIELDS } from '#lib/contract/project-table.ts'
import type { Project } from '#lib/contract/project.ts'
import { versionParts } from '#lib/contract/version/minimum-version.ts'
import type { projects } from '#backend/db/tables.ts'
import { skeletonKeys } from '#backend/text/skeleton.ts'
import { initialPopularity, type Period } from '#backend/services/statistic/popularity.ts'
import { sortKey } from './sort-key.ts'

type Row = typeof projects.$inferInsert
/** Columns of a new row that have no default. */
type RequiredColumn = { [C in keyof Row]-?: undefined extends Row[C] ? never : C }[keyof Row]
type RequiredField = {
  [N in ColumnField]: ColumnOf<N> extends RequiredColumn ? N : never
}[ColumnField]
type Changes<T> = { [K in keyof T]?: T[K] | undefined }

/** The fields of the contract that are stored as columns. */
export type ProjectFields = Pick<Project, RequiredField> &
  Changes<Pick<Project, Exclude<ColumnField, RequiredField>>>

/** Columns of a new row, without ids, files and times. */
export type NewColumns = Pick<Row, ColumnOf<RequiredField> | 'sortKey' | 'minimumVersionParts'> &
  Partial<Row>

/**
 * Maps fields of the contract to columns, computed columns included. Absent fields map to `undefined`, which Drizzle
 * leaves out of a statement.
 */
export function projectColumns(fields: ProjectFields): NewColumns
export function projectColumns(fields: Changes<ProjectFields>): Partial<Row>
export function projectColumns(fields: Changes<ProjectFields>): Partial<Row> {
  const { title, tagline, minimum_version: minimumVersion } = fields
  const columns = COLUMN_FIELDS.map((name) => [PROJECT_FIELDS[name].column, fields[name]])
  return {
    // Does not compile unless each field has a column of its type.
    ...(Object.fromEntries(columns) as { [N in ColumnField as ColumnOf<N>]?: ProjectFields[N] }),
    tagline: tagline?.trim(),
    sortKey: title === undefined ? undefined : sortKey(title),
    titleSkeletons: title === undefined ? undefined : skeletonKeys(title),
    minimumVersionParts: minimumVersion === undefined ? undefined : versionParts(minimumVersion),
  }
}

type Stored = typeof projects.$inferSelect
type StoredFields = { [N in ColumnField]: Stored[ColumnOf<N>] }

/** The fields of the contract in a row: the inverse of `projectColumns`. */
export const projectFields = (row: Pick<Stored, ColumnOf<ColumnField>>): StoredFields =>
  mapNames<StoredFields>(COLUMN_FIELDS, (name) => row[PROJECT_FIELDS[name].column])

type Counters = Pick<Project, 'views' | 'downloads' | 'installs'>

/** The counters of a project and its popularity, as if the events had been spread over `period`. */
export function counterColumns({ views, downloads, installs }: Counters, period: Period) {
  const counts = { view: views, download: downloads, install: installs }
  return { views, downloads, installs, popularity: initialPopularity(counts, period) }
}
