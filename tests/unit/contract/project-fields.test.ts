import { expect, expectTypeOf, it } from 'vitest'
import type { z } from 'zod'
import type { projects } from '#backend/db/tables.ts'
import type { ProjectFields } from '#backend/services/project/columns.ts'
import {
  COLUMN_FIELDS,
  type ColumnField,
  type ColumnOf,
  REQUEST_FIELDS,
  type RequestField,
} from '#lib/contract/project-fields.ts'
import { PROJECT_FIELDS } from '#lib/contract/project-table.ts'
import type { createRequestSchema, updateRequestSchema } from '#lib/contract/publish.ts'

type Stored = typeof projects.$inferSelect

/** Columns of ids, files, counters, times and moderation, which services write by themselves, and computed columns. */
type OtherColumn =
  | 'id'
  | 'kind'
  | 'authorUid'
  | 'sortKey'
  | 'minimumVersionParts'
  | 'fileId'
  | 'cover'
  | 'gallery'
  | 'repositoryId'
  | 'manifestId'
  | 'repositoryOwnerId'
  | 'ownerProof'
  | 'titleSkeletons'
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
  | 'fittingVersions'
  | 'fittingMinimums'
  | 'fittingState'
/** Parts of requests that are no fields: files and what belongs to a version. */
type OtherPart =
  | 'file_id'
  | 'package_ids'
  | 'cover_id'
  | 'gallery_ids'
  | 'alternative_texts'
  | 'notes'
  | 'channel'

it('each column of projects is that of one field, or written by a service of its own', () => {
  expectTypeOf<keyof Stored>().toEqualTypeOf<ColumnOf<ColumnField> | OtherColumn>()
  const columns = COLUMN_FIELDS.map((name) => PROJECT_FIELDS[name].column)
  expect(new Set(columns).size).toBe(COLUMN_FIELDS.length)
})

it('a column stores what answers have', () => {
  expectTypeOf<{ [N in ColumnField]: NonNullable<Stored[ColumnOf<N>]> }>().toExtend<{
    [N in ColumnField]: NonNullable<ProjectFields[N]>
  }>()
})

it('a part of a request is a field of the table, or belongs to files or a version', () => {
  type Create = keyof z.infer<typeof createRequestSchema>
  expectTypeOf<Create>().toEqualTypeOf<RequestField | OtherPart>()
  type Update = keyof z.infer<typeof updateRequestSchema>
  expectTypeOf<Update>().toEqualTypeOf<Create | 'id' | 'publish_at' | 'refresh'>()
})

it('what authors send is stored', () => {
  expect(COLUMN_FIELDS).toEqual(expect.arrayContaining(REQUEST_FIELDS))
})
