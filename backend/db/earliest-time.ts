import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from './connect.ts'

const rowSchema = z.object({ ms: z.coerce.number() })

/** The earlier of a time and that of the database's clock, for what cannot be undone: one clock that is ahead does it too early. */
export async function earliestTime(db: Database, now: Date): Promise<Date> {
  const { rows } = await db.execute(sql`SELECT extract(epoch FROM clock_timestamp()) * 1000 AS ms`)
  return new Date(Math.min(now.getTime(), rowSchema.parse(rows[0]).ms))
}
