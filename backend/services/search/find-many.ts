import { and, getTableName, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '#backend/db/connect.ts'
import { searchDocuments } from '#backend/db/tables.ts'
import { estimateRows } from '#backend/services/project/total.ts'
import { cursorValue, directionOf, isAfter, ORDERS } from './order.ts'
import { type PageEntry, entrySchema, type ResultsRequest } from './page-request.ts'
import { onlyIn, tierIndex } from './tier-order.ts'
import { expectedMatches, type Tiers } from './tiers.ts'

/** Documents that a scan of the sort index reads at most before all matches are sorted instead. */
const SCANNED_MAX = 5_000
/**
 * Widths of the bands of ranks in which matches are read after a scan without success: popular
 * documents may have other words than the rest. Four ranks are a factor of two of popularity.
 */
const BANDS = [12, 16, 32]

/** Reads one page of many matches. By relevance, tier after tier. */
export async function findMany(db: Database, request: ResultsRequest): Promise<PageEntry[]> {
  const { tiers, after, limit } = request
  const total = await countDocuments(db)
  if (!tiers) return readPage(db, request, 1)
  if (request.sort !== 'relevance') {
    return readPage(db, request, expectedMatches(tiers.any.counts, total) / total)
  }
  const page: PageEntry[] = []
  for (let index = after?.tier ?? 0; index < tiers.all.length && page.length < limit; index += 1) {
    const tier = tiers.all[index]
    if (!tier || tier.ways?.every((counts) => counts.includes(0))) continue
    const tierRequest = onlyTier({ ...request, limit: limit - page.length }, tiers, index)
    const expected = tier.ways
      ? tier.ways.reduce((sum, counts) => sum + expectedMatches(counts, total), 0)
      : await estimateRows(db, searchDocuments, tier.condition)
    const isScanned = !isFew(expected / total, tierRequest.limit)
    let entries = isScanned ? await scanIndex(db, tierRequest) : await sortMatches(db, tierRequest)
    if (isScanned && entries.length < tierRequest.limit) {
      // The popular documents under the filter are not in this tier: the others are read once, not once for each tier.
      if (request.filter) return [...page, ...(await sortTiers(db, tierRequest, { tiers, index }))]
      entries = await sortTier(db, tierRequest)
    }
    page.push(...entries.map((entry) => ({ ...entry, tier: index })))
  }
  return page
}

/** The request for documents in one tier and in none before it. */
function onlyTier(request: ResultsRequest, tiers: Tiers, index: number): ResultsRequest {
  const condition = sql`(${and(...onlyIn(tiers, index))})`
  const tier = { condition, counts: null, level: null, added: condition, ways: null }
  const after = request.after?.tier === index ? { ...request.after, tier: 0 } : undefined
  const only = { all: [tier], any: tier, estimated: condition, least: 0 }
  return { ...request, tiers: only, after }
}

/**
 * Scans the index of the sort if a large share of the documents is expected to match, so that the page
 * fills quickly; otherwise, or if the scan does not fill the page, sorts the matches.
 */
async function readPage(
  db: Database,
  request: ResultsRequest,
  share: number,
): Promise<PageEntry[]> {
  if (isFew(share, request.limit)) return sortMatches(db, request)
  const page = await scanIndex(db, request)
  return page.length >= request.limit ? page : sortTier(db, request)
}

/** Whether a scan is not expected to fill a page. */
const isFew = (share: number, limit: number) => share * SCANNED_MAX < 2 * limit

/** Sorts the matches where a scan does not fill the page. */
function sortTier(db: Database, request: ResultsRequest): Promise<PageEntry[]> {
  // A filter may leave nothing in any band: its matches are read once.
  const isByRank = ORDERS[request.sort] === ORDERS.relevance
  return isByRank && !request.filter ? sortBands(db, request) : sortMatches(db, request)
}

/** Sorts the matches in bands of ranks, the best first, until the page is full. */
async function sortBands(db: Database, request: ResultsRequest): Promise<PageEntry[]> {
  const { rank } = searchDocuments
  const start = request.after ? Number(request.after.value) : await readScannedRank(db)
  const page: PageEntry[] = []
  let upTo: number | null = null
  for (const width of [...BANDS, null]) {
    const from: number | null = width === null ? null : (upTo ?? start) - width
    const band = and(
      from === null ? undefined : sql`${rank} >= ${from}::integer`,
      upTo === null ? undefined : sql`${rank} < ${upTo}::integer`,
    )
    const limit = request.limit - page.length
    page.push(...(await sortMatches(db, { ...request, limit }, band)))
    if (page.length >= request.limit) break
    upTo = from
  }
  return page
}

/** The rank at which a scan of all documents ends. */
async function readScannedRank(db: Database): Promise<number> {
  const { rank, projectId } = searchDocuments
  const { rows } = await db.execute(sql`
    SELECT coalesce((
      SELECT ${rank} FROM ${searchDocuments} ORDER BY ${rank} DESC, ${projectId} DESC
      OFFSET ${SCANNED_MAX} LIMIT 1
    ), 0) AS rank`)
  return z.tuple([z.object({ rank: z.number() })]).parse(rows)[0].rank
}

/** Reads all matches of a band and sorts them; `OFFSET 0` keeps the planner from scanning the sort index. */
async function sortMatches(
  db: Database,
  request: ResultsRequest,
  band?: SQL,
): Promise<PageEntry[]> {
  const { tiers, filter, sort, limit } = request
  const order = ORDERS[sort]
  const direction = directionOf(order)
  const { rows } = await db.execute(sql`
    SELECT id, 0 AS tier, ${cursorValue(order, sql`value`)} AS value
    FROM (
      SELECT ${searchDocuments.projectId} AS id, ${order.column} AS value FROM ${searchDocuments}
      WHERE ${and(tiers?.any.condition, filter, band, afterCursor(request)) ?? sql`true`} OFFSET 0
    ) AS matching
    ORDER BY matching.value ${direction}, id ${direction} LIMIT ${limit}`)
  return z.array(entrySchema).parse(rows)
}

/** Reads all matches under a filter that are in tier `index` or a later one. */
async function sortTiers(
  db: Database,
  { filter, after, limit }: ResultsRequest,
  { tiers, index }: { tiers: Tiers; index: number },
): Promise<PageEntry[]> {
  const { rank, projectId } = searchDocuments
  const isLater = after
    ? isAfter(ORDERS.relevance, after, { value: sql`value`, id: sql`id` })
    : sql`true`
  const { rows } = await db.execute(sql`
    WITH matching AS MATERIALIZED (
      SELECT ${projectId} AS id, ${tierIndex(tiers)} AS tier, ${rank} AS value
      FROM ${searchDocuments} WHERE ${and(tiers.any.condition, filter)}
    )
    SELECT id, tier, value FROM matching
    WHERE tier > ${index}::integer OR (tier = ${index}::integer AND ${isLater})
    ORDER BY tier, value DESC, id DESC LIMIT ${limit}`)
  return z.array(entrySchema).parse(rows)
}

async function scanIndex(db: Database, request: ResultsRequest): Promise<PageEntry[]> {
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

function afterCursor({ after, sort }: ResultsRequest): SQL | undefined {
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
