import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import { describeValues } from '#lib/contract/input/describe-issue.ts'
import { CATEGORIES, type Category, isCategoryOf, type Kind } from '#lib/contract/kind.ts'
import type { ListQuery } from '#lib/contract/list.ts'
import { versionParts } from '#lib/contract/version/minimum-version.ts'
import type { projects, searchDocuments } from '#backend/db/tables.ts'
import { InvalidInputError } from '#backend/errors.ts'

type Filters = Pick<ListQuery, 'os' | 'category' | 'minimum_version'>
type Table = typeof projects | typeof searchDocuments

/** @throws InvalidInputError for a category that a kind does not have, with those that it has. */
export function checkCategory(kind: Kind, category: Category): void {
  if (isCategoryOf(kind, category)) return
  const wanted = describeValues(CATEGORIES[kind], category)
  throw new InvalidInputError(`category: ${wanted}`, ['category'])
}

/**
 * The conditions of a query on a table, except for the author.
 * @throws InvalidInputError for a category that `kind` does not have.
 */
export function filterConditions(table: Table, kind: Kind | undefined, query: Filters): SQL[] {
  const { category } = query
  if (kind && category) checkCategory(kind, category)
  const conditions: (SQL | undefined)[] = [
    kind && eq(table.kind, kind),
    category && eq(table.category, category),
    runsOn(table, query),
  ]
  return conditions.filter((condition) => condition !== undefined)
}

/** That one offered version fits both: the current one, or one of `fitting_versions`, of which the lowest minimum version of a system is enough. */
function runsOn(
  { operatingSystems, minimumVersionParts, fittingMinimums }: Table,
  { os, minimum_version }: Filters,
): SQL | undefined {
  if (os === undefined && minimum_version === undefined) return undefined
  const parts = minimum_version === undefined ? undefined : versionParts(minimum_version)
  const currentFits = and(
    os && sql`${operatingSystems} && ARRAY[${os}, 'all']::text[]`,
    parts && sql`${minimumVersionParts} <= ${sql.param(parts)}::integer[]`,
  )
  const sent = parts && sql`${JSON.stringify(parts)}::jsonb`
  const anotherFits = and(
    // The expression of the index `projects_by_fitting`.
    sent ? sql`(${fittingMinimums} -> 'any') <= ${sent}` : sql`${fittingMinimums} ? ${os}::text`,
    os && sent && sql`(${fittingMinimums} -> ${os}::text) <= ${sent}`,
  )
  return or(currentFits, anotherFits)
}
