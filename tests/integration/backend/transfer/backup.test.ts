// @module-tag long
import { readdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Client } from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { BACKUP_LOCK } from '#backend/db/migration-files.ts'
import { openSource } from '#scripts/transfer/source.ts'
import { createEmptyDatabase } from '#tests/support/database.ts'
import { openMemoryTarget, readBackup, restoreTo } from '#tests/support/memory-site.ts'
import { startS3 } from '#tests/support/s3.ts'
import { runCommand } from '#tests/support/run-command.ts'
import {
  backUpIn,
  objectsIn,
  rowsAt,
  restoreIn,
  rowsIn,
  startSiteData,
} from '#tests/support/site-data.ts'
import { scratchFolder } from '#tests/support/scratch-folder.ts'

const isOnServer = Boolean(process.env['TEST_DATABASE_URL'])
const site = await startSiteData(isOnServer)
const folder = await scratchFolder()
afterAll(() => site.remove())

/** Projects published and deleted during a backup. */
const CHANGES = 3
const inFolder = (name: string) => path.join(folder, name)
/** What is in a data folder apart from the file of its lock. */
const contents = async (dataDir: string) =>
  (await readdir(inFolder(dataDir)).catch(() => [])).filter((name) => name !== '.lock').toSorted()
/** The keys of the objects in a data folder or backup. */
const keysIn = async (place: string) =>
  Object.keys(await objectsIn(place)).filter((key) => !key.startsWith('.'))

it('a backup of a running site restores every row and file into another data folder', async () => {
  const made = await runCommand(['backup', '--to', inFolder('b')], site.env)
  expect(made, made.said).toMatchObject({ code: 0 })
  expect(made.said).toMatch(/Backed up \d+ rows and 4 files/)
  expect(await readdir(site.dataDir)).toContain('.last-backup')
  // A later backup, after an update of the site, that was killed: the one before is valid.
  const head = await readFile(inFolder('b/head.json'), 'utf8')
  await writeFile(inFolder('b/head.json'), head.replace(/"migration":\d+/, '"migration":1'))
  const env = { DATA_DIR: inFolder('r') }
  const restored = await runCommand(['restore', '--from', inFolder('b')], env)
  expect(restored, restored.said).toMatchObject({ code: 0 })
  expect(await contents('r')).toEqual(['database', 'files'])
  expect(await rowsIn(inFolder('r'))).toEqual(await site.rows())
  expect(await objectsIn(inFolder('r'))).toEqual(await objectsIn(site.dataDir))
})

it('a backup is consistent while projects are published and deleted', async () => {
  let count = 0
  const { manifest } = await backUpIn(site.where, inFolder('busy.tar'), async () => {
    count += 1
    if (count > CHANGES) return
    await site.add({ title: `While it runs ${count}` })
    await site.deleteFirst()
  })
  expect(count).toBeGreaterThan(CHANGES)
  expect(manifest.missing).toEqual([])
  // Restoring makes the foreign keys, which all rows must satisfy, and finds every listed object.
  const target = await openMemoryTarget(inFolder('busy'))
  await restoreTo(target, inFolder('busy.tar'))
  const rows = await target.found()
  await target.close()
  expect(rows['files']?.length).toBeGreaterThan(0)
  const named = [...(rows['files'] ?? []), ...(rows['derived_pictures'] ?? [])].join('\n')
  const keys = await keysIn(inFolder('busy'))
  expect(keys.filter((key) => !named.includes(key))).toEqual([])
  expect(keys.length).toBeGreaterThanOrEqual(rows['files']?.length ?? 0)
})

it.skipIf(!isOnServer)('a backup is restored into an empty database of a server', async () => {
  const target = await createEmptyDatabase()
  try {
    await backUpIn(site.where, inFolder('b'))
    const where = { dataDir: inFolder('server'), databaseUrl: target.url }
    await restoreIn(where, inFolder('b'))
    expect(await rowsAt(target.url)).toEqual(await site.rows())
    const other = { ...where, dataDir: inFolder('server2') }
    await expect(restoreIn(other, inFolder('b'))).rejects.toThrow('The target database')
  } finally {
    await target.stop()
  }
})

it.skipIf(!isOnServer)(
  'a backup that begins during a migration says so, and begins after it',
  async () => {
    const client = new Client({ connectionString: site.where.databaseUrl })
    await client.connect()
    await client.query('SELECT pg_advisory_lock($1)', [BACKUP_LOCK])
    const lines: string[] = []
    const onWait = (line: string) => {
      lines.push(line)
      // The migration ends.
      void client.query('SELECT pg_advisory_unlock_all()')
    }
    const source = await openSource({ ...site.where, env: {}, onWait })
    const { rows } = await source.snapshot()
    expect(lines).toEqual(['The database is being migrated; its rows are read after that.'])
    // And a migration that begins now has to wait.
    const lock = 'SELECT pg_try_advisory_lock($1) AS is_free'
    expect((await client.query(lock, [BACKUP_LOCK])).rows).toEqual([{ is_free: false }])
    await rows.close()
    await expect
      .poll(async () => (await client.query(lock, [BACKUP_LOCK])).rows)
      .toEqual([{ is_free: true }])
    await client.end()
    await source.close()
  },
)

it('files that the site has lost or changed are named by a backup that is complete otherwise', async () => {
  await site.add({ title: 'With a lost file' })
  const [lost = '', changed = ''] = await keysIn(site.dataDir)
  const [there, other] = [lost, changed].map((key) =>
    path.join(site.dataDir, 'files', key.slice(0, 2), key),
  )
  if (there === undefined || other === undefined) throw new Error('There are no files.')
  await rename(there, inFolder('lost'))
  await writeFile(other, 'changed')
  const { code, said } = await runCommand(['backup', '--archive', inFolder('lost.tar')], site.env)
  await rename(inFolder('lost'), there)
  expect(code).toBe(1)
  expect(said).toContain(`The site has lost files (1): ${lost}. See npm run doctor.`)
  expect(said).toContain(`The site has changed files (1): ${changed}. See npm run doctor.`)
  expect(await readBackup(inFolder('lost.tar'))).toHaveProperty(changed)
})

describe.skipIf(isOnServer)('a site', () => {
  it('that runs is not moved', async () => {
    const { code, said } = await runCommand(['migrate', '--storage', 's3:///bucket'], site.env)
    expect(code).toBe(1)
    expect(said).toMatch(/^Another process uses \S+; stop it first\.\n$/)
  })

  it('that is stopped is moved to a bucket', async () => {
    const s3 = await startS3()
    const keys = await keysIn(site.dataDir)
    await site.stop()
    const { code, said } = await runCommand(['migrate', '--storage', s3.url], site.env)
    await s3.stop()
    expect(code, said).toBe(0)
    expect(said).toContain(`Copied and compared ${keys.length} files`)
    expect(said).toContain('Set STORAGE_URL to the address given here')
    expect(said).not.toContain('S3RVER')
  })
})
