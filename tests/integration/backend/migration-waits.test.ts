import { setTimeout } from 'node:timers/promises'
import { Client } from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { migrate } from '#backend/db/migrate.ts'
import { BACKUP_LOCK } from '#backend/db/migration-files.ts'
import { createEmptyDatabase, startPglite } from '#tests/support/database.ts'
import { migrationFolder } from '#tests/support/migration-folders.ts'

async function open(url: string, name = 'test') {
  const client = new Client({ connectionString: url, application_name: name })
  client.on('error', () => undefined)
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

async function folderOf(...files: string[]) {
  const { folder, remove } = await migrationFolder(files)
  onTestFinished(remove)
  return folder
}

const TABLE = 'CREATE TABLE "stars" ("id" integer);'
const COLUMN = 'ALTER TABLE "stars" ADD COLUMN "name" text;'
const INDEX = 'CREATE INDEX CONCURRENTLY "stars_by_id" ON "stars" USING btree ("id");'
/** Pauses are short here, and the clock stands still. */
const pace = {
  now: () => 0,
  pause: (ms: number, signal?: AbortSignal) => setTimeout(Math.min(ms, 5), undefined, { signal }),
}
/** Longer than those of the backend, for a busy machine. */
const LIMITS = "SET lock_timeout = '4s'; SET statement_timeout = '10s'"

async function database(...applied: string[]) {
  const { url, stop } = await createEmptyDatabase()
  onTestFinished(stop)
  await migrate(url, { folder: await folderOf(...applied) })
  return url
}

/** Starts a migration, which the test lets go on. */
async function begin(url: string, files: string[], signal?: AbortSignal, now = pace.now) {
  const lines: string[] = []
  const folder = await folderOf(...files)
  const onMigration = (line: string) => lines.push(line)
  const ended = migrate(url, { folder, onMigration, pace: { ...pace, now }, lockMs: 250, signal })
  ended.catch(() => undefined)
  return { lines, ended }
}

const recorded = async (client: Client) =>
  (
    await client.query(
      'SELECT created_at - 1700000000000 AS at FROM drizzle.__drizzle_migrations ORDER BY id',
    )
  ).rows.map(({ at }) => Number(at))
const indexes = async (client: Client) =>
  (
    await client.query(
      "SELECT indexrelid::regclass::text AS name, indisvalid AS valid FROM pg_index WHERE indrelid = 'stars'::regclass",
    )
  ).rows

const server = process.env['TEST_DATABASE_URL']
describe.skipIf(!server)('a migration', () => {
  it('that waits for a reader names it without what it read; others read meanwhile, and it goes on afterwards', async () => {
    const url = await database(TABLE)
    const reader = await open(url, 'pg_dump')
    await reader.query('BEGIN')
    await reader.query("SELECT 'a secret' FROM stars")
    const { lines, ended } = await begin(url, [TABLE, COLUMN])
    const other = await open(url)
    await other.query(LIMITS)
    while (!lines.join('\n').includes('waits for')) await other.query('SELECT * FROM stars')
    await expect
      .poll(() => lines.join('\n'))
      .toMatch(
        /^Migration 2 of 2 waits for stars, used by process \d+ of the server \(pg_dump, role \S+, idle in transaction, since \d{4}-\S+Z, last statement SELECT\)(?: and \d+ more)?\.$/m,
      )
    for (let time = 0; time < 20; time += 1) await other.query('SELECT * FROM stars')
    expect(await recorded(other)).toEqual([0])
    await reader.query('COMMIT')
    await ended
    expect(await recorded(other)).toEqual([0, 1])
    expect(lines.join('\n')).not.toContain('secret')
    // The clock stands still: there is one line about the wait.
    expect(lines.filter((line) => line.includes('waits for'))).toHaveLength(1)
    expect(lines.at(-1)).toMatch(/^The database has 1 migration more, after/)
  })

  it('waits for a lock no longer than its limit in all, although it needs several', async () => {
    const url = await database(TABLE, 'CREATE TABLE "others" ("id" integer);')
    const reader = await open(url, 'pg_dump')
    await reader.query('BEGIN')
    await reader.query('SELECT * FROM others')
    // The first table is locked while it waits for the second one.
    const both = `${COLUMN}--> statement-breakpoint\nALTER TABLE "others" ADD COLUMN "name" text;`
    let hours = 0
    const { lines, ended } = await begin(
      url,
      [TABLE, 'x', both],
      undefined,
      () => (hours += 3_600_000),
    )
    const other = await open(url)
    await other.query(LIMITS)
    while (!lines.join('\n').includes('waits for')) await other.query('SELECT id FROM stars')
    await expect.poll(() => lines.join('\n')).toContain('waits for others, used by')
    for (let time = 0; time < 20; time += 1) await other.query('SELECT id FROM stars')
    await reader.query('COMMIT')
    await ended
    expect(await recorded(other)).toEqual([0, 1, 2])
  })

  it('is a transaction of its own: a later one that fails takes nothing back, and the next start goes on', async () => {
    const url = await database(TABLE)
    const { ended } = await begin(url, [
      TABLE,
      COLUMN,
      'ALTER TABLE "missing" ADD COLUMN "a" text;',
    ])
    await expect(ended).rejects.toThrow('"missing" does not exist')
    const client = await open(url)
    expect(await recorded(client)).toEqual([0, 1])
    await (
      await begin(url, [TABLE, COLUMN, 'CREATE TABLE "missing" ("id" integer);'])
    ).ended
    expect(await recorded(client)).toEqual([0, 1, 2])
  })

  it('builds an index while others write, also if it waits for a reader', async () => {
    const url = await database(TABLE)
    const reader = await open(url, 'pg_dump')
    await reader.query('BEGIN ISOLATION LEVEL REPEATABLE READ')
    await reader.query('SELECT * FROM stars')
    const writer = await open(url)
    await writer.query(LIMITS)
    const { lines, ended } = await begin(
      url,
      [TABLE, COLUMN.replace('stars', 'unread'), INDEX].with(1, 'CREATE TABLE "unread" ();'),
    )
    await expect
      .poll(() => lines.join('\n'))
      .toMatch(/^The index stars_by_id waits for process \d+ of the server \(pg_dump/m)
    await writer.query('INSERT INTO stars VALUES (1)')
    await reader.query('COMMIT')
    await ended
    expect(await indexes(writer)).toEqual([{ name: 'stars_by_id', valid: true }])
  })

  it('whose index a kill has left invalid or has not begun is completed by the next start', async () => {
    const url = await database(TABLE, INDEX)
    const client = await open(url)
    await client.query(
      "UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'stars_by_id'::regclass",
    )
    const { lines, ended } = await begin(url, [TABLE, INDEX])
    await ended
    expect(await indexes(client)).toEqual([{ name: 'stars_by_id', valid: true }])
    expect(lines[0]).toContain('The database needs 1 index of release')
    await client.query('DROP INDEX stars_by_id')
    await (
      await begin(url, [TABLE, INDEX])
    ).ended
    expect(await indexes(client)).toEqual([{ name: 'stars_by_id', valid: true }])
    const dropped = [TABLE, INDEX, 'DROP INDEX CONCURRENTLY "stars_by_id";']
    await (
      await begin(url, dropped)
    ).ended
    expect(await indexes(client)).toEqual([])
    const again = await begin(url, dropped)
    await again.ended
    expect(again.lines).toEqual([])
  })

  it('waits for a backup, which it names', async () => {
    const url = await database(TABLE)
    const backup = await open(url, 'a backup')
    await backup.query('SELECT pg_advisory_lock_shared($1)', [BACKUP_LOCK])
    const { lines, ended } = await begin(url, [TABLE, COLUMN, INDEX])
    await expect
      .poll(() => lines.join('\n'))
      .toMatch(/^Migration 2 of 3 waits for a backup, process \d+ of the server \(a backup/m)
    await backup.query('SELECT pg_advisory_unlock_all()')
    await ended
    expect(await recorded(backup)).toEqual([0, 1, 2])
  })

  it('of two backends that start at once is applied once', async () => {
    const url = await database(TABLE)
    const both = await Promise.all([1, 2].map(() => begin(url, [TABLE, COLUMN, INDEX])))
    await Promise.all(both.map(({ ended }) => ended))
    const client = await open(url)
    expect(await recorded(client)).toEqual([0, 1, 2])
    expect(await indexes(client)).toEqual([{ name: 'stars_by_id', valid: true }])
  })

  it.each(['ALTER', 'CREATE'])(
    'that waits (%s) ends with its process, and leaves no session behind',
    async (kind) => {
      const url = await database(TABLE)
      const reader = await open(url, 'pg_dump')
      await reader.query('BEGIN ISOLATION LEVEL REPEATABLE READ')
      await reader.query('SELECT * FROM stars')
      const stop = new AbortController()
      const { lines, ended } = await begin(
        url,
        [TABLE, kind === 'ALTER' ? COLUMN : INDEX],
        stop.signal,
      )
      await expect.poll(() => lines.join('\n')).toContain('waits for')
      stop.abort()
      await expect(ended).rejects.toThrow(/abort|cancel/)
      const { rows } = await reader.query(
        "SELECT 1 FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE datname = current_database() AND application_name = 'keystrip migration'",
      )
      expect(rows).toEqual([])
    },
  )
})

it('an index of the embedded database, which has no other session, is built with its migration', async () => {
  const { url, stop } = await startPglite()
  onTestFinished(stop)
  const folder = await folderOf(TABLE, INDEX)
  await migrate(url, { folder })
  const client = await open(url)
  expect(await indexes(client)).toEqual([{ name: 'stars_by_id', valid: true }])
})
