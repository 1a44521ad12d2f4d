import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { PGlite } from 'pglite-previous'
import { pg_trgm } from 'pglite-previous/contrib/pg_trgm'
import { unaccent } from 'pglite-previous/contrib/unaccent'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createFolderStorage } from '#backend/storage/folder.ts'
import { openFolder } from '#scripts/pglite-folder.ts'
import { removeUpgraded } from '#scripts/old-databases.ts'
import { createTables, lastMigration } from '#scripts/transfer/catalogue.ts'
import { rowsOf } from '#scripts/transfer/rows.ts'

let folder: string
/** A database of the former PostgreSQL, made by it. */
let former: string
let database: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'upgrade-'))
  former = path.join(folder, 'former')
  const db = await PGlite.create({ dataDir: former, extensions: { pg_trgm, unaccent } })
  const rows = await rowsOf(db, () => db.close())
  await createTables(rows, lastMigration())
  await db.exec(`INSERT INTO settings VALUES ('database-id', 'the-id');
    INSERT INTO authors (uid, name, links) VALUES ('u1', E'Ada\\tBack\\\\slash\\nline', '{https://x.example}');
    INSERT INTO search_words VALUES ('word', 1, 1, '{wrd}');
    INSERT INTO changes (at, kind, project_id, author, is_new) VALUES (now(), 'icon', 'p', 'a', true)`)
  await rows.close()
}, 60_000)
afterAll(() => rm(folder, { recursive: true, force: true }))
beforeEach(async () => {
  database = path.join(await mkdtemp(path.join(folder, 'data-')), 'database')
  await cp(former, database, { recursive: true })
})

const names = async () =>
  (await readdir(path.dirname(database))).filter((name) => !/\.(?:lock|address)$/.test(name))

/** Opens the database as the start script does. @returns what is in it. */
async function read() {
  const storage = createFolderStorage(path.join(path.dirname(database), 'files'))
  const { db, release } = await openFolder(database, { files: { storage, place: 'files' } })
  const { rows } = await db.query(`SELECT name, links FROM authors`)
  const [, next] =
    await db.exec(`SELECT 1; INSERT INTO changes (at, kind, project_id, author, is_new)
    VALUES (now(), 'icon', 'q', 'a', true) RETURNING id`)
  const version = await db.query<{ major: string }>(
    `SELECT split_part(current_setting('server_version'), '.', 1) AS major`,
  )
  await db.close()
  await release()
  return { rows, next: next?.rows, major: version.rows[0]?.major }
}
/** Kills the database's process while it copies. */
async function startKilled(): Promise<string[]> {
  const child = fork('scripts/pglite.ts', [database], {
    execPath: path.resolve('node_modules/.bin/node'),
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const exited = once(child, 'exit')
  await expect
    .poll(() => existsSync(path.join(`${database}.upgrading`, 'PG_VERSION')), {
      timeout: 30_000,
      interval: 5,
    })
    .toBe(true)
  child.kill('SIGKILL')
  await exited
  return names()
}

const WHOLE = {
  rows: [{ name: 'Ada\tBack\\slash\nline', links: ['https://x.example'] }],
  next: [{ id: 2 }],
}

it('a database of the former major version is opened with all its rows; the old one is kept until a start', async () => {
  const { major, ...found } = await read()
  expect(found).toEqual(WHOLE)
  expect((await readFile(path.join(database, 'PG_VERSION'), 'utf8')).trim()).toBe(major)
  expect((await names()).toSorted()).toEqual(['database', 'database.pg17'])
  // A kill between the two renames.
  await rename(database, `${database}.upgrading`)
  expect((await read()).rows).toEqual(WHOLE.rows)
  expect((await names()).toSorted()).toEqual(['database', 'database.pg17'])
  // The first start of the site removes the old one.
  await removeUpgraded(database)
  expect(await names()).toEqual(['database'])
}, 60_000)

it('an upgrade that is killed begins again at the next start', async () => {
  expect((await startKilled()).toSorted()).toEqual(['database', 'database.upgrading'])
  expect((await readFile(path.join(database, 'PG_VERSION'), 'utf8')).trim()).toBe('17')
  expect(await read()).toMatchObject(WHOLE)
}, 60_000)

it('an old database whose new one was lost is taken back', async () => {
  await rename(database, `${database}.pg17`)
  expect(await read()).toMatchObject(WHOLE)
}, 60_000)

it('a damaged database is refused in one sentence and left as it is', async () => {
  await writeFile(path.join(database, 'global/pg_control'), Buffer.alloc(8192, 1))
  await expect(read()).rejects.toThrow(
    /^The database in \S+ is damaged and cannot be upgraded: [^\n]+\.$/,
  )
  expect(await names()).toEqual(['database'])
})

it('a database that lacks a part is refused and left as it is', async () => {
  await rm(path.join(database, 'global/pg_control'))
  await expect(read()).rejects.toThrow('not a complete database (global/pg_control is missing)')
  expect(await names()).toEqual(['database'])
})

it('a second old database is not overwritten', async () => {
  await cp(former, `${database}.pg17`, { recursive: true })
  await expect(read()).rejects.toThrow(
    /are of PostgreSQL 17: move away the one that is not needed\.$/,
  )
  expect((await names()).toSorted()).toEqual(['database', 'database.pg17'])
})

it.each(['16', '99'])(
  'PostgreSQL %s is refused in one sentence and left as it is',
  async (major) => {
    await writeFile(path.join(database, 'PG_VERSION'), `${major}\n`)
    await expect(read()).rejects.toThrow(
      `is of PostgreSQL ${major}, and this version of the site opens`,
    )
    expect(await names()).toEqual(['database'])
  },
)
