import { and, asc, desc, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Kind } from '#lib/contract/kind.ts'
import { TOTAL_EXACT_MAX } from '#lib/contract/limits.ts'
import type { ListQuery, ProjectList, Sort } from '#lib/contract/list.ts'
import type { Database } from '#backend/db/connect.ts'
import { authors, projects } from '#backend/db/schema.ts'
import { type ProjectRow, selectProjects, toProject } from './columns.ts'
import { type Cursor, decodeCursor, encodeCursor } from './cursor.ts'
import { filterConditions } from './filters.ts'
import { estimatedTotal, estimateRows } from './total.ts'

type Order = {
  column: typeof projects.sortKey | typeof projects.popularity | typeof projects.updatedAt
  descending: boolean
  /** The row's value as the cursor holds it, and back. */
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
  recent: {
    column: projects.updatedAt,
    descending: true,
    valueOf: (row) => row.updatedAt.getTime(),
    bind: (value) => sql`to_timestamp(${value}::float8 / 1000)`,
  },
}

/**
 * A page of a kind's list: what comes after the cursor, in the sort, by an index on
 * (kind, key, id). Its cost does not grow with the number of pages before it.
 * @throws BadRequest for a cursor of another sort or a category of another kind.
 */
export async function listProjects(
  db: Database,
  kind: Kind,
  query: ListQuery,
): Promise<ProjectList> {
  const order = ORDERS[query.sort]
  const cursor = query.after === undefined ? undefined : decodeCursor(query.sort, query.after)
  let author: ProjectList['author']
  const conditions = [isNull(projects.hiddenAt), ...filterConditions(projects, kind, query)]
  if (query.author !== undefined) {
    // Looked up first: the planner knows how much one author has, but not what a subquery finds.
    author = await findAuthor(db, query.author)
    if (author?.name !== query.author) return { ...NOTHING, author }
    conditions.push(eq(projects.authorUid, author.uid))
  }
  const filter = and(...conditions)
  const direction = order.descending ? desc : asc
  const rows = await selectProjects(db)
    .where(and(filter, cursor && isBehind(order, cursor)))
    .orderBy(direction(order.column), direction(projects.id))
    .limit(query.limit + 1)
  const page = rows.slice(0, query.limit)
  const last = rows.length > query.limit ? page.at(-1)?.project : undefined
  return {
    items: page.map(toProject),
    ...(await countProjects(db, filter)),
    next: last ? encodeCursor(query.sort, { value: order.valueOf(last), id: last.id }) : null,
    ...(author && { author }),
  }
}

/** The author of a name whatever the case; names are unique without it. */
async function findAuthor(db: Database, name: string) {
  const folded = eq(sql`lower(${authors.name})`, sql`lower(${name})`)
  const [author = null] = await db
    .select()
    .from(authors)
    .where(or(eq(authors.name, name), folded))
  return author
}

const NOTHING: ProjectList = { items: [], total: 0, total_is_estimate: false, next: null }

function isBehind({ column, descending, bind }: Order, { value, id }: Cursor): SQL {
  const row = sql`(${column}, ${projects.id})`
  return descending ? sql`${row} < (${bind(value)}, ${id})` : sql`${row} > (${bind(value)}, ${id})`
}

/** Exact up to `TOTAL_EXACT_MAX`; above it what the planner thinks, which costs nothing. */
async function countProjects(db: Database, filter: SQL | undefined) {
  const some = db
    .select({ one: sql`1`.as('one') })
    .from(projects)
    .where(filter)
    .limit(TOTAL_EXACT_MAX + 1)
    .as('some')
  const [counted] = await db.select({ total: sql<number>`count(*)::integer` }).from(some)
  const total = counted?.total ?? 0
  if (total <= TOTAL_EXACT_MAX) return { total, total_is_estimate: false }
  return estimatedTotal(await estimateRows(db, projects, filter))
}
