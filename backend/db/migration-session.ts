import { Client, DatabaseError } from 'pg'
import { z } from 'zod'
import { setTimeout } from 'node:timers/promises'
import { shortLimit } from '#lib/limits/short-limit.ts'
import { CONNECT_TIMEOUT_MS, SESSION_SETTINGS } from './connect.ts'
import { BACKUP_LOCK, MIGRATION_LOCK } from './migration-files.ts'
import type { SessionKind } from './session-kind.ts'
import {
  around,
  type Blocked,
  blockersOf,
  createWaitLines,
  goesOn,
  holdersOf,
  type Pace,
} from './migration-waits.ts'

const NO_LIMITS = { statement_timeout: 0, lock_timeout: 0, idle_in_transaction_session_timeout: 0 }
/** Of its time for locks, what a statement has at least after slow ones: as long as it takes to see whom it waits for. */
const LEAST_SHARE = 0.2
/** Of the pauses between two attempts, in ms; the first one is doubled up to the last. */
const PAUSE_MS = { first: 500, last: 15_000, look: 1_000 }
/** `lock_not_available`, which is the timeout, and `deadlock_detected`. */
const LOCKED = new Set(['55P03', '40P01'])
const isLocked = (error: unknown) => error instanceof DatabaseError && LOCKED.has(error.code ?? '')

export type Context = {
  url: string
  kind: SessionKind
  client: Client
  /** How long all statements of one transaction together may wait for locks, in ms. */
  lockMs: number
  pace: Pace
  signal: AbortSignal | undefined
  lines: ReturnType<typeof createWaitLines>
}

/** @throws Error with one sentence if the database cannot be reached. */
export async function openClient(url: string): Promise<Client> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: shortLimit(CONNECT_TIMEOUT_MS),
    fallback_application_name: 'keystrip migration',
  })
  client.on('error', () => undefined)
  try {
    await Promise.race([client.connect(), timeOut()])
    return client
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
    throw new Error(`The database cannot be reached${code}; check DATABASE_URL.`, { cause: error })
  }
}

/** `connectionTimeoutMillis` does not fire for a host name with several addresses. */
async function timeOut(): Promise<never> {
  await setTimeout(shortLimit(CONNECT_TIMEOUT_MS) * 2, undefined, { ref: false })
  throw new Error('connection timeout')
}

/** Settings of the session of a server for work outside of transactions. A build that its client has left ends within a second. */
export async function setUpSession(client: Client): Promise<void> {
  for (const [name, value] of Object.entries(NO_LIMITS)) {
    await client.query(`SET ${name} = ${value}`)
  }
  // Refused by servers on Windows.
  await client.query('SET client_connection_check_interval = 1000').catch(() => undefined)
}

const locksSchema = z.object({ alone: z.boolean(), quiet: z.boolean(), pid: z.number() })

/**
 * Tries to take the lock of migrations and the one that backups share: a statement that waited for them would hold up the building of an
 * index, which waits for all statements. @returns who has one of them, and the process of the server.
 */
async function takeLocks(client: Client, scope: 'xact_' | '') {
  const { rows } = await client.query(
    `SELECT pg_try_advisory_${scope}lock($1) AS alone, pg_try_advisory_${scope}lock($2) AS quiet,
      pg_backend_pid() AS pid`,
    [MIGRATION_LOCK, BACKUP_LOCK],
  )
  const { alone, quiet, pid } = locksSchema.parse(rows[0])
  if (alone && quiet) return { pid }
  const holders = await holdersOf(client, alone ? BACKUP_LOCK : MIGRATION_LOCK)
  if (scope === '') await freeLocks(client, { alone, quiet })
  const what = alone ? 'a backup' : 'the migration of another backend'
  return { pid, holder: holders ? `${what}, ${holders.text}` : what }
}

async function freeLocks(client: Client, has: { alone: boolean; quiet: boolean }): Promise<void> {
  if (has.alone) await client.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK])
  if (has.quiet) await client.query('SELECT pg_advisory_unlock($1)', [BACKUP_LOCK])
}

type Run = (statement: string, values?: unknown[]) => Promise<unknown>

/**
 * Does work in a transaction under the locks, as often as it takes to get the locks of its tables: all its statements wait for them no
 * longer than `lockMs` together, with what they take themselves, since those that come later wait behind it; after that each a fifth of it at most.
 */
export async function inTransaction(
  context: Context,
  what: string,
  work: (run: Run) => Promise<void>,
): Promise<void> {
  const { client, kind, lockMs } = context
  await repeat(context, what, async (watcher) => {
    await client.query('BEGIN')
    try {
      const limits = Object.entries({ ...SESSION_SETTINGS, ...NO_LIMITS })
      await client.query(limits.map(([name, value]) => `SET LOCAL ${name} = ${value}`).join('; '))
      const { holder, pid } = await takeLocks(client, 'xact_')
      if (holder !== undefined) {
        await client.query('ROLLBACK')
        return holder
      }
      const begun = performance.now()
      await work(async (statement, values) => {
        const left = Math.round(
          Math.max(lockMs - (performance.now() - begun), lockMs * LEAST_SHARE),
        )
        if (kind !== 'embedded') await client.query(`SET LOCAL lock_timeout = ${left}`)
        await watcher.watched(client.query(statement, values), { pid, firstMs: left / 2 })
      })
      await client.query('COMMIT')
      return undefined
    } catch (error) {
      await client.query('ROLLBACK').catch(() => undefined)
      throw error
    }
  })
}

/** Does work outside of a transaction, under the locks as those of the session: `direct` only. */
export async function inSession(
  context: Context,
  what: string,
  work: (run: Run) => Promise<void>,
): Promise<void> {
  const { client } = context
  await repeat(context, what, async (watcher) => {
    const { holder, pid } = await takeLocks(client, '')
    if (holder !== undefined) return holder
    try {
      await work((statement, values) =>
        watcher.watched(client.query(statement, values), { pid, firstMs: PAUSE_MS.look, what }),
      )
      return undefined
    } finally {
      await freeLocks(client, { alone: true, quiet: true }).catch(() => undefined)
    }
  })
}

/** @param attempt is done again while it returns whom it waits for, or fails since a lock was not free. */
async function repeat(
  context: Context,
  what: string,
  attempt: (watcher: Watcher) => Promise<string | undefined>,
): Promise<void> {
  const { pace, signal, lines } = context
  const watcher = createWatcher(context)
  try {
    for (let pauseMs = PAUSE_MS.first; ; pauseMs = Math.min(pauseMs * 2, PAUSE_MS.last)) {
      signal?.throwIfAborted()
      try {
        const holder = await attempt(watcher)
        if (holder === undefined) return
        lines.waits(what, holder)
        pauseMs = PAUSE_MS.first
      } catch (error) {
        if (!isLocked(error)) throw error
        await untilFree(context, what, watcher.blocked())
      }
      await pace.pause(around(pauseMs), signal)
    }
  } finally {
    lines.ended()
    await watcher.close()
  }
}

/** Those that wait behind it go on before the next attempt, which comes when those that it waits for have ended. */
async function untilFree(context: Context, what: string, blocked: Blocked | undefined) {
  const { client, pace, signal, lines } = context
  if (!blocked) return
  do {
    lines.waits(what, blocked.text)
    await pace.pause(around(PAUSE_MS.look), signal)
  } while (await goesOn(client, blocked))
}

type Watcher = ReturnType<typeof createWatcher>
/** `pid`: process of the server that runs the statement; `what` is given if it may wait as long as it takes. */
type Watched = { pid: number; firstMs: number; what?: string }

/** Looks from another session whom a statement waits for, and cancels it when this process is stopped. */
function createWatcher({ url, kind, pace, signal, lines }: Context) {
  let other: Promise<Client> | undefined
  let blocked: Blocked | undefined
  const ask = async <T>(question: (asked: Client) => Promise<T>) => {
    other ??= openClient(url)
    // It only watches: what it cannot see does not stop the migration.
    return other.then(question).catch(() => void (other = undefined))
  }

  async function watched(statement: Promise<unknown>, { pid, firstMs, what }: Watched) {
    if (kind === 'embedded') return statement
    blocked = undefined
    const done = new AbortController()
    const end = () => done.abort()
    const settled = statement.then(end, end)
    const stop = () => void ask((asked) => asked.query('SELECT pg_cancel_backend($1)', [pid]))
    signal?.addEventListener('abort', stop)
    for (let waitMs = firstMs; !done.signal.aborted; waitMs = PAUSE_MS.look) {
      await pace.pause(waitMs, done.signal).catch(() => undefined)
      if (done.signal.aborted) break
      const found = await ask((asked) => blockersOf(asked, pid))
      if (!found) continue
      blocked = found
      if (what !== undefined) lines.waits(what, found.text)
    }
    await settled
    signal?.removeEventListener('abort', stop)
    return statement
  }
  return {
    watched,
    blocked: () => blocked,
    close: async () => (await other?.catch(() => undefined))?.end().catch(() => undefined),
  }
}
