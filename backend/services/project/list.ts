import { and, asc, desc, eq, or, type SQL, sql } from 'drizzle-orm'
import type { Kind } from '#lib/contract/kind.ts'
import { TOTAL_EXACT_MAX } from '#lib/contract/limits.ts'
import type { ListQuery, ProjectList, Sort } from '#lib/contract/list.ts'
import type { Database } from '#backend/db/connect.ts'
import { authors, projects } from '#backend/db/tables.ts'
import { isListed } from '#backend/db/visible.ts'
import { type ProjectRow, selectPage, toProject } from './select.ts'
import { type Cursor, decodeCursor, encodeCursor } from './cursor.ts'
import { filterConditions } from './filters.ts'
import { nextStart, startOf } from './cursor-parts.ts'
import { estimatedTotal, estimateRows, keptEstimates, type Total } from './total.ts'

type Order = {
  column:
    | typeof projects.sortKey
    | typeof projects.popularity
    | typeof projects.downloads
    | typeof projects.updatedAt
  descending: boolean
  /** Converts the column to a cursor value, and a cursor value to SQL. */
  valueOf: (row: ProjectRow['project']) => string | number
  bind: (value: string | number) => SQL
}

const byName = { column: projects.sortKey, valueOf: (row: ProjectRow['project']) => row.sortKey }
const ORDERS: Record<Sort, Order> = {
  name: { ...byName, descending: false, bind: (value) => sql`${value}` },
  '-name': { ...byName, descending: true, bind: (value) => sql`${value}` },
  popular: {
    column: projects.popularity,
    descending: true,
    valueOf: (row) => row.popularity,
    bind: (value) => sql`${value}::float8`,
  },
  downloads: {
    column: projects.downloads,
    descending: true,
    valueOf: (row) => row.downloads,
    bind: (value) => sql`${value}::integer`,
  },
  recent: {
    column: projects.updatedAt,
    descending: true,
    valueOf: (row) => row.updatedAt.getTime(),
    bind: (value) => sql`to_timestamp(${value}::float8 / 1000)`,
  },
}

/**
 * A page of the list of a kind. Keyset pagination on an index (kind, sort column, id): the cost does
 * not depend on the page number.
 * @throws InvalidInputError for a cursor of another sort or a category of another kind.
 */
export async function listProjects(
  db: Database,
  kind: Kind,
  query: ListQuery,
): Promise<ProjectList> {
  const order = ORDERS[query.sort]
  const cursor = query.after === undefined ? undefined : decodeCursor(query.sort, query.after)
  let author: ProjectList['author']
  const conditions = [isListed, ...filterConditions(projects, kind, query)]
  if (query.author !== undefined) {
    // A separate query: the planner has statistics for a literal author, not for a subquery.
    author = await findAuthor(db, query.author)
    if (author?.name !== query.author) return { ...EMPTY, author }
    conditions.push(eq(projects.authorUid, author.uid))
  }
  const filter = and(...conditions)
  const direction = order.descending ? desc : asc
  const from = and(filter, cursor && isAfter(order, cursor))
  const sorted = [direction(order.column), direction(projects.id)]
  const limit = query.limit + 1
  const { os, category, minimum_version, author: name } = query
  const kept = keptEstimates(db)
  const key = JSON.stringify({ kind, os, category, minimum_version, name })
  const known = kept.get(key)
  const rows = await selectPage(db, query.view, {
    where: from,
    sorted,
    limit,
    kind,
    total: known ? undefined : countUpTo(filter),
  })
  const page = rows.slice(0, query.limit)
  const last = rows.length > query.limit ? page.at(-1)?.project : undefined
  const end = nextStart(cursor, page.length)
  const total = known ?? (await totalOf(db, filter, rows[0]?.total))
  if (!known && total.total_is_estimate) kept.set(key, total)
  return {
    items: page.map(toProject),
    ...total,
    next: last
      ? encodeCursor(query.sort, { ...end, value: order.valueOf(last), id: last.id })
      : null,
    ...startOf(cursor),
    ...(author && { author }),
  }
}

/** Finds an author case-insensitively; names are unique regardless of case. */
export async function findAuthor(db: Database, name: string) {
  const isSameFolded = eq(sql`lower(${authors.name})`, sql`lower(${name})`)
  const [author = null] = await db
    .select({ uid: authors.uid, name: authors.name, display_name: authors.displayName })
    .from(authors)
    .where(or(eq(authors.name, name), isSameFolded))
  return author
}

const EMPTY: ProjectList = { items: [], total: 0, total_is_estimate: false, next: null }

function isAfter({ column, descending, bind }: Order, { value, id }: Cursor): SQL {
  const row = sql`(${column}, ${projects.id})`
  return descending ? sql`${row} < (${bind(value)}, ${id})` : sql`${row} > (${bind(value)}, ${id})`
}

/** Number of projects, up to one more than `TOTAL_EXACT_MAX`, for the statement that reads a page of them. */
const countUpTo = (filter: SQL | undefined) =>
  sql<number>`(SELECT count(*)::integer FROM (
    SELECT FROM ${projects} WHERE ${filter ?? sql`true`} LIMIT ${TOTAL_EXACT_MAX + 1}) matching)`

/**
 * Exact up to `TOTAL_EXACT_MAX`, above it the planner's estimate.
 * @param counted with the page; nothing for a page without projects, which may be the one behind the last.
 */
async function totalOf(
  db: Database,
  filter: SQL | undefined,
  counted: number | null | undefined,
): Promise<Total> {
  const total = counted ?? (await countAlone(db, filter))
  if (total <= TOTAL_EXACT_MAX) return { total, total_is_estimate: false }
  return estimatedTotal(await estimateRows(db, projects, filter))
}

async function countAlone(db: Database, filter: SQL | undefined): Promise<number> {
  const [counted] = await db.select({ total: countUpTo(filter) }).from(sql`(SELECT) AS one`)
  return counted?.total ?? 0
}
