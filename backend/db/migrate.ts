import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator'
import { Client, escapeIdentifier, escapeLiteral } from 'pg'
import { z } from 'zod'
import { shortLimit } from '#lib/limits/short-limit.ts'
import { VERSION } from '#lib/version.ts'
import { CONNECT_TIMEOUT_MS, SESSION_SETTINGS } from './connect.ts'
import { readMigrationTimes } from './newest-migration.ts'

/** Arbitrary id of an advisory lock, unique in this database. */
const MIGRATION_LOCK = 7_301_844
/** Its comment has the release that has migrated last: no row, which a backup would copy. */
const TABLE = 'drizzle.__drizzle_migrations'

const releasesSchema = z.array(z.object({ version: z.string(), migrations: z.number() }))
const markSchema = z.object({ version: z.string(), oldest: z.string() })
const stateSchema = z.object({ last: z.coerce.number(), comment: z.string().nullable() })
type Mark = z.infer<typeof markSchema>

type OnMigration = (line: string) => void
type Options = {
  /** Called with a line before migrations are applied to a database that is in use, and one after. */
  onMigration?: OnMigration
  /** Keeps the settings of sessions where a pooler is in between; the embedded database has none. */
  keepsSettings?: boolean
}

/**
 * Applies pending migrations. Safe at every start and with concurrent backends. Uses its own connection, and one transaction with
 * lock and limits of its own: a migration may exceed the statement timeout of requests, and a pooler gives each transaction another session.
 * @throws Error with a one-sentence message if the database cannot be reached, or is of a release that this one cannot work with.
 */
export async function migrate(
  url: string,
  { onMigration = () => undefined, keepsSettings = false }: Options = {},
): Promise<void> {
  const client = await openClient(url)
  try {
    await client.query('BEGIN')
    const limits = Object.entries({ ...SESSION_SETTINGS, ...NO_LIMITS })
    await client.query(limits.map(([name, value]) => `SET LOCAL ${name} = ${value}`).join('; '))
    await client.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
    const { last, mark } = await readState(client)
    const times = await readMigrationTimes()
    const newest = times.at(-1) ?? 0
    if (last > newest) refuseNewer(mark)
    const pending = times.filter((time) => time > last).length
    if (pending > 0) await applyMigrations(client, { pending, isNew: last === 0, onMigration })
    await client.query('COMMIT')
    if (last <= newest) await writeMark(client, mark)
    if (keepsSettings && (await isPooled(client))) await keepSettings(client)
  } finally {
    await client.end()
  }
}

const NO_LIMITS = { statement_timeout: 0, lock_timeout: 0, idle_in_transaction_session_timeout: 0 }

type Pending = { pending: number; isNew: boolean; onMigration: OnMigration }

/** Within the transaction: the migrator’s own BEGIN has no effect then, and its COMMIT ends it. */
async function applyMigrations(client: Client, { pending, isNew, onMigration }: Pending) {
  const what = pending === 1 ? '1 migration' : `${pending} migrations`
  const say: OnMigration = isNew ? () => undefined : onMigration
  say(
    `The database needs ${what} of release ${VERSION}; the backend answers after them (docs/upgrading.md).`,
  )
  const began = performance.now()
  const migrationsFolder = path.join(import.meta.dirname, 'migrations')
  await runMigrations(drizzle(client), { migrationsFolder })
  say(`The database has ${what} more, after ${((performance.now() - began) / 1000).toFixed(1)} s.`)
}

/** The newest migration of the database in ms since the epoch, 0 for an empty one; and the release that has applied it, if it has left its mark. */
async function readState(client: Client): Promise<{ last: number; mark: Mark | undefined }> {
  const { rows: found } = await client.query('SELECT to_regclass($1) AS table', [TABLE])
  if (z.object({ table: z.null() }).safeParse(found[0]).success) return { last: 0, mark: undefined }
  const { rows } = await client.query(
    `SELECT coalesce(max(created_at), 0) AS last, obj_description('${TABLE}'::regclass) AS comment FROM ${TABLE}`,
  )
  const { last, comment } = stateSchema.parse(rows[0])
  return { last, mark: comment === null ? undefined : markSchema.parse(JSON.parse(comment)) }
}

async function writeMark(client: Client, former: Mark | undefined): Promise<void> {
  const mark: Mark = { version: VERSION, oldest: await oldestBeside() }
  if (former?.version === mark.version && former.oldest === mark.oldest) return
  await client.query(`COMMENT ON TABLE ${TABLE} IS ${escapeLiteral(JSON.stringify(mark))}`)
}

/** A release works with a database of the next one (decision 88), and with none of a later one. */
function refuseNewer(mark: Mark | undefined): void {
  if (mark === undefined || !isOlder(VERSION, mark.oldest)) return
  throw new Error(
    `Release ${mark.version} has migrated this database, and ${mark.oldest} is the oldest that works with it; this is ${VERSION}: start release ${mark.version}.`,
  )
}

const isOlder = (a: string, b: string): boolean => {
  const numbers = (version: string) => version.split('.').map((part) => Number.parseInt(part, 10))
  const [left, right] = [numbers(a), numbers(b)]
  const at = left.findIndex((part, index) => part !== right[index])
  return at !== -1 && (left[at] ?? 0) < (right[at] ?? 0)
}

/** The release before: the newest one that has fewer migrations than this. */
async function oldestBeside(): Promise<string> {
  const file = path.join(import.meta.dirname, '../../docs/releases.json')
  const releases = releasesSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  const count = (await readMigrationTimes()).length
  return releases.findLast(({ migrations }) => migrations < count)?.version ?? VERSION
}

/** Whether statements go to another session than the one that was opened: a pooler gives out process ids of its own. */
async function isPooled(client: Client): Promise<boolean> {
  const { rows } = await client.query('SELECT pg_backend_pid() AS pid')
  const { pid } = z.object({ pid: z.number() }).parse(rows[0])
  return Reflect.get(client, 'processID') !== pid
}

/** The settings of sessions as those of the role in this database: a pooler gives out sessions that no process has set up. */
async function keepSettings(client: Client): Promise<void> {
  const { rows } = await client.query('SELECT current_user AS role, current_database() AS base')
  const { role, base } = z.object({ role: z.string(), base: z.string() }).parse(rows[0])
  const whose = `ALTER ROLE ${escapeIdentifier(role)} IN DATABASE ${escapeIdentifier(base)}`
  const settings = Object.entries(SESSION_SETTINGS)
  // One transaction, which waits for that of another backend: two at once would fail.
  const lock = `SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`
  const changes = settings.map(([name, value]) => `${whose} SET ${name} = ${value}`)
  await client.query([lock, ...changes].join('; '))
}

async function openClient(url: string): Promise<Client> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: shortLimit(CONNECT_TIMEOUT_MS),
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
