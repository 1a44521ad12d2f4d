// @module-tag long
import { symlink } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, describe, expect, it } from 'vitest'
import { createFolderStorage } from '#backend/storage/folder.ts'
import { storageOf } from '#backend/storage/open.ts'
import type { Storage } from '#backend/storage/storage.ts'
import { migrateObjects, migrateRows } from '#scripts/transfer/migrate.ts'
import { openObject } from '#scripts/transfer/objects.ts'
import { openServer, type Rows } from '#scripts/transfer/rows.ts'
import { createEmptyDatabase } from '#tests/support/database.ts'
import {
  openMemorySite,
  openMemoryTarget,
  readBackup,
  restoreTo,
} from '#tests/support/memory-site.ts'
import { BUCKET, startS3, storageUrl } from '#tests/support/s3.ts'
import { rowsAt } from '#tests/support/site-data.ts'
import { stoppedAtEnd } from '#tests/support/stopped-at-end.ts'
import { scratchFolder } from '#tests/support/scratch-folder.ts'

const server = process.env['TEST_DATABASE_URL']
const folder = await scratchFolder()
const site = await openMemorySite(folder)
const s3 = await stoppedAtEnd(startS3())
afterAll(() => site.close())

const none = () => undefined
/** A part of the bucket of its own. */
const bucket = async (name: string) =>
  (await storageOf({ STORAGE_URL: storageUrl(s3.port, `${BUCKET}/${name}`) }, folder)).storage

/** The objects of a storage, as text. */
async function textsIn(storage: Storage): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for await (const keys of storage.keys()) {
    for (const key of keys) {
      const object = await openObject(storage, key)
      if (object) found[key] = (await buffer(object.bytes)).toString()
    }
  }
  return found
}

describe('files', () => {
  it('are moved to a bucket, also after an interruption, and one that differs is copied again', async () => {
    const to = await bucket('moved')
    const objects = { rows: site.rows, from: site.storage, to }
    const interrupted = migrateObjects(objects, () => {
      throw new Error('interrupted')
    })
    await expect(interrupted).rejects.toThrow('interrupted')
    await to.write('object-2', Buffer.from('a half'))
    expect(await migrateObjects(objects, none)).toMatchObject({ count: 2, lost: [] })
    expect(await textsIn(to)).toEqual(await textsIn(site.storage))
    expect(await to.databaseId()).toBe('the-id')
  })

  it('that the site has lost are named', async () => {
    const from = {
      ...site.storage,
      size: async (key: string) => (key === 'object-2' ? null : site.storage.size(key)),
    }
    const moved = migrateObjects({ rows: site.rows, from, to: await bucket('lost') }, none)
    expect(await moved).toMatchObject({ count: 1, lost: ['object-2'] })
  })

  it('are not moved to the bucket that they are in, whatever its address', async () => {
    const from = await bucket('same')
    await from.setDatabaseId('the-id')
    const { storage: to } = await storageOf(
      { STORAGE_URL: storageUrl(s3.port, `${BUCKET}/same/`).replace('127.0.0.1', 'localhost') },
      folder,
    )
    await expect(migrateObjects({ rows: site.rows, from, to }, none)).rejects.toThrow(
      'The target storage is the one of the site: give the address of another one.',
    )
    expect(await textsIn(from)).toEqual({})
  })

  it('are not moved to the folder that they are in, reached by a link', async () => {
    const link = path.join(folder, 'link')
    await symlink(path.join(folder, 'files'), link)
    await site.storage.setDatabaseId('the-id')
    const before = await textsIn(site.storage)
    const objects = { rows: site.rows, from: site.storage, to: createFolderStorage(link) }
    await expect(migrateObjects(objects, none)).rejects.toThrow('The target storage is the one')
    expect(await textsIn(site.storage)).toEqual(before)
  })

  it('are not moved to a bucket of others', async () => {
    const [marked, filled] = [await bucket('marked'), await bucket('filled')]
    await marked.setDatabaseId('another')
    await filled.write('an-object', Buffer.from('of others'))
    const moveTo = (to: Storage) =>
      migrateObjects({ rows: site.rows, from: site.storage, to }, none)
    await expect(moveTo(marked)).rejects.toThrow('holds the files of another database.')
    await expect(moveTo(filled)).rejects.toThrow('The target storage is not empty.')
    expect(await textsIn(filled)).toEqual({ 'an-object': 'of others' })
  })
})

it('a backup is restored into a bucket, and made of one', async () => {
  const [from, again] = [path.join(folder, 'backup'), path.join(folder, 'again')]
  await site.backUp(from)
  const storage = await bucket('restored')
  const target = { ...(await openMemoryTarget(folder)), storage }
  await restoreTo(target, from)
  expect(await target.found()).toEqual(await site.found())
  await target.close()
  expect(await textsIn(storage)).toEqual(await textsIn(site.storage))
  await site.backUp(again, { from: storage })
  expect(await readBackup(again)).toEqual(await readBackup(from))
})

/** An empty database: on the server of the tests, else in memory. */
async function emptyDatabase() {
  if (server === undefined || server === '') {
    const { rows, found, close } = await openMemoryTarget(folder)
    // The end of a session, without that of the database.
    const end = async () => void (await rows.query('ROLLBACK'))
    return { open: async () => ({ ...rows, close: end }), found, close }
  }
  const { url, stop } = await createEmptyDatabase()
  return { open: () => openServer(url, '--to'), found: () => rowsAt(url), close: stop }
}

describe('rows', () => {
  /** Rows that fail from the `at`th statement on that matches, as if the process had been killed. */
  function failingAt(rows: Rows, pattern: RegExp, at: number): Rows {
    let matches = 0
    return {
      ...rows,
      query: async (sql, values) => {
        if (pattern.test(sql)) matches += 1
        if (matches >= at) throw new Error('interrupted')
        return rows.query(sql, values)
      },
    }
  }

  it('are moved to an empty database, also after interruptions, and compared when it is repeated', async () => {
    const target = await emptyDatabase()
    try {
      for (const [pattern, at] of [
        [/^CREATE TABLE drizzle/, 1],
        [/^INSERT INTO transfer\.done/, 3],
        [/^CREATE (?:UNIQUE )?INDEX/, 4],
        [/^VACUUM/, 1],
      ] as const) {
        const to = await target.open()
        const moved = migrateRows(site.rows, failingAt(to, pattern, at), none)
        await expect(moved, String(pattern)).rejects.toThrow('interrupted')
        await to.close()
        // What was loaded is compared with what is there now.
        await site.rows.query(`UPDATE authors SET name = name || '.'`)
      }
      const to = await target.open()
      const { tables } = await migrateRows(site.rows, to, none)
      expect(tables).toBeGreaterThan(25)
      expect(await target.found()).toEqual(await site.found())
      const [indexes] = await to.query(
        `SELECT count(*)::integer AS count, to_regnamespace('transfer') IS NULL AS complete
         FROM pg_indexes WHERE schemaname = 'public'`,
      )
      expect(indexes?.['complete']).toBe(true)
      expect(Number(indexes?.['count'])).toBeGreaterThan(40)
      await migrateRows(site.rows, to, none)
      await to.query(`UPDATE authors SET name = 'changed'`)
      await expect(migrateRows(site.rows, to, none)).rejects.toThrow(
        'The table authors differs from its original (1 rows instead of 1, with other values).',
      )
      await to.close()
    } finally {
      await target.close()
    }
  })

  it('are not moved to a database that holds anything else', async () => {
    const target = await emptyDatabase()
    try {
      const to = await target.open()
      await to.query('CREATE TABLE other (id integer)')
      await expect(migrateRows(site.rows, to, none)).rejects.toThrow(
        'The target database is not empty.',
      )
      await to.close()
    } finally {
      await target.close()
    }
  })

  it.skipIf(!server)(
    'are not moved to the database that they are in, whatever its address',
    async () => {
      const { url, stop } = await createEmptyDatabase()
      const [address, alias] = [new URL(url), new URL(url)]
      alias.hostname = address.hostname === 'localhost' ? '127.0.0.1' : 'localhost'
      alias.searchParams.set('application_name', 'another')
      const first = await openServer(url, 'DATABASE_URL')
      try {
        await migrateRows(site.rows, first, none)
        await first.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
        for (const to of [url, String(alias)]) {
          const second = await openServer(to, '--to')
          await expect(migrateRows(first, second, none)).rejects.toThrow(
            'The target database is the one of the site: give the address of another one.',
          )
          await second.close()
        }
      } finally {
        await first.close()
        await stop()
      }
    },
  )

  it('of an address that cannot be reached: it is named without its password', async () => {
    await expect(openServer('postgres://me:secret@127.0.0.1:1/x', '--to')).rejects.toThrow(
      /^The database of --to cannot be reached \(ECONNREFUSED\)\.$/,
    )
  })
})
