import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { connect, migrate } from '#backend/db/connect.ts'
import { createFolderStorage } from '#backend/storage/folder.ts'
import type { Storage } from '#backend/storage/storage.ts'
import { importProject } from '#backend/services/project/import.ts'
import { openFolder } from '#scripts/pglite-folder.ts'
import { aDemoProject, startDatabase, workers } from '#tests/support/backend.ts'
import { spawnBackend } from '#tests/support/backend-process.ts'

/** Several processes start in most of these. */
vi.setConfig({ testTimeout: 60_000 })

/** As many as stood on the site whose database folder was emptied. */
const OBJECTS = 520

let database: Awaited<ReturnType<typeof startDatabase>>
let db: ReturnType<typeof connect>
let folder: string
let storage: Storage
beforeAll(async () => {
  database = await startDatabase()
  await migrate(database.url)
  db = connect(database)
})
afterAll(async () => {
  await db.close()
  await database.stop()
})
beforeEach(async () => {
  await db.execute(sql`TRUNCATE authors, files, settings CASCADE`)
  folder = await mkdtemp(path.join(os.tmpdir(), 'owner-'))
  storage = createFolderStorage(path.join(folder, 'files'))
})
const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
  await rm(folder, { recursive: true, force: true })
})

/** Written without waiting for the disk, object by object. */
async function fill() {
  await mkdir(path.join(folder, 'files/ob'), { recursive: true })
  for (let at = 0; at < OBJECTS; at += 1) {
    await writeFile(path.join(folder, `files/ob/object-${at}`), 'x')
  }
}
async function count(): Promise<number> {
  let found = 0
  for await (const keys of storage.keys()) found += keys.length
  return found
}
function spawn(variables: Record<string, string> = {}) {
  const backend = spawnBackend({
    DATABASE_URL: database.url,
    DATABASE_POOL_SIZE: '1',
    DATABASE_ALONE: '1',
    DATA_DIR: folder,
    ...variables,
  })
  cleanups.push(backend.stop)
  return backend
}
/** Starts a backend until it listens, and stops it again. */
async function startOnce(variables?: Record<string, string>) {
  const backend = spawn(variables)
  await backend.listening
  expect(await backend.stop()).toMatchObject({ code: 0 })
}
const refused = (mark: string) => ({
  code: 1,
  complaint:
    `The files in ${folder}/files belong to another database than the one in ${folder}/database: ` +
    'put back the database that belongs to them, or start once with ' +
    `ADOPT_FILES=${mark} to use them with this one.\n`,
})

describe('the first start of a new site', () => {
  it('puts the id of the database beside the files, and the next start changes nothing', async () => {
    await startOnce()
    const id = await readFile(path.join(folder, 'files/.database-id'), 'utf8')
    expect(id).toMatch(/^[\w-]{12}\n$/)
    await startOnce()
    expect(await readFile(path.join(folder, 'files/.database-id'), 'utf8')).toBe(id)
  })

  it('gives two backends that start at once the same id', async () => {
    await Promise.all([startOnce({ DATABASE_ALONE: '0' }), startOnce({ DATABASE_ALONE: '0' })])
    const { rows } = await db.execute(sql`SELECT value FROM settings`)
    expect(rows).toEqual([{ value: await storage.databaseId() }])
  })
})

describe('files whose database was emptied or exchanged', () => {
  it(`refuse the start: none of ${OBJECTS} objects is deleted or moved`, async () => {
    await fill()
    await storage.setDatabaseId('of-the-lost-one')
    expect(await spawn().ended).toEqual(refused('of-the-lost-one'))
    expect(await count()).toBe(OBJECTS)
    expect(await storage.trash.days()).toEqual([])
    expect(await storage.databaseId()).toBe('of-the-lost-one')
  })

  it('refuse it without a mark too, when the database names no file', async () => {
    await fill()
    expect(await spawn().ended).toEqual(refused('unmarked'))
    expect(await count()).toBe(OBJECTS)
  })

  it('refuse a database with files of its own, and name it without its password', async () => {
    await importProject({ db, storage, workers }, aDemoProject(), 'one')
    await storage.setDatabaseId('of-another-one')
    const end = await spawn({ DATABASE_ALONE: '0' }).ended
    expect(end.complaint).toContain('the one in DATABASE_URL (')
    expect(end.complaint).not.toMatch(/postgres:|@|select/i)
  })

  it('are used with this database when their mark is named, and a later exchange is refused again', async () => {
    await fill()
    await storage.setDatabaseId('of-the-lost-one')
    expect(await spawn({ ADOPT_FILES: 'another' }).ended).toMatchObject({ code: 1 })
    await startOnce({ ADOPT_FILES: 'of-the-lost-one' })
    const adopted = await storage.databaseId()
    await db.execute(sql`DELETE FROM settings`)
    const again = await spawn({ ADOPT_FILES: 'of-the-lost-one' }).ended
    expect(again).toEqual(refused(adopted ?? ''))
    expect(await count()).toBe(OBJECTS)
  })

  it('are taken for damaged, not for unmarked, when the mark is cut off', async () => {
    await fill()
    await writeFile(path.join(folder, 'files/.database-id'), '')
    expect(await spawn().ended).toEqual(refused('unreadable'))
  })
})

it('files of an earlier version, without a mark, are marked when the database names files', async () => {
  await importProject({ db, storage, workers }, aDemoProject(), 'one')
  const before = await count()
  expect(before).toBeGreaterThan(0)
  await startOnce()
  expect(await storage.databaseId()).toMatch(/^[\w-]{12}$/)
  expect(await count()).toBe(before)
})

describe('the folder of the embedded database', () => {
  const target = () => path.join(folder, 'database')
  const open = () => openFolder(target(), { files: path.join(folder, 'files') })

  it('is not made anew beside files with a mark: nothing is initialised', async () => {
    await storage.setDatabaseId('of-the-lost-one')
    await mkdir(target())
    await expect(open()).rejects.toThrow('put back the database that belongs to them')
    expect(await readdir(target())).toEqual([])
    expect(await readdir(folder)).not.toContain('database.initialising')
  })

  it('is not made anew beside objects without a mark', async () => {
    await storage.write('object', Buffer.from('x'))
    await expect(open()).rejects.toThrow('ADOPT_FILES=unmarked')
    expect(await readdir(folder)).not.toContain('database')
  })

  it.each(['PG_VERSION', 'base', 'global/pg_control'])(
    'that lost %s is refused, and nothing in it is touched',
    async (name) => {
      await mkdir(path.join(target(), 'base/1'), { recursive: true })
      await mkdir(path.join(target(), 'global'))
      await writeFile(path.join(target(), 'PG_VERSION'), '17')
      await writeFile(path.join(target(), 'global/pg_control'), '')
      await rm(path.join(target(), name), { recursive: true })
      const before = (await readdir(target(), { recursive: true })).toSorted()
      await expect(open()).rejects.toThrow(
        `The folder ${target()} holds something, but no whole database (${name} is missing): ` +
          'put the database back, or empty the folder to begin with a new one.',
      )
      expect((await readdir(target(), { recursive: true })).toSorted()).toEqual(before)
    },
  )

  it('that holds anything else is refused', async () => {
    await mkdir(target())
    await writeFile(path.join(target(), 'notes.txt'), 'mine')
    await expect(open()).rejects.toThrow('holds something, but no whole database')
    expect(await readdir(target())).toEqual(['notes.txt'])
  })
})
