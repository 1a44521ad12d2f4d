import { eq, type SQL, sql } from 'drizzle-orm'
import { isCategoryOf, type Kind } from '#lib/contract/kind.ts'
import type { ListQuery } from '#lib/contract/list.ts'
import { versionParts } from '#lib/contract/version/minimum-version.ts'
import type { projects, searchDocuments } from '#backend/db/tables.ts'
import { InvalidInputError } from '#backend/errors.ts'

type Filters = Pick<ListQuery, 'os' | 'category' | 'minimum_version'>

/**
 * The conditions of a query on a table, except for the author.
 * @throws InvalidInputError for a category that `kind` does not have.
 */
export function filterConditions(
  table: typeof projects | typeof searchDocuments,
  kind: Kind | undefined,
  { os, category, minimum_version }: Filters,
): SQL[] {
  if (kind && category && !isCategoryOf(kind, category)) {
    throw new InvalidInputError('category: not a category of this kind')
  }
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
