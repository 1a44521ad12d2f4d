import { and, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { TOTAL_EXACT_MAX } from '#lib/contract/limits.ts'
import type { SearchSort } from '#lib/contract/search.ts'
import type { Database } from '#backend/db/connect.ts'
import { searchDocuments } from '#backend/db/schema.ts'
import type { SearchCursor } from './cursor.ts'
import { tierIn, type Tiers } from './tiers.ts'

type Order = { column: SQL; isDescending: boolean; bind: (value: string | number) => SQL }

const { projectId, rank, sortKey, updatedAt } = searchDocuments
const plain = (value: string | number) => sql`${value}`
const byRank = {
  column: sql`${rank}`,
  isDescending: true,
  bind: (value: string | number) => sql`${value}::integer`,
}
const ORDERS: Record<SearchSort, Order> = {
  relevance: byRank,
  popular: byRank,
  name: { column: sql`${sortKey}`, isDescending: false, bind: plain },
  '-name': { column: sql`${sortKey}`, isDescending: true, bind: plain },
  recent: {
    column: sql`${updatedAt}`,
    isDescending: true,
    bind: (value) => sql`to_timestamp(${value}::float8 / 1000)`,
  },
}

export type Wanted = {
  /** `null`: everything, and no tiers. */
  tiers: Tiers | null
  filter: SQL | undefined
  sort: SearchSort
  after: SearchCursor | undefined
  limit: number
}

const entrySchema = z.object({
  id: z.string(),
  tier: z.number(),
  value: z.union([z.string(), z.number()]),
})
/** What a cursor holds of a result. */
export type Entry = z.infer<typeof entrySchema>
const fewSchema = z.tuple([z.object({ total: z.number(), page: z.array(entrySchema) })])

/**
 * Few matches (at most `TOTAL_EXACT_MAX`) are all read, counted and sorted. `null`: they are many.
 */
export async function findFew(db: Database, wanted: Wanted) {
  const isSurelyMany = !wanted.filter && (wanted.tiers?.any.least ?? 0) > TOTAL_EXACT_MAX
  if (isSurelyMany) return null
  const order = ORDERS[wanted.sort]
  const { rows } = await db.execute(sql`
    WITH found AS MATERIALIZED (
      SELECT ${projectId} AS id, ${tierOf(wanted)} AS tier, ${order.column} AS value
      FROM ${searchDocuments}
      WHERE ${and(wanted.tiers?.any.condition, wanted.filter) ?? sql`true`}
      LIMIT ${TOTAL_EXACT_MAX + 1}
    ), page AS (
      SELECT id, tier, value FROM found
      WHERE ${behind(order, wanted, { tier: sql`tier`, column: sql`value`, id: sql`id` }) ?? sql`true`}
      ORDER BY tier, value ${direction(order)}, id ${direction(order)}
      LIMIT ${wanted.limit}
    )
    SELECT (SELECT count(*) FROM found)::integer AS total,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('id', id, 'tier', tier, 'value', ${asJson(order, sql`value`)})
        ORDER BY tier, value ${direction(order)}, id ${direction(order)}), '[]') FROM page) AS page`)
  const [{ total, page }] = fewSchema.parse(rows)
  return total > TOTAL_EXACT_MAX ? null : { total, page }
}

/**
 * Of many matches only the page is read, along the index of the sort: as they are many, it is full
 * soon. By relevance the tiers come one after the other, each as few or as many.
 */
export async function findMany(db: Database, wanted: Wanted): Promise<Entry[]> {
  const { tiers, after, limit } = wanted
  if (!tiers || wanted.sort !== 'relevance') return scan(db, wanted)
  const page: Entry[] = []
  // What the tiers before hold of the documents that this one holds for; unknown on later pages.
  let before = after ? Infinity : 0
  for (let tier = after?.tier ?? 0; tier < tiers.all.length; tier += 1) {
    const one = inTier({ ...wanted, limit: limit - page.length }, tiers, tier, before)
    const few = await findFew(db, one)
    page.push(...(few ? few.page : await scan(db, one)).map((entry) => ({ ...entry, tier })))
    if (page.length >= limit) break
    before += few ? few.total : Infinity
  }
  return page
}

/** The same search for what is in one tier and in none before it. */
function inTier(wanted: Wanted, tiers: Tiers, tier: number, before: number): Wanted {
  const { condition, least } = tiers.all[tier] ?? { condition: sql`false`, least: 0 }
  const earlier = tiers.all.slice(0, tier).map((one) => sql`NOT ${one.condition}`)
  const rest = {
    condition: sql`(${and(condition, ...earlier)})`,
    least: Math.max(0, least - before),
  }
  const { after } = wanted
  return {
    ...wanted,
    tiers: { all: [rest], any: rest },
    after: after?.tier === tier ? { ...after, tier: 0 } : undefined,
  }
}

async function scan(db: Database, wanted: Wanted): Promise<Entry[]> {
  const order = ORDERS[wanted.sort]
  const columns = { tier: sql`0`, column: order.column, id: sql`${projectId}` }
  const next = behind(order, { ...wanted, tiers: null }, columns)
  const { rows } = await db.execute(sql`
    SELECT ${projectId} AS id, 0 AS tier, ${asJson(order, order.column)} AS value
    FROM ${searchDocuments}
    WHERE ${and(wanted.tiers?.any.condition, wanted.filter, next) ?? sql`true`}
    ORDER BY ${order.column} ${direction(order)}, ${projectId} ${direction(order)}
    LIMIT ${wanted.limit}`)
  return z.array(entrySchema).parse(rows)
}

const tierOf = ({ tiers, sort }: Wanted) => (tiers && sort === 'relevance' ? tierIn(tiers) : sql`0`)

const direction = ({ isDescending }: Order) => (isDescending ? sql`DESC` : sql`ASC`)

/** What comes after the cursor. */
function behind(
  { isDescending, bind }: Order,
  { after, tiers, sort }: Wanted,
  { tier, column, id }: Record<'tier' | 'column' | 'id', SQL>,
): SQL | undefined {
  if (!after) return undefined
  const row = sql`(${column}, ${id})`
  const last = sql`(${bind(after.value)}, ${after.id})`
  const next = isDescending ? sql`${row} < ${last}` : sql`${row} > ${last}`
  if (!tiers || sort !== 'relevance') return next
  return sql`(${tier} > ${after.tier}::integer OR (${tier} = ${after.tier}::integer AND ${next}))`
}

/** Moments leave the database as the milliseconds that a cursor holds. */
function asJson(order: Order, column: SQL): SQL {
  return order === ORDERS.recent ? sql`(extract(epoch FROM ${column}) * 1000)::float8` : column
}
