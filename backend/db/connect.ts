import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator'
import { Pool } from 'pg'
import * as schema from './schema.ts'

/** A statement may take this long, in milliseconds; then the answer is 503. */
const STATEMENT_TIMEOUT_MS = 1_000
/** A connection must come within this time, in milliseconds. */
const CONNECT_TIMEOUT_MS = 3_000

/** Connects lazily; a server that is away is noticed by the first query and again by each next one. */
export function connect({ url, poolSize }: { url: string; poolSize: number }) {
  const pool = new Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: STATEMENT_TIMEOUT_MS * 3,
    // Not a start-up parameter: poolers in front of PostgreSQL refuse those they do not know.
    onConnect: async (client) => {
      await client.query(`SET statement_timeout = ${STATEMENT_TIMEOUT_MS}`)
    },
  })
  // An idle connection that the server closes is no error of anybody: the pool opens another.
  pool.on('error', () => undefined)
  return Object.assign(drizzle(pool, { schema }), { close: () => pool.end() })
}
export type Database = ReturnType<typeof connect>

/** Brings the database to the newest migration; safe to run at every start. */
export function migrate(db: Database): Promise<void> {
  return runMigrations(db, { migrationsFolder: new URL('migrations', import.meta.url).pathname })
}
