import { rm } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { storageOf } from '#backend/storage/open.ts'
import { claimStorage } from '#scripts/transfer/claim.ts'
import { migrateObjects } from '#scripts/transfer/migrate.ts'
import { openObject } from '#scripts/transfer/objects.ts'
import { openBackup } from '#scripts/transfer/reader.ts'
import { restoreBackup } from '#scripts/transfer/restore.ts'
import { openServer } from '#scripts/transfer/rows.ts'
import { openStopped } from '#scripts/transfer/source.ts'
import { createEmptyDatabase } from '#tests/support/database.ts'
import { BUCKET, startS3, storageUrl as storageUrlOf } from '#tests/support/s3.ts'
import { runCommand } from '#tests/support/run-command.ts'
import {
  backUpIn,
  memoryTarget,
  newFolder,
  objectsIn,
  readBackup,
  rowsAt,
  startSiteData,
} from '#tests/support/site-data.ts'

const server = process.env['TEST_DATABASE_URL']
let site: Awaited<ReturnType<typeof startSiteData>>
let rows: Awaited<ReturnType<typeof rowsAt>>
let s3: Awaited<ReturnType<typeof startS3>>
let folder: string
beforeAll(async () => {
  folder = await newFolder()
  site = await startSiteData(false)
  rows = await site.rows()
  s3 = await startS3()
})
afterAll(async () => {
  await s3.stop()
  await site.remove()
  await rm(folder, { recursive: true, force: true })
})

const migrate = (args: string[], onOutput?: Parameters<typeof runCommand>[2]) =>
  runCommand(['migrate', ...args], { DATA_DIR: site.dataDir }, onOutput)

/** Bytes of the objects of a bucket. */
async function objectsAt(url: string) {
  const { storage } = await storageOf({ STORAGE_URL: url }, site.dataDir)
  const found: Record<string, string> = {}
  for await (const keys of storage.keys()) {
    for (const key of keys) {
      const object = await openObject(storage, key)
      if (object) found[key] = (await buffer(object.bytes)).toString('base64')
    }
  }
  return { found, mark: await storage.databaseId() }
}

it('a running site is refused in one sentence', async () => {
  const result = await migrate(['--storage', s3.url])
  expect(result).toMatchObject({ code: 1 })
  expect(result.said).toMatch(/^Another process uses \S+; stop it first\.\n$/)
  await site.stop()
})

it('files are moved to a bucket, also after an interruption in between', async () => {
  const source = await openStopped({ ...site.where, env: {} })
  const { rows: from } = await source.snapshot()
  const { storage: to } = await storageOf({ STORAGE_URL: s3.url }, site.dataDir)
  const moved = { rows: from, from: source.storage.storage, to }
  const interrupted = migrateObjects(moved, () => {
    throw new Error('interrupted')
  })
  await expect(interrupted).rejects.toThrow('interrupted')
  await from.close()
  const result = await migrate(['--storage', s3.url])
  expect(result).toMatchObject({ code: 0 })
  expect(result.said).toContain('Set STORAGE_URL to the address')
  const { found, mark } = await objectsAt(s3.url)
  const { '.database-id': id = '', ...objects } = await objectsIn(site.dataDir)
  expect(found).toEqual(objects)
  expect(mark).toBe(Buffer.from(id, 'base64').toString().trim())
})

it('a backup is restored into a bucket, and made of one', async () => {
  const storageUrl = storageUrlOf(s3.port, `${BUCKET}/restored`)
  const { storage } = await storageOf({ STORAGE_URL: storageUrl }, site.dataDir)
  const from = path.join(folder, 'backup')
  await backUpIn(site.where, { to: from })
  const target = { ...(await memoryTarget(folder)), storage }
  const reader = await openBackup(from, () => '')
  await restoreBackup({ reader, target, onProgress: () => undefined })
  expect(await target.found()).toEqual(rows)
  await target.close()
  expect(await objectsAt(storageUrl)).toEqual(await objectsAt(s3.url))
  const again = path.join(folder, 'again')
  await backUpIn({ ...site.where, storageUrl }, { to: again })
  expect(await readBackup(again)).toEqual(await readBackup(from))
})

it('a bucket with objects of others is refused', async () => {
  const url = storageUrlOf(s3.port, `${BUCKET}/unmarked`)
  const { storage } = await storageOf({ STORAGE_URL: url }, site.dataDir)
  await storage.write('an-object', Buffer.from('of others'))
  await expect(claimStorage(storage, 'this-database')).rejects.toThrow(
    'The target storage is not empty.',
  )
  expect(await storage.databaseId()).toBeNull()
})

it('a bucket of another site is refused', async () => {
  const url = storageUrlOf(s3.port, `${BUCKET}/other`)
  const { storage } = await storageOf({ STORAGE_URL: url }, site.dataDir)
  await storage.setDatabaseId('another-database')
  await expect(claimStorage(storage, 'this-database')).rejects.toThrow(
    'The target storage holds the files of another database.',
  )
})

it.skipIf(!server)(
  'rows are moved to a server, also after kills in between',
  async () => {
    const target = await createEmptyDatabase()
    try {
      for (const moment of [/0 of/, /\d of/, /31 of 31/]) {
        await migrate(['--to', target.url], (said, kill) => {
          if (moment.test(said)) kill()
        })
      }
      const result = await migrate(['--to', target.url])
      expect(result).toMatchObject({ code: 0 })
      expect(result.said).toContain('Set DATABASE_URL to the address')
      expect(await rowsAt(target.url)).toEqual(rows)
      // Finished, it compares and changes nothing.
      expect(await migrate(['--to', target.url])).toMatchObject({ code: 0 })
      const indexes = `SELECT count(*) AS line FROM pg_indexes WHERE schemaname = 'public'`
      expect(Number(await one(target.url, indexes))).toBeGreaterThan(40)
    } finally {
      await target.stop()
    }
  },
  60_000,
)

it.skipIf(!server)('a database that holds anything else is refused', async () => {
  const target = await createEmptyDatabase()
  try {
    await one(target.url, 'CREATE TABLE other (id integer)')
    const result = await migrate(['--to', target.url])
    expect(result).toMatchObject({ code: 1 })
    expect(result.said).toContain('The target database is not empty.')
  } finally {
    await target.stop()
  }
})

async function one(url: string, statement: string): Promise<unknown> {
  const { Client } = await import('pg')
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows: found } = await client.query<{ line?: unknown }>(statement)
  await client.end()
  return found[0]?.line
}

it('an address that cannot be reached is named without its password', async () => {
  await expect(openServer('postgres://me:secret@127.0.0.1:1/x', '--to')).rejects.toThrow(
    /^The database of --to cannot be reached \(ECONNREFUSED\)\.$/,
  )
})
