import { and, inArray, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Database, Transaction } from './connect.ts'

type Rows = { id: PgColumn; where: SQL | undefined; order: SQL[]; max: number }

/** Deletes what comes after the first `max` rows in the given order. */
export async function keepFirst(
  db: Database | Transaction,
  table: PgTable,
  { id, where, order, max }: Rows,
): Promise<void> {
  const surplus = db
    .select({ id })
    .from(table)
    .where(where)
    .orderBy(...order)
    .offset(max)
  await db.delete(table).where(and(where, inArray(id, surplus)))
}
