import { and, getTableName, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '#backend/db/connect.ts'
import { searchDocuments } from '#backend/db/search-schema.ts'
import { cursorValue, directionOf, isAfter, ORDERS } from './order.ts'
import { type Entry, entrySchema, type PageRequest } from './page-request.ts'
import { expectedMatches, onlyIn, type Tier, type Tiers } from './tiers.ts'

/** Documents that a scan of the sort index reads at most before all matches are sorted instead. */
const SCANNED_MAX = 5_000

/** Reads one page of many matches. By relevance, tier after tier. */
export async function findMany(db: Database, request: PageRequest): Promise<Entry[]> {
  const { tiers, after, limit } = request
  const total = await countDocuments(db)
  if (!tiers) return readPage(db, request, 1)
  if (request.sort !== 'relevance') {
    return readPage(db, request, expectedMatches(tiers.any, total) / total)
  }
  const page: Entry[] = []
  for (let index = after?.tier ?? 0; index < tiers.all.length && page.length < limit; index += 1) {
    const tier = tiers.all[index]
    if (!tier || tier.counts?.includes(0)) continue
    const tierRequest = onlyTier({ ...request, limit: limit - page.length }, tiers, index)
    const entries = await readPage(db, tierRequest, expectedMatches(tier, total) / total)
    page.push(...entries.map((entry) => ({ ...entry, tier: index })))
  }
  return page
}

/** The request for documents in one tier and in none before it. */
function onlyTier(request: PageRequest, tiers: Tiers, index: number): PageRequest {
  const condition = sql`(${and(...onlyIn(tiers, index))})`
  const tier: Tier = { condition, counts: null }
  const after = request.after?.tier === index ? { ...request.after, tier: 0 } : undefined
  const only = { all: [tier], direct: 1, any: tier, estimated: condition, least: 0 }
  return { ...request, tiers: only, after }
}

/**
 * Scans the index of the sort if a large share of the documents is expected to match, so that the page
 * fills quickly; otherwise, or if the scan does not fill the page, sorts all matches.
 */
async function readPage(db: Database, request: PageRequest, share: number): Promise<Entry[]> {
  if (share * SCANNED_MAX >= 2 * request.limit) {
    const page = await scanIndex(db, request)
    if (page.length >= request.limit) return page
  }
  return sortMatches(db, request)
}

async function sortMatches(db: Database, request: PageRequest): Promise<Entry[]> {
  const { tiers, filter, sort, limit } = request
  const order = ORDERS[sort]
  const direction = directionOf(order)
  const { rows } = await db.execute(sql`
    WITH matching AS MATERIALIZED (
      SELECT ${searchDocuments.projectId} AS id, ${order.column} AS value FROM ${searchDocuments}
      WHERE ${and(tiers?.any.condition, filter, afterCursor(request)) ?? sql`true`}
    )
    SELECT id, 0 AS tier, ${cursorValue(order, sql`value`)} AS value FROM matching
    ORDER BY matching.value ${direction}, id ${direction} LIMIT ${limit}`)
  return z.array(entrySchema).parse(rows)
}

async function scanIndex(db: Database, request: PageRequest): Promise<Entry[]> {
  const { tiers, filter, sort, limit } = request
  const order = ORDERS[sort]
  const { projectId } = searchDocuments
  const sorted = sql`ORDER BY ${order.column} ${directionOf(order)}, ${projectId} ${directionOf(order)}`
  const { rows } = await db.execute(sql`
    SELECT ${projectId} AS id, 0 AS tier, ${cursorValue(order, order.column)} AS value
    FROM (
      SELECT * FROM ${searchDocuments} WHERE ${and(filter, afterCursor(request)) ?? sql`true`}
      ${sorted} LIMIT ${SCANNED_MAX}
    ) AS ${searchDocuments}
    WHERE ${tiers?.any.condition ?? sql`true`} ${sorted} LIMIT ${limit}`)
  return z.array(entrySchema).parse(rows)
}

function afterCursor({ after, sort }: PageRequest): SQL | undefined {
  const order = ORDERS[sort]
  const columns = { value: order.column, id: sql`${searchDocuments.projectId}` }
  return after && isAfter(order, after, columns)
}

/** The planner's estimate of the number of documents. */
async function countDocuments(db: Database): Promise<number> {
  const { rows } = await db.execute(sql`
    SELECT greatest(reltuples, 1)::float8 AS documents FROM pg_class
    WHERE oid = ${getTableName(searchDocuments)}::regclass`)
  return z.tuple([z.object({ documents: z.number() })]).parse(rows)[0].documents
}
