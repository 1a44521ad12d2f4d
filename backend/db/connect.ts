import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator'
import { Client, Pool, type PoolClient } from 'pg'
import { isConnectionLost } from './is-unavailable.ts'
import { observePool } from './observe.ts'

/** In milliseconds; a statement that takes longer fails, and the database counts as unavailable. */
const STATEMENT_TIMEOUT_MS = 1_000
/** Wait for a row that another transaction holds, in milliseconds; the caller may try again. */
const LOCK_TIMEOUT_MS = 750
/** Pause within a transaction, in milliseconds: a process that hangs in one keeps its rows from all others. */
const IDLE_TRANSACTION_MS = 10_000
/** In milliseconds. */
const CONNECT_TIMEOUT_MS = 3_000
/** Patience with a server that does not answer: callers get a 503 within 2 s. */
export const SILENT_SERVER_MS = 1_700
/** Arbitrary id of an advisory lock, unique in this database. */
const MIGRATION_LOCK = 7_301_844

type Options = {
  url: string
  /** Maximum number of connections. */
  poolSize: number
  /** How long a connection or an answer may take, in ms. Requests wait for the one of the embedded database. */
  silentMs?: number | undefined
  /** Called with every statement before it is sent. */
  onStatement?: (text: string, values: unknown[]) => void
}

/** Connects lazily: an unreachable server fails each query, not this call. */
export function connect({ url, poolSize, silentMs = CONNECT_TIMEOUT_MS, onStatement }: Options) {
  const pool = new Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: silentMs,
    query_timeout: silentMs,
    // Not as start-up parameters: connection poolers reject unknown ones.
    onConnect: async (client) => {
      await client.query(
        `SET statement_timeout = ${STATEMENT_TIMEOUT_MS}; SET lock_timeout = ${LOCK_TIMEOUT_MS};` +
          `SET idle_in_transaction_session_timeout = ${IDLE_TRANSACTION_MS}; SET jit = off`,
      )
    },
  })
  // The server may close idle connections; the pool opens new ones.
  pool.on('error', () => undefined)
  // Nor may a connection that is lost between two statements of a transaction end the process; the next statement fails.
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
  })
  observePool(pool)
  const options = { logger: onStatement ? { logQuery: onStatement } : false }
  const db = drizzle(pool, options)
  const ofClient = new WeakMap<PoolClient, Pick<typeof db, 'transaction'>>()
  /** Drizzle's own never returns a connection whose BEGIN has failed, until the pool has none left. */
  const transaction: typeof db.transaction = async (work, config) => {
    const client = await pool.connect()
    let isLost = false
    try {
      const own = ofClient.get(client) ?? drizzle(client, options)
      ofClient.set(client, own)
      return await own.transaction(work, config)
    } catch (error) {
      isLost = isConnectionLost(error)
      throw error
    } finally {
      client.release(isLost)
    }
  }
  return Object.assign(db, { transaction, close: () => pool.end() })
}
export type Database = ReturnType<typeof connect>
/** The argument of the callback of `db.transaction`. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]

/**
 * Applies pending migrations. Safe at every start and with concurrent backends. Uses its own connection,
 * because a migration may exceed the statement timeout of requests.
 * @throws Error with a one-sentence message if the database cannot be reached.
 */
export async function migrate(url: string): Promise<void> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  })
  client.on('error', () => undefined)
  try {
    await Promise.race([client.connect(), timeOut()])
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

/** `connectionTimeoutMillis` does not fire for a host name with several addresses. */
async function timeOut(): Promise<never> {
  await setTimeout(CONNECT_TIMEOUT_MS * 2, undefined, { ref: false })
  throw new Error('connection timeout')
}
