import { setTimeout } from 'node:timers/promises'
import type { Client } from 'pg'
import { z } from 'zod'

/** Times of a migration; tests have their own. */
export type Pace = {
  /** The clock, in ms. */
  now: () => number
  /** Rejects when the signal aborts. */
  pause: (ms: number, signal?: AbortSignal) => Promise<void>
}
export const PACE: Pace = {
  now: () => performance.now(),
  pause: (ms, signal) => setTimeout(ms, undefined, { signal }),
}

/** After so many ms there is a line about a wait again; after the last one, that often. */
const AGAIN_MS = [0, 10_000, 60_000, 300_000, 900_000, 1_800_000]

const sessionSchema = z.object({
  pid: z.number(),
  role: z.string().nullable(),
  application: z.string().nullable(),
  state: z.string().nullable(),
  since: z.string().nullable(),
  kind: z.string().nullable(),
  what: z.string().nullable(),
  transaction: z.string().nullable(),
})
type Session = z.infer<typeof sessionSchema>
/** Who has what, and the ids of their transactions: those end once, while a session may begin another one. */
export type Blocked = { text: string; transactions: string[] }

/** Only the first word of a statement: the rest may have what users have written. */
const SESSION = `a.pid, a.usename::text AS role, left(a.application_name, 60) AS application, a.state,
  to_char(a.xact_start AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS since,
  substring(a.query FROM '^\\s*([A-Za-z]+)') AS kind,
  (SELECT min(virtualtransaction) FROM pg_locks h WHERE h.pid = a.pid AND h.granted) AS transaction`

/** Whom the session waits for; `undefined` while it waits for none. @param pid of the session's process. */
export async function blockersOf(client: Client, pid: number): Promise<Blocked | undefined> {
  const { rows } = await client.query(
    // What it waits for is read once: after its end there would be no name of a table beside those that it has waited for.
    `WITH awaited AS MATERIALIZED (
        SELECT relation::regclass::text AS what FROM pg_locks WHERE pid = $1 AND NOT granted LIMIT 1)
      SELECT ${SESSION}, awaited.what FROM awaited, pg_stat_activity a
      WHERE a.pid = ANY(pg_blocking_pids($1)) ORDER BY a.xact_start`,
    [pid],
  )
  return describe(rows, (what) => (what === null ? '' : `${what}, used by `))
}

/** Who has an advisory lock of this database; `undefined` if it is free. */
export async function holdersOf(client: Client, key: number): Promise<Blocked | undefined> {
  const { rows } = await client.query(
    `SELECT DISTINCT ${SESSION}, NULL AS what FROM pg_stat_activity a JOIN pg_locks l USING (pid)
      WHERE l.locktype = 'advisory' AND l.granted AND l.classid = 0 AND l.objid = $1 AND l.objsubid = 1
        AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
        AND a.pid <> pg_backend_pid()`,
    [key],
  )
  return describe(rows, () => '')
}

function describe(rows: unknown, prefix: (what: string | null) => string): Blocked | undefined {
  const sessions = z.array(sessionSchema).parse(rows)
  const [first, second] = sessions
  if (!first) return undefined
  const more = second ? ` and ${sessions.length - 1} more` : ''
  return {
    text: `${prefix(first.what)}${nameOf(first)}${more}`,
    transactions: sessions.flatMap(({ transaction }) => transaction ?? []),
  }
}

/** Roles without `pg_read_all_stats` see of others only process and role. */
function nameOf({ pid, role, application, state, since, kind }: Session): string {
  const known = [
    printable(application ?? ''),
    role === null ? '' : `role ${printable(role)}`,
    state ?? '',
    since === null ? '' : `since ${since}`,
    kind === null ? '' : `last statement ${kind.toUpperCase()}`,
  ].filter((part) => part !== '')
  return `process ${pid} of the server (${known.join(', ')})`
}

/** A program gives its own name. */
const printable = (text: string) => text.replaceAll(/[^\p{L}\p{N} ._:/@-]/gu, '?')

/** Whether one of the transactions goes on. */
export async function goesOn(client: Client, { transactions }: Blocked): Promise<boolean> {
  const { rows } = await client.query(
    'SELECT 1 FROM pg_locks WHERE granted AND virtualtransaction = ANY($1) LIMIT 1',
    [transactions],
  )
  return rows.length > 0
}

/** Tells of a wait at first and then at growing intervals. `ended` is called when it is over. */
export function createWaitLines(say: (line: string) => void, now: () => number) {
  let begun: number | undefined
  let lineCount = 0
  let last = 0
  return {
    waits(what: string, whom: string) {
      begun ??= now()
      const waited = now() - begun
      const due = AGAIN_MS[lineCount] ?? last + (AGAIN_MS.at(-1) ?? 0)
      if (waited < due) return
      lineCount += 1
      last = waited
      const minutes = Math.round(waited / 60_000)
      const since =
        waited < 1000
          ? ''
          : ` It has waited for ${minutes > 0 ? `${minutes} min` : `${Math.round(waited / 1000)} s`}.`
      say(`${what} waits for ${whom}.${since}`)
    },
    ended() {
      begun = undefined
      lineCount = 0
    },
  }
}

/** A random time around `ms`: two processes that wait do not meet again and again. */
export const around = (ms: number): number => ms * (0.5 + Math.random())
