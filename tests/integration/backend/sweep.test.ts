import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { importProject } from '#backend/services/project/import.ts'
import { sweepUnknown } from '#backend/services/upload/sweep-unknown.ts'
import { sweepUploads } from '#backend/services/upload/sweep.ts'
import { createFolderStorage } from '#backend/storage/folder.ts'
import type { Storage } from '#backend/storage/storage.ts'
import { testBackend } from '#tests/support/backend.ts'
import { buildDemoProject } from '#tests/support/builders.ts'
import { spawnBackend } from '#tests/support/backend-process.ts'

/** Some tests write thousands of files or start processes. */
vi.setConfig({ testTimeout: 60_000 })

const HOUR_MS = 3600 * 1000
const NOW = new Date('2026-06-10T12:00:00Z')
const run = promisify(execFile)

let dataDir: string
let folder: string
let storage: Storage
const backend = await testBackend()
beforeEach(async () => {
  await backend.empty()
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'sweep-'))
  folder = path.join(dataDir, 'files')
  storage = createFolderStorage(folder)
  return () => rm(dataDir, { recursive: true, force: true })
})

/** Writes objects without rows, of an age relative to NOW. */
async function addUnknown(amount: number, ageMs = 2 * HOUR_MS, prefix = 'lost') {
  const time = new Date(NOW.getTime() - ageMs)
  await mkdir(path.join(folder, prefix.slice(0, 2)), { recursive: true })
  for (let at = 0; at < amount; at += 1) {
    // Not with the storage, which syncs each file.
    const file = path.join(folder, prefix.slice(0, 2), `${prefix}-${at}`)
    await writeFile(file, 'x')
    await utimes(file, time, time)
  }
}
/** Writes objects with rows. */
const addKnown = async (amount: number) => {
  await addUnknown(amount, 2 * HOUR_MS, 'known')
  await backend.db
    .execute(sql`INSERT INTO files (id, purpose, key, name, media_type, size, sha256, created_at)
    SELECT 'known-' || n, 'image', 'known-' || n, '', '', 1, '', now() FROM generate_series(0, ${amount - 1}) n`)
}
const sweep = (now = NOW, isForced = false) =>
  sweepUnknown({ db: backend.db, storage }, { now, isForced })
async function keysOf(source: AsyncIterable<string[]>) {
  const found: string[] = []
  for await (const keys of source) found.push(...keys)
  return found.toSorted()
}

describe('objects without a row', () => {
  it('are moved to the trash of the day, and objects with a row are kept', async () => {
    await addKnown(3)
    await addUnknown(2)
    expect(await sweep()).toEqual({ total: 5, unknown: 2, moved: 2, isRefused: false })
    expect(await keysOf(storage.keys())).toEqual(['known-0', 'known-1', 'known-2'])
    expect(await storage.trash.days()).toEqual(['2026-06-10'])
    expect(await keysOf(storage.trash.keys('2026-06-10'))).toEqual(['lost-0', 'lost-1'])
  })

  it('are skipped for an hour, the longest duration of an upload', async () => {
    await addUnknown(1, HOUR_MS - 1000)
    expect(await sweep()).toMatchObject({ unknown: 1, moved: 0 })
    await addUnknown(1, HOUR_MS)
    expect(await sweep()).toMatchObject({ unknown: 1, moved: 1 })
  })

  it('are moved if there are 100 of them, and none is moved if there are 101', async () => {
    await addUnknown(101)
    expect(await sweep()).toEqual({ total: 101, unknown: 101, moved: 0, isRefused: true })
    expect(await keysOf(storage.keys())).toHaveLength(101)
    await storage.remove('lost-0')
    expect(await sweep()).toMatchObject({ moved: 100, isRefused: false })
  })

  it('are moved if they are 5 % of all objects, and none is moved if they are more', async () => {
    await addKnown(2090)
    await addUnknown(111)
    expect(await sweep()).toEqual({ total: 2201, unknown: 111, moved: 0, isRefused: true })
    await storage.remove('lost-0')
    expect(await sweep()).toEqual({ total: 2200, unknown: 110, moved: 110, isRefused: false })
  })

  it('are moved in any number on request of the operator', async () => {
    await addUnknown(520)
    expect(await sweep(NOW, true)).toMatchObject({ moved: 520, isRefused: false })
  })

  it('are restored if their row was inserted while they were moved', async () => {
    await addUnknown(2)
    const add = storage.trash.add.bind(storage.trash)
    storage.trash.add = async (key, day) => {
      const isMoved = await add(key, day)
      await backend.db
        .execute(sql`INSERT INTO files (id, purpose, key, name, media_type, size, sha256, created_at)
        VALUES ('late', 'image', 'lost-1', '', '', 1, '', now()) ON CONFLICT DO NOTHING`)
      return isMoved
    }
    expect(await sweep()).toMatchObject({ moved: 1 })
    expect(await keysOf(storage.keys())).toEqual(['lost-1'])
  })

  it('do not include other files of the folder', async () => {
    await addUnknown(1)
    await writeFile(path.join(folder, 'lo', '.DS_Store'), '')
    await writeFile(path.join(folder, 'README'), '')
    expect(await sweep()).toMatchObject({ total: 1, moved: 1 })
    expect(await readdir(path.join(folder, 'lo'))).toEqual(['.DS_Store'])
  })
})

describe('the trash', () => {
  it('keeps objects for seven full days', async () => {
    await addUnknown(1)
    await sweep()
    await sweep(new Date('2026-06-17T23:59:59Z'))
    expect(await storage.trash.days()).toEqual(['2026-06-10'])
    await sweep(new Date('2026-06-18T00:00:00Z'))
    expect(await storage.trash.days()).toEqual([])
  })

  it('is not emptied while too many objects are unknown', async () => {
    await addUnknown(1)
    await sweep()
    await addUnknown(101, 2 * HOUR_MS, 'more')
    await sweep(new Date('2026-07-10T00:00:00Z'))
    expect(await keysOf(storage.trash.keys('2026-06-10'))).toEqual(['lost-0'])
  })

  it('restores objects that have a row again, before it is emptied', async () => {
    const id = await importProject(
      { db: backend.db, storage, workers: backend.workers },
      buildDemoProject(),
      'one',
    )
    const before = await keysOf(storage.keys())
    for (const key of before) await storage.trash.add(key, '2026-06-01')
    expect(await sweep()).toMatchObject({ moved: 0, isRefused: false })
    expect(await keysOf(storage.keys())).toEqual(before)
    expect(id).not.toBe('')
  })
})

describe('the operator', () => {
  const admin = (...args: string[]) =>
    run(process.execPath, ['scripts/admin.ts', ...args], {
      env: { ...process.env, DATA_DIR: dataDir },
    })

  it('lists the trash and restores a day of it without a running site', async () => {
    await addUnknown(3)
    await sweep()
    expect(await admin('trash')).toEqual({ stdout: '2026-06-10  3 objects\n', stderr: '' })
    await expect(admin('restore-files', '../..')).rejects.toThrow(
      'Which day? The trash holds objects of: 2026-06-10.',
    )
    const { stdout } = await admin('restore-files', '2026-06-10')
    expect(stdout).toContain('Restored 3 of 3 objects of 2026-06-10.\n')
    expect(await keysOf(storage.keys())).toEqual(['lost-0', 'lost-1', 'lost-2'])
    expect((await admin('trash')).stdout).toBe('The trash is empty.\n')
  })

  it('copies a stored file to a new path, such as one of a discarded version', async () => {
    await storage.write('kept-0', Buffer.from('bytes'))
    const target = path.join(dataDir, 'saved')
    await admin('save-file', 'kept-0', target)
    expect(await readFile(target, 'utf8')).toBe('bytes')
    await expect(admin('save-file', 'kept-0', target)).rejects.toThrow('EEXIST')
    await expect(admin('save-file', '../../x', `${target}-2`)).rejects.toThrow('invalid key')
    await expect(admin('save-file', 'kept-0')).rejects.toThrow('Usage:')
  })

  it('keeps both objects if one of the same key was written meanwhile', async () => {
    await addUnknown(1)
    await sweep()
    await storage.write('lost-0', Buffer.from('newer'))
    const { stdout } = await admin('restore-files', '2026-06-10')
    expect(stdout).toContain('Restored 0 of 1 objects of 2026-06-10.\n1 stay in the trash')
    expect(await storage.size('lost-0')).toBe(5)
  })
})

describe('interrupted and unused uploads', () => {
  it('are deleted in any number', { tags: 'long' }, async () => {
    await addKnown(1200)
    await backend.db.execute(
      sql`UPDATE files SET state = 'pending', created_at = '2026-06-10T10:59:59Z'`,
    )
    const parts = { db: backend.db, storage }
    expect(await sweepUploads(parts, { now: NOW, isAlone: false })).toBe(1200)
    expect(await keysOf(storage.keys())).toEqual([])
  })

  it('leave no temporary file behind that is older than an hour, also with several backends', async () => {
    await storage.write('known-0', Buffer.from('x'))
    for (const name of ['old.part', 'new.part']) await writeFile(path.join(folder, 'kn', name), '')
    const old = new Date(NOW.getTime() - HOUR_MS - 1000)
    await utimes(path.join(folder, 'kn', 'old.part'), old, old)
    const young = new Date(NOW.getTime() - HOUR_MS + 1000)
    await utimes(path.join(folder, 'kn', 'new.part'), young, young)
    const parts = { db: backend.db, storage }
    await sweepUploads(parts, { now: NOW, isAlone: false })
    expect(await readdir(path.join(folder, 'kn'))).toEqual(['known-0', 'new.part'])
    await sweepUploads(parts, { now: NOW, isAlone: true })
    expect(await readdir(path.join(folder, 'kn'))).toEqual(['known-0'])
  })
})

it(
  'a backend that finds too many unknown objects logs their number and a remedy',
  { tags: 'long' },
  async () => {
    await importProject(
      { db: backend.db, storage, workers: backend.workers },
      buildDemoProject(),
      'one',
    )
    await addUnknown(520, 2 * HOUR_MS)
    const child = spawnBackend({
      DATABASE_URL: backend.database.url,
      DATABASE_POOL_SIZE: '1',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      INTERNAL_SECRET: 'a-secret-of-the-tests',
    })
    let output = ''
    child.child.stderr?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
    const url = await child.listening
    await expect.poll(() => output).toContain('npm run admin -- sweep')
    expect(output).toMatch(/"unknown":520/)
    expect(await keysOf(storage.keys())).toHaveLength(522)
    const { stdout } = await run(process.execPath, ['scripts/admin.ts', 'sweep'], {
      env: {
        ...process.env,
        DATA_DIR: dataDir,
        BACKEND_URL: url,
        INTERNAL_SECRET: 'a-secret-of-the-tests',
      },
    })
    expect(stdout).toBe('Moved 520 objects to the trash; 520 of 522 were not referenced.\n')
    expect(await child.stop()).toMatchObject({ code: 0 })
  },
)
