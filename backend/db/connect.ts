import { drizzle } from 'drizzle-orm/node-postgres'
import { Pool, type PoolClient } from 'pg'
import { shortLimit } from '#lib/limits/short-limit.ts'
import { isConnectionLost } from './is-unavailable.ts'
import { observePool } from './observe.ts'
import { prepareStatements } from './prepare.ts'
import { kindOf } from './session-kind.ts'

/** In milliseconds; a statement that takes longer fails, and the database counts as unavailable. */
const STATEMENT_TIMEOUT_MS = 1_000
/** Wait for a row that another transaction holds, in milliseconds; the caller may try again. */
const LOCK_TIMEOUT_MS = 750
/** Pause within a transaction, in milliseconds: a process that hangs in one keeps its rows from all others. */
const IDLE_TRANSACTION_MS = 10_000
/** Settings of every session (decision 145). */
export const SESSION_SETTINGS = {
  statement_timeout: shortLimit(STATEMENT_TIMEOUT_MS),
  lock_timeout: shortLimit(LOCK_TIMEOUT_MS),
  idle_in_transaction_session_timeout: IDLE_TRANSACTION_MS,
  jit: 'off',
}
/** In milliseconds. */
export const CONNECT_TIMEOUT_MS = 3_000
/** Patience with a server that does not answer: callers get a 503 within 2 s. */
export const SILENT_SERVER_MS = 1_700

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
export function connect({
  url,
  poolSize,
  silentMs = shortLimit(CONNECT_TIMEOUT_MS),
  onStatement,
}: Options) {
  const pool = new Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: silentMs,
    query_timeout: silentMs,
    // Not as start-up parameters: connection poolers reject unknown ones.
    onConnect: async (client) => {
      const settings = Object.entries(SESSION_SETTINGS)
      await client.query(settings.map(([name, value]) => `SET ${name} = ${value}`).join('; '))
      if ((await kindOf(client)) !== 'pooled') prepareStatements(client)
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
