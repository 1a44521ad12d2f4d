// @module-tag long
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { connect } from '#backend/db/connect.ts'
import { createFolderStorage } from '#backend/storage/folder.ts'
import type { Storage } from '#backend/storage/storage.ts'
import { importProject } from '#backend/services/project/import.ts'
import { openFolder } from '#scripts/pglite/pglite-folder.ts'
import { workers } from '#tests/support/backend.ts'
import { buildDemoProject } from '#tests/support/builders.ts'
import { emptyTables, startDatabase } from '#tests/support/database.ts'
import { spawnBackend } from '#tests/support/backend-process.ts'

/** Most tests start several processes. */
vi.setConfig({ testTimeout: 60_000 })

/** As many as in the incident that led to this check. */
const OBJECTS = 520

let database: Awaited<ReturnType<typeof startDatabase>>
let db: ReturnType<typeof connect>
let folder: string
let storage: Storage
beforeAll(async () => {
  database = await startDatabase()
  db = connect(database)
})
afterAll(async () => {
  await db.close()
  await database.stop()
})
beforeEach(async () => {
  await emptyTables(db)
  folder = await mkdtemp(path.join(os.tmpdir(), 'owner-'))
  storage = createFolderStorage(path.join(folder, 'files'))
})
const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
  await rm(folder, { recursive: true, force: true })
})

/** Written directly: the storage would sync each object to disk. */
async function fill() {
  await mkdir(path.join(folder, 'files/ob'), { recursive: true })
  for (let at = 0; at < OBJECTS; at += 1) {
    await writeFile(path.join(folder, `files/ob/object-${at}`), 'x')
  }
}
async function count(): Promise<number> {
  let total = 0
  for await (const keys of storage.keys()) total += keys.length
  return total
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
const rejection = (mark: string) => ({
  code: 1,
  complaint:
    `The files in ${folder}/files belong to another database than the one in ${folder}/database: ` +
    'put back the database that belongs to them, or start once with ' +
    `ADOPT_FILES=${mark} to use them with this one.\n`,
})

describe('the first start of a new site', () => {
  it('marks the storage with the database id, which the next start keeps', async () => {
    await startOnce()
    const id = await readFile(path.join(folder, 'files/.database-id'), 'utf8')
    expect(id).toMatch(/^[\w-]{12}\n$/)
    await startOnce()
    expect(await readFile(path.join(folder, 'files/.database-id'), 'utf8')).toBe(id)
  })

  it('gives concurrently started backends the same id', async () => {
    await Promise.all([startOnce({ DATABASE_ALONE: '0' }), startOnce({ DATABASE_ALONE: '0' })])
    const { rows } = await db.execute(sql`SELECT value FROM settings WHERE name = 'database-id'`)
    expect(rows).toEqual([{ value: await storage.databaseId() }])
  })
})

describe('a storage whose database was emptied or replaced', () => {
  it(`prevents the start: none of ${OBJECTS} objects is deleted or moved`, async () => {
    await fill()
    await storage.setDatabaseId('lost-database')
    expect(await spawn().ended).toEqual(rejection('lost-database'))
    expect(await count()).toBe(OBJECTS)
    expect(await storage.trash.days()).toEqual([])
    expect(await storage.databaseId()).toBe('lost-database')
  })

  it('prevents the start without a mark too, if the database refers to no file', async () => {
    await fill()
    expect(await spawn().ended).toEqual(rejection('unmarked'))
    expect(await count()).toBe(OBJECTS)
  })

  it('prevents the start with a database with files of its own; the message has no password', async () => {
    await importProject({ db, storage, workers }, buildDemoProject(), 'one')
    await storage.setDatabaseId('another-database')
    const end = await spawn({ DATABASE_ALONE: '0' }).ended
    expect(end.complaint).toContain('the one in DATABASE_URL (')
    expect(end.complaint).not.toMatch(/postgres:|@|select/i)
  })

  it('is adopted if its mark is given; a later replacement is detected again', async () => {
    await fill()
    await storage.setDatabaseId('lost-database')
    expect(await spawn({ ADOPT_FILES: 'another' }).ended).toMatchObject({ code: 1 })
    await startOnce({ ADOPT_FILES: 'lost-database' })
    const adopted = await storage.databaseId()
    await db.execute(sql`DELETE FROM settings`)
    const end = await spawn({ ADOPT_FILES: 'lost-database' }).ended
    expect(end).toEqual(rejection(adopted ?? ''))
    expect(await count()).toBe(OBJECTS)
  })

  it('is reported as unreadable, not unmarked, if the mark is truncated', async () => {
    await fill()
    await writeFile(path.join(folder, 'files/.database-id'), '')
    expect(await spawn().ended).toEqual(rejection('unreadable'))
  })
})

it('marks an unmarked storage of an earlier version if the database refers to files', async () => {
  await importProject({ db, storage, workers }, buildDemoProject(), 'one')
  const before = await count()
  expect(before).toBeGreaterThan(0)
  await startOnce()
  expect(await storage.databaseId()).toMatch(/^[\w-]{12}$/)
  expect(await count()).toBe(before)
})

describe('the folder of the embedded database', () => {
  const target = () => path.join(folder, 'database')
  const open = () => openFolder(target(), { files: { storage, place: folder } })

  it('is not initialised next to a marked storage', async () => {
    await storage.setDatabaseId('lost-database')
    await mkdir(target())
    await expect(open()).rejects.toThrow('put back the database that belongs to them')
    expect(await readdir(target())).toEqual([])
    expect(await readdir(folder)).not.toContain('database.initialising')
  })

  it('is not initialised next to an unmarked storage with objects', async () => {
    await storage.write('object', Buffer.from('x'))
    await expect(open()).rejects.toThrow('ADOPT_FILES=unmarked')
    expect(await readdir(folder)).not.toContain('database')
  })

  it.each(['PG_VERSION', 'base', 'global/pg_control'])(
    'is rejected and left unchanged without %s',
    async (name) => {
      await mkdir(path.join(target(), 'base/1'), { recursive: true })
      await mkdir(path.join(target(), 'global'))
      await writeFile(path.join(target(), 'PG_VERSION'), '17')
      await writeFile(path.join(target(), 'global/pg_control'), '')
      await rm(path.join(target(), name), { recursive: true })
      const before = (await readdir(target(), { recursive: true })).toSorted()
      await expect(open()).rejects.toThrow(
        `The folder ${target()} is not empty, but not a complete database (${name} is missing): ` +
          'restore the database, or empty the folder to create a new one.',
      )
      expect((await readdir(target(), { recursive: true })).toSorted()).toEqual(before)
    },
  )

  it('is rejected if it contains anything else', async () => {
    await mkdir(target())
    await writeFile(path.join(target(), 'notes.txt'), 'mine')
    await expect(open()).rejects.toThrow('is not empty, but not a complete database')
    expect(await readdir(target())).toEqual(['notes.txt'])
  })
})
