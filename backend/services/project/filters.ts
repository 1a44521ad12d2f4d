import { eq, type SQL, sql } from 'drizzle-orm'
import { describeValues } from '#lib/contract/input/describe-issue.ts'
import { CATEGORIES, type Category, isCategoryOf, type Kind } from '#lib/contract/kind.ts'
import type { ListQuery } from '#lib/contract/list.ts'
import { versionParts } from '#lib/contract/version/minimum-version.ts'
import type { projects, searchDocuments } from '#backend/db/tables.ts'
import { InvalidInputError } from '#backend/errors.ts'

type Filters = Pick<ListQuery, 'os' | 'category' | 'minimum_version'>

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
export function filterConditions(
  table: typeof projects | typeof searchDocuments,
  kind: Kind | undefined,
  { os, category, minimum_version }: Filters,
): SQL[] {
  if (kind && category) checkCategory(kind, category)
  const conditions: (SQL | undefined)[] = [
    kind && eq(table.kind, kind),
    os && sql`${table.operatingSystems} && ARRAY[${os}, 'all']::text[]`,
    category && eq(table.category, category),
    minimum_version === undefined
      ? undefined
      : sql`${table.minimumVersionParts} <= ${sql.param(versionParts(minimum_version))}::integer[]`,
  ]
  return conditions.filter((condition) => condition !== undefined)
}
