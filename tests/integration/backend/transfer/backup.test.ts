import { readdir, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readHead } from '#scripts/transfer/manifest.ts'
import { openBackup } from '#scripts/transfer/reader.ts'
import { restoreBackup } from '#scripts/transfer/restore.ts'
import { folderWriter } from '#scripts/transfer/writer.ts'
import { createEmptyDatabase } from '#tests/support/database.ts'
import { runCommand } from '#tests/support/run-command.ts'
import {
  backUpIn,
  memoryTarget,
  newFolder,
  objectsIn,
  readBackup,
  rowsAt,
  restoreIn,
  rowsIn,
  startSiteData,
} from '#tests/support/site-data.ts'

const isOnServer = Boolean(process.env['TEST_DATABASE_URL'])
let site: Awaited<ReturnType<typeof startSiteData>>
let folder: string
beforeAll(async () => {
  site = await startSiteData(isOnServer)
  folder = await newFolder()
})
afterAll(async () => {
  await site.remove()
  await rm(folder, { recursive: true, force: true })
})

const inFolder = (name: string) => path.join(folder, name)
const PASSPHRASE = 'a long passphrase'
const backUp = (to: string, passphrase?: string) =>
  backUpIn(site.where, { to: inFolder(to), ...(passphrase === undefined ? {} : { passphrase }) })
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
}, 60_000)

describe('a folder', () => {
  it('gets only objects that are new, and loses those that no row names', async () => {
    const times = async () => {
      const keys = await keysIn(inFolder('b'))
      const pairs = keys.map(async (key) => {
        const { mtimeMs } = await stat(path.join(inFolder('b'), 'files', key.slice(0, 2), key))
        return [key, mtimeMs] as const
      })
      return new Map(await Promise.all(pairs))
    }
    await backUp('b')
    const before = await times()
    await site.add({ title: 'Third' })
    await site.deleteFirst()
    await backUp('b')
    const after = await times()
    expect([...after.keys()].toSorted()).toEqual((await keysIn(site.dataDir)).toSorted())
    const kept = [...before].filter(([key]) => after.has(key))
    expect(kept.length).toBeGreaterThan(0)
    expect(kept).toEqual(kept.map(([key]) => [key, after.get(key)]))
    expect(before.size).toBeGreaterThan(kept.length)
    expect(await readdir(inFolder('b/tables'))).toHaveLength(1)
  })

  it('that holds something else is not used, nor one of another site', async () => {
    const head = readHead(await readFile(inFolder('b/head.json'), 'utf8'))
    await expect(folderWriter(site.dataDir, head, undefined)).rejects.toThrow(
      /is not empty and holds no backup/,
    )
    const other = { ...head, origin: { ...head.origin, id: 'another' } }
    await expect(folderWriter(inFolder('b'), other, undefined)).rejects.toThrow('of another site')
  })

  it.runIf(process.platform !== 'win32')('is private', async () => {
    const entries = await readdir(inFolder('b'), { recursive: true })
    const modes = await Promise.all(entries.map((name) => stat(inFolder(`b/${name}`))))
    const open = entries.filter((_name, at) => ((modes[at]?.mode ?? 0) & 0o077) !== 0)
    expect(entries.length).toBeGreaterThan(10)
    // The empty file of the lock, when no command with its mask of modes has created it.
    expect(open.filter((name) => name !== '.lock')).toEqual([])
  })

  it('of a backup that was never completed is refused, and used by the next one', async () => {
    await rm(inFolder('b/manifest.json'))
    await writeFile(inFolder('b/manifest.json.0123456789ab.part'), 'a half')
    await expect(openBackup(inFolder('b'), () => '')).rejects.toThrow('was never completed')
    await backUp('b')
    expect((await readdir(inFolder('b'))).toSorted()).toEqual([
      '.lock',
      'files',
      'head.json',
      'manifest.json',
      'tables',
    ])
  })
})

it('a backup is consistent while projects are published and deleted', async () => {
  const over = new AbortController()
  let written = 0
  const write = async () => {
    while (!over.signal.aborted) {
      await site.add({ title: `While it runs ${written}` })
      await site.add({ title: `And ${written}` })
      await site.deleteFirst()
      written += 1
    }
  }
  const writing = write()
  const { manifest } = await backUp('busy.tar').finally(() => over.abort())
  await writing
  expect(written).toBeGreaterThan(2)
  expect(manifest.missing).toEqual([])
  // Restoring makes the foreign keys, which all rows must satisfy, and finds every listed object.
  const target = await memoryTarget(inFolder('busy'))
  const reader = await openBackup(inFolder('busy.tar'), () => '')
  await restoreBackup({ reader, target, onProgress: () => undefined })
  const rows = await target.found()
  await target.close()
  expect(rows['files']?.length).toBeGreaterThan(0)
  const named = [...(rows['files'] ?? []), ...(rows['derived_pictures'] ?? [])].join('\n')
  const keys = await keysIn(inFolder('busy'))
  expect(keys.filter((key) => !named.includes(key))).toEqual([])
  expect(keys.length).toBeGreaterThanOrEqual(rows['files']?.length ?? 0)
}, 60_000)

it.skipIf(!isOnServer)('a backup is restored into an empty database of a server', async () => {
  const target = await createEmptyDatabase()
  try {
    await backUp('b')
    const where = { dataDir: inFolder('server'), databaseUrl: target.url }
    await restoreIn(where, { from: inFolder('b') })
    expect(await rowsAt(target.url)).toEqual(await site.rows())
    const other = { ...where, dataDir: inFolder('server2') }
    await expect(restoreIn(other, { from: inFolder('b') })).rejects.toThrow('The target database')
  } finally {
    await target.stop()
  }
})

it('an archive that is cut off is refused and leaves nothing', async () => {
  await backUp('a.tar')
  const { size } = await stat(inFolder('a.tar'))
  await truncate(inFolder('a.tar'), Math.floor(size * 0.7))
  const where = { dataDir: inFolder('cut'), databaseUrl: undefined }
  await expect(restoreIn(where, { from: inFolder('a.tar') })).rejects.toThrow(
    /^The archive .*cut off\.$/,
  )
  expect(await contents('cut')).toEqual([])
}, 60_000)

describe('an encrypted backup', () => {
  beforeAll(async () => {
    await backUp('eb', PASSPHRASE)
    await site.add({ title: 'Last' })
    await backUp('eb', PASSPHRASE)
    await backUp('e.age', PASSPHRASE)
    await backUp('plain')
  })

  it.each(['e.age', 'eb'])('has what a plain one has, which nobody can read (%s)', async (name) => {
    const plain = await readBackup(inFolder('plain'))
    expect(await readBackup(inFolder(name), PASSPHRASE)).toEqual(plain)
    expect((await stat(inFolder(name))).mode & 0o077).toBe(0)
  })

  it('as an archive begins as age does, and a changed byte is found', async () => {
    const bytes = await readFile(inFolder('e.age'))
    expect(bytes.subarray(0, 21).toString()).toBe('age-encryption.org/v1')
    const at = bytes.length - 5000
    bytes[at] = (bytes[at] ?? 0) ^ 1
    await writeFile(inFolder('changed.age'), bytes)
    await expect(readBackup(inFolder('changed.age'), PASSPHRASE)).rejects.toThrow(
      'damaged or cut off',
    )
  })

  it('as a folder has no file as it was', async () => {
    const hidden = new Set(Object.values(await objectsIn(inFolder('eb'))))
    const clear = Object.values(await objectsIn(inFolder('plain')))
    expect(clear.filter((content) => hidden.has(content))).toEqual([])
  })

  it('is opened and continued with its passphrase alone', async () => {
    const head = readHead(await readFile(inFolder('eb/head.json'), 'utf8'))
    const wrong = 'the passphrase is wrong'
    await expect(readBackup(inFolder('e.age'), 'another')).rejects.toThrow(wrong)
    await expect(readBackup(inFolder('eb'), 'another')).rejects.toThrow(wrong)
    await expect(folderWriter(inFolder('eb'), head, 'another')).rejects.toThrow(wrong)
    await expect(folderWriter(inFolder('eb'), head, undefined)).rejects.toThrow(
      'choose another folder',
    )
  })
})

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
}, 60_000)
