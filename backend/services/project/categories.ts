import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { categorySchema } from '#lib/contract/kind-schema.ts'
import { CATEGORIES } from '#lib/contract/kind.ts'
import { CATEGORY_COUNT_MAX } from '#lib/contract/limits.ts'
import type { Categories, CategoriesQuery } from '#lib/contract/list.ts'
import type { Database } from '#backend/db/connect.ts'
import { authors, projects } from '#backend/db/tables.ts'
import { isListed } from '#backend/db/visible.ts'
import { filterConditions } from './filters.ts'

const rowsSchema = z.array(z.object({ category: categorySchema, count: z.number() }))

/**
 * The categories of a kind that have projects, in their order. Each is counted up to `CATEGORY_COUNT_MAX` in an index that
 * holds the filters, so that the cost does not grow with the catalogue (decision 76).
 */
export async function listCategories(db: Database, query: CategoriesQuery): Promise<Categories> {
  const conditions = [isListed, ...filterConditions(projects, query.kind, query)]
  if (query.author !== undefined) {
    const [author] = await db.select().from(authors).where(eq(authors.name, query.author))
    if (!author) return { items: [] }
    conditions.push(eq(projects.authorUid, author.uid))
  }
  const isOfCategory = eq(projects.category, sql`listed.category`)
  const { rows } = await db.execute(sql`
    SELECT category, (
      SELECT count(*)::integer FROM (
        SELECT FROM ${projects} WHERE ${and(...conditions, isOfCategory)} LIMIT ${CATEGORY_COUNT_MAX + 1}
      ) AS matching
    ) AS count
    FROM unnest(${sql.param([...CATEGORIES[query.kind]])}::text[]) WITH ORDINALITY AS listed (category, place)
    ORDER BY place`)
  return {
    items: rowsSchema
      .parse(rows)
      .filter(({ count }) => count > 0)
      .map(({ category, count }) => ({
        category,
        count: Math.min(count, CATEGORY_COUNT_MAX),
        is_more: count > CATEGORY_COUNT_MAX,
      })),
  }
}
