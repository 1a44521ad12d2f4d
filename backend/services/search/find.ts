import { and, getTableName, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { TOTAL_EXACT_MAX } from '#lib/contract/limits.ts'
import type { SearchSort } from '#lib/contract/search.ts'
import type { Database } from '#backend/db/connect.ts'
import { searchDocuments } from '#backend/db/search-schema.ts'
import type { SearchCursor } from './cursor.ts'
import { expectedIn, type Tier, tierIn, type Tiers } from './tiers.ts'

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

/** Of a single tier. */
const ROW = { tier: sql`0`, id: sql`${projectId}` }

const entrySchema = z.object({
  id: z.string(),
  tier: z.number(),
  value: z.union([z.string(), z.number()]),
})
/** What a cursor holds of a result. */
export type Entry = z.infer<typeof entrySchema>
const fewSchema = z.tuple([z.object({ total: z.number(), page: z.array(entrySchema) })])

/** So many documents that the filters leave are looked at, the best first, before all are read. */
const LOOKED_AT = 5_000

/** Few matches (at most `TOTAL_EXACT_MAX`) are all read, counted and sorted. `null`: they are more. */
export async function findFew(db: Database, wanted: Wanted) {
  const order = ORDERS[wanted.sort]
  const next = behind(order, wanted, { tier: sql`tier`, column: sql`value`, id: sql`id` })
  // Two steps: a limit within the first would let the planner hope to meet the matches by chance.
  const { rows } = await db.execute(sql`
    WITH matching AS MATERIALIZED (
      SELECT ${projectId} AS id, ${tierOf(wanted)} AS tier, ${order.column} AS value
      FROM ${searchDocuments}
      WHERE ${and(wanted.tiers?.any.condition, wanted.filter) ?? sql`true`}
    ), found AS MATERIALIZED (
      SELECT * FROM matching LIMIT ${TOTAL_EXACT_MAX + 1}
    ), page AS (
      SELECT id, tier, value FROM found
      WHERE ${next ?? sql`true`}
      ORDER BY tier, value ${direction(order)}, id ${direction(order)}
      LIMIT ${wanted.limit}
    )
    SELECT (SELECT count(*) FROM found)::integer AS total,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('id', id, 'tier', tier, 'value', ${asJson(order, sql`value`)})
        ORDER BY tier, value ${direction(order)}, id ${direction(order)}), '[]') FROM page) AS page`)
  const [{ total, page }] = fewSchema.parse(rows)
  return total > TOTAL_EXACT_MAX ? null : { total, page }
}

/** Of many matches only the page is read. By relevance the tiers come one after the other. */
export async function findMany(db: Database, wanted: Wanted): Promise<Entry[]> {
  const { tiers, after, limit } = wanted
  const all = await countDocuments(db)
  if (!tiers) return readSome(db, wanted, 1)
  if (wanted.sort !== 'relevance') return readSome(db, wanted, expectedIn(tiers.any, all) / all)
  const page: Entry[] = []
  for (let at = after?.tier ?? 0; at < tiers.all.length && page.length < limit; at += 1) {
    const tier = tiers.all[at]
    if (!tier || tier.counts?.includes(0)) continue
    const one = inTier({ ...wanted, limit: limit - page.length }, tiers, at)
    const found = await readSome(db, one, expectedIn(tier, all) / all)
    page.push(...found.map((entry) => ({ ...entry, tier: at })))
  }
  return page
}

/** The same search for what is in one tier and in none before it. */
function inTier(wanted: Wanted, tiers: Tiers, at: number): Wanted {
  const earlier = tiers.all.slice(0, at).map(({ condition }) => sql`NOT ${condition}`)
  const condition = sql`(${and(tiers.all[at]?.condition, ...earlier)})`
  const rest: Tier = { condition, counts: null }
  const after = wanted.after?.tier === at ? { ...wanted.after, tier: 0 } : undefined
  return { ...wanted, tiers: { all: [rest], any: rest, least: 0 }, after }
}

/**
 * A page of what matches: from the best on along the index of the sort, where so large a share of
 * the documents matches that the page is soon full; else, or if that disappoints, from all matches.
 */
async function readSome(db: Database, wanted: Wanted, share: number): Promise<Entry[]> {
  if (share * LOOKED_AT >= 2 * wanted.limit) {
    const page = await scan(db, wanted)
    if (page.length >= wanted.limit) return page
  }
  return readAll(db, wanted)
}

async function readAll(db: Database, wanted: Wanted): Promise<Entry[]> {
  const order = ORDERS[wanted.sort]
  const next = behind(order, { ...wanted, tiers: null }, { ...ROW, column: order.column })
  const { rows } = await db.execute(sql`
    WITH matching AS MATERIALIZED (
      SELECT ${projectId} AS id, ${order.column} AS value FROM ${searchDocuments}
      WHERE ${and(wanted.tiers?.any.condition, wanted.filter, next) ?? sql`true`}
    )
    SELECT id, 0 AS tier, ${asJson(order, sql`value`)} AS value FROM matching
    ORDER BY matching.value ${direction(order)}, id ${direction(order)} LIMIT ${wanted.limit}`)
  return z.array(entrySchema).parse(rows)
}

async function scan(db: Database, wanted: Wanted): Promise<Entry[]> {
  const order = ORDERS[wanted.sort]
  const next = behind(order, { ...wanted, tiers: null }, { ...ROW, column: order.column })
  const sorted = sql`ORDER BY ${order.column} ${direction(order)}, ${projectId} ${direction(order)}`
  const { rows } = await db.execute(sql`
    SELECT ${projectId} AS id, 0 AS tier, ${asJson(order, order.column)} AS value
    FROM (
      SELECT * FROM ${searchDocuments} WHERE ${and(wanted.filter, next) ?? sql`true`}
      ${sorted} LIMIT ${LOOKED_AT}
    ) AS ${searchDocuments}
    WHERE ${wanted.tiers?.any.condition ?? sql`true`} ${sorted} LIMIT ${wanted.limit}`)
  return z.array(entrySchema).parse(rows)
}

/** How many documents there are, as the planner knows it. */
async function countDocuments(db: Database): Promise<number> {
  const { rows } = await db.execute(sql`
    SELECT greatest(reltuples, 1)::float8 AS documents FROM pg_class
    WHERE oid = ${getTableName(searchDocuments)}::regclass`)
  return z.tuple([z.object({ documents: z.number() })]).parse(rows)[0].documents
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
