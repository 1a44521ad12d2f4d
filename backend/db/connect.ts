import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator'
import { Client, Pool } from 'pg'
import * as accountSchema from './account-schema.ts'
import * as drawingSchema from './drawing-schema.ts'
import * as pluginSchema from './plugin-schema.ts'
import * as schema from './schema.ts'
import * as searchSchema from './search-schema.ts'

/** A statement may take this long, in milliseconds; then the answer is 503. */
const STATEMENT_TIMEOUT_MS = 1_000
/** A connection must come within this time, in milliseconds. */
const CONNECT_TIMEOUT_MS = 3_000
/** Any number that nobody else locks in the same database. */
const MIGRATION_LOCK = 7_301_844

/** Connects lazily; a server that is away is noticed by the first query and again by each next one. */
export function connect({ url, poolSize }: { url: string; poolSize: number }) {
  const pool = new Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: STATEMENT_TIMEOUT_MS * 3,
    // Not a start-up parameter: poolers in front of PostgreSQL refuse those they do not know.
    onConnect: async (client) => {
      await client.query(`SET statement_timeout = ${STATEMENT_TIMEOUT_MS}; SET jit = off`)
    },
  })
  // An idle connection that the server closes is no error of anybody: the pool opens another.
  pool.on('error', () => undefined)
  return Object.assign(
    drizzle(pool, {
      schema: { ...schema, ...accountSchema, ...drawingSchema, ...pluginSchema, ...searchSchema },
    }),
    {
      close: () => pool.end(),
    },
  )
}
export type Database = ReturnType<typeof connect>
/** What `db.transaction` hands to its work. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]

/**
 * Brings the database to the newest migration; safe to run at every start and by several backends
 * at once. It has a connection of its own, because a migration may take longer than a request may.
 * @throws Error with one sentence where the database cannot be reached.
 */
export async function migrate(url: string): Promise<void> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  })
  client.on('error', () => undefined)
  try {
    await Promise.race([client.connect(), refuseLate()])
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
    throw new Error(`The database cannot be reached${code}; check DATABASE_URL.`, { cause: error })
  }
  try {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK])
    const migrationsFolder = path.join(import.meta.dirname, 'migrations')
    await runMigrations(drizzle(client), { migrationsFolder })
    await client.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK])
  } finally {
    await client.end()
  }
}

/** The driver's own limit has been seen not to fire where a name leads to several addresses. */
async function refuseLate(): Promise<never> {
  await setTimeout(CONNECT_TIMEOUT_MS * 2, undefined, { ref: false })
  throw new Error('no answer in time')
}
