import { type Client, escapeIdentifier } from 'pg'
import { z } from 'zod'
import { VERSION } from '#lib/version.ts'
import { SESSION_SETTINGS } from './connect.ts'
import {
  type IndexStep,
  type Migration,
  MIGRATION_LOCK,
  plainly,
  readMigrations,
} from './migration-files.ts'
import { readState, refuseNewer, TABLE, writeMark } from './migration-mark.ts'
import {
  type Context,
  inSession,
  inTransaction,
  openClient,
  setUpSession,
} from './migration-session.ts'
import { kindOf } from './session-kind.ts'
import { createWaitLines, PACE, type Pace } from './migration-waits.ts'

/** How long a transaction waits for locks, in ms: requests behind it wait that long too, and give up after `LOCK_TIMEOUT_MS`. */
const LOCK_MS = 500

type Options = {
  /** Called with a line before migrations are applied to a database that is in use, one after, and some while they wait. */
  onMigration?: (line: string) => void
  /** Ends a wait; then `migrate` rejects. */
  signal?: AbortSignal | undefined
  pace?: Pace
  lockMs?: number
  /** Folder of the migrations. */
  folder?: string | undefined
}

/**
 * Applies pending migrations, each in a transaction of its own, then builds the indexes that are missing. Safe at every start and with
 * concurrent backends, also through a pooler, which gives each transaction another session. Waits for locks, a backup, and the
 * migration of another backend as long as it takes, and names them; requests wait behind it for `lockMs` at most.
 * @throws Error with a one-sentence message if the database cannot be reached, or is of a release that this one cannot work with.
 */
export async function migrate(url: string, options: Options = {}): Promise<void> {
  const { onMigration = () => undefined, signal, pace = PACE, lockMs = LOCK_MS } = options
  const client = await openClient(url)
  try {
    const kind = await kindOf(client)
    if (kind === 'direct') await setUpSession(client)
    const { last, mark } = await readState(client)
    const { migrations, steps } = readMigrations(options.folder)
    const newest = migrations.at(-1)?.at ?? 0
    if (last > newest) refuseNewer(mark)
    else {
      const say = last === 0 ? () => undefined : onMigration
      const lines = createWaitLines(say, pace.now)
      const context: Context = { url, client, kind, lockMs, pace, signal, lines }
      await applyAll(context, { migrations, steps, last, say })
      await writeMark(client, mark)
    }
    if (kind === 'pooled') await keepSettings(client)
  } finally {
    await client.end()
  }
}

type Pending = {
  migrations: Migration[]
  steps: IndexStep[]
  last: number
  say: (line: string) => void
}

async function applyAll(context: Context, { migrations, steps, last, say }: Pending) {
  const { client, pace } = context
  const pending = migrations.filter(({ at }) => at > last)
  // Those of a new table do not count.
  const missing = pending.length > 0 ? [] : await openSteps(client, steps)
  if (pending.length === 0 && missing.length === 0) return
  const what =
    pending.length > 0
      ? counted(pending.length, 'migration')
      : counted(missing.length, 'index', 'indexes')
  say(
    `The database needs ${what} of release ${VERSION}; the backend answers after them (docs/upgrading.md).`,
  )
  const begun = pace.now()
  let applied = 0
  for (const [at, migration] of migrations.entries()) {
    if (migration.at <= last) continue
    const name = `Migration ${at + 1} of ${migrations.length}`
    if (await applyMigration(context, name, migration)) applied += 1
  }
  for (const step of await openSteps(client, steps)) await applyStep(context, step)
  const time = `after ${((pace.now() - begun) / 1000).toFixed(1)} s`
  if (pending.length === 0) say(`The database has ${what} more, ${time}.`)
  else if (applied === 0) say(`Another backend has applied the migrations, ${time}.`)
  else say(`The database has ${counted(applied, 'migration')} more, ${time}.`)
}

const counted = (count: number, one: string, many = `${one}s`) =>
  count === 1 ? `1 ${one}` : `${count} ${many}`

/** @returns whether it was applied here, and not by another process meanwhile. */
async function applyMigration(context: Context, name: string, migration: Migration) {
  const { client } = context
  let isApplied = false
  await inTransaction(context, name, async (run) => {
    isApplied = false
    const { last } = await readState(client)
    if (last >= migration.at) return
    // As drizzle's migrator keeps it, which earlier releases use.
    if (last === 0) {
      await run('CREATE SCHEMA IF NOT EXISTS drizzle')
      await run(`CREATE TABLE IF NOT EXISTS ${TABLE}
        (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at bigint)`)
    }
    for (const statement of migration.statements) await run(statement)
    const insert = `INSERT INTO ${TABLE} (hash, created_at) VALUES ($1, $2)`
    await run(insert, [migration.hash, migration.at])
    isApplied = true
  })
  return isApplied
}

const indexSchema = z.object({ name: z.string(), is_valid: z.boolean() })

/** The steps that are left, with what a killed one has left. */
async function openSteps(client: Client, steps: IndexStep[]) {
  const { rows } = await client.query(
    `SELECT c.relname AS name, i.indisvalid AS is_valid FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
      WHERE c.relnamespace = 'public'::regnamespace AND c.relname = ANY($1)`,
    [steps.map(({ index }) => index)],
  )
  const there = new Map(
    rows.map((row) => indexSchema.parse(row)).map((row) => [row.name, row.is_valid]),
  )
  return steps.filter(({ index, isWanted }) =>
    isWanted ? there.get(index) !== true : there.has(index),
  )
}

/**
 * Builds or drops an index while others read and write. Behind a pooler it is a transaction, and those wait who write: such a session
 * cannot be kept free of its limits. The embedded database has no others.
 */
async function applyStep(context: Context, step: IndexStep): Promise<void> {
  const { client, kind } = context
  const isConcurrent = kind === 'direct'
  const doWork = isConcurrent ? inSession : inTransaction
  await doWork(context, `The index ${step.index}`, async (run) => {
    if ((await openSteps(client, [step])).length === 0) return
    const form = (statement: string) => (isConcurrent ? statement : plainly(statement))
    // A killed build leaves an invalid one.
    const name = escapeIdentifier(step.index)
    if (step.isWanted) await run(form(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`))
    await run(form(step.statement))
  })
}

/** The settings of sessions as those of the role in this database: a pooler gives out sessions that no process has set up. */
async function keepSettings(client: Client): Promise<void> {
  const { rows } = await client.query(`SELECT current_user AS role, current_database() AS base,
    coalesce((SELECT setconfig FROM pg_db_role_setting JOIN pg_database ON pg_database.oid = setdatabase
      WHERE setrole = current_user::regrole AND datname = current_database()), '{}') AS kept`)
  const { role, base, kept } = ownSchema.parse(rows[0])
  const settings = Object.entries(SESSION_SETTINGS)
  if (settings.every(([name, value]) => kept.includes(`${name}=${value}`))) return
  const whose = `ALTER ROLE ${escapeIdentifier(role)} IN DATABASE ${escapeIdentifier(base)}`
  await client.query(
    [
      // One transaction, which waits for that of another backend: two at once would fail.
      `SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`,
      ...settings.map(([name, value]) => `${whose} SET ${name} = ${value}`),
      // The pooler has sessions that are older: this one, and idle ones, in whose place it opens others.
      ...settings.map(([name, value]) => `SET ${name} = ${value}`),
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = current_user
        AND datname = current_database() AND state = 'idle' AND pid <> pg_backend_pid()`,
    ].join('; '),
  )
}

const ownSchema = z.object({ role: z.string(), base: z.string(), kept: z.array(z.string()) })
