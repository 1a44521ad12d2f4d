import { type SQL, sql } from 'drizzle-orm'
import type { SearchSort } from '#lib/contract/search.ts'
import { searchDocuments } from '#backend/db/tables.ts'
import type { SearchCursor } from './cursor.ts'

type Bind = (value: string | number) => SQL
/** A sort column, and how the value of a cursor is bound to a parameter. */
type Order = { column: SQL; isDescending: boolean; bind: Bind }

const { rank, sortKey, updatedAt } = searchDocuments
const bindText: Bind = (value) => sql`${value}`
const byRank: Order = {
  column: sql`${rank}`,
  isDescending: true,
  bind: (value) => sql`${value}::integer`,
}
export const ORDERS: Record<SearchSort, Order> = {
  relevance: byRank,
  popular: byRank,
  name: { column: sql`${sortKey}`, isDescending: false, bind: bindText },
  '-name': { column: sql`${sortKey}`, isDescending: true, bind: bindText },
  recent: {
    column: sql`${updatedAt}`,
    isDescending: true,
    bind: (value) => sql`to_timestamp(${value}::float8 / 1000)`,
  },
}

export const directionOf = ({ isDescending }: Order) => (isDescending ? sql`DESC` : sql`ASC`)

/** The value of the sort column as a cursor holds it: timestamps in milliseconds. */
export function cursorValue(order: Order, column: SQL): SQL {
  return order === ORDERS.recent ? sql`(extract(epoch FROM ${column}) * 1000)::float8` : column
}

/** The condition for rows after a cursor, regardless of tiers. */
export function isAfter(
  { isDescending, bind }: Order,
  { value, id }: SearchCursor,
  columns: Record<'value' | 'id', SQL>,
): SQL {
  const row = sql`(${columns.value}, ${columns.id})`
  const last = sql`(${bind(value)}, ${id})`
  return isDescending ? sql`${row} < ${last}` : sql`${row} > ${last}`
}
