import { isDeepStrictEqual } from 'node:util'
import type { ChangeEffect } from '#lib/contract/change.ts'
import { SUMMARY_MAX } from '#lib/contract/limits.ts'
import { COLUMN_FIELDS, PAGE_FIELDS } from '#lib/contract/project-fields.ts'
import { PROJECT_FIELDS } from '#lib/contract/project-table.ts'
import type { projects } from '#backend/db/tables.ts'
import { openingOf } from '#lib/text/opening.ts'

type Row = typeof projects.$inferSelect

const PAGE = new Set<string>(PAGE_FIELDS)
/** Columns that cards show. */
const CARD: readonly (keyof Row)[] = [
  ...COLUMN_FIELDS.filter((name) => !PAGE.has(name)).map((name) => PROJECT_FIELDS[name].column),
  'cover',
  'ownerProof',
  'repositoryStatus',
]
/** Columns that decide in which lists a project is, and where. */
const MEMBERSHIP: readonly (keyof Row)[] = [
  'sortKey',
  'category',
  'tags',
  'operatingSystems',
  'minimumVersion',
  'fittingVersions',
  'version',
  'visibility',
  'deprecatedAt',
]

/**
 * What a change by the author makes stale. The first sentence of the description is on the card of a project without a tagline; the order
 * by last change is the concern of every change.
 */
export function effectOf(before: Row, after: Row): Exclude<ChangeEffect, 'removal'> {
  const differs = (column: keyof Row) => !isDeepStrictEqual(before[column], after[column])
  if (MEMBERSHIP.some(differs)) return 'membership'
  if (CARD.some(differs) || openingOfCard(before) !== openingOfCard(after)) return 'card'
  return 'content'
}

const openingOfCard = ({ tagline, description, language }: Row) =>
  tagline === '' ? openingOf(description, SUMMARY_MAX, language) : ''
