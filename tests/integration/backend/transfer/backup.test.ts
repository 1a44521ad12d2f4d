import { readdir, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEmptyDatabase } from '#tests/support/database.ts'
import { runCommand } from '#tests/support/run-command.ts'
import {
  backUpIn,
  newFolder,
  objectsIn,
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
/** Restores into the embedded database of a new data folder. */
const restore = (from: string, dataDir: string, passphrase = PASSPHRASE) =>
  restoreIn(
    { dataDir: inFolder(dataDir), databaseUrl: undefined },
    { from: inFolder(from), passphrase },
  )
/** What is in a data folder apart from the file of its lock. */
const contents = async (dataDir: string) =>
  (await readdir(inFolder(dataDir)).catch(() => [])).filter((name) => name !== '.lock')

/** Changes one byte of a file, `at` from its beginning or, if negative, from its end. */
async function spoil(file: string, at: number) {
  const bytes = await readFile(file)
  const place = at < 0 ? bytes.length + at : at
  bytes[place] = (bytes[place] ?? 0) ^ 1
  await writeFile(file, bytes)
}

describe('a backup of a running site', () => {
  it('restores every row and every file into another data folder, which is then refused', async () => {
    const made = await runCommand(['backup', '--to', inFolder('b')], site.env)
    expect(made).toMatchObject({ code: 0 })
    expect(made.said).toMatch(/Backed up \d+ rows and 4 files/)
    // A later backup, after an update of the site, that was killed: the one before is valid.
    const head = await readFile(inFolder('b/head.json'), 'utf8')
    await writeFile(inFolder('b/head.json'), head.replace(/"migration":\d+/, '"migration":1'))
    const env = { DATA_DIR: inFolder('r') }
    expect(await runCommand(['restore', '--from', inFolder('b')], env)).toMatchObject({ code: 0 })
    expect((await contents('r')).toSorted()).toEqual(['database', 'files'])
    expect(await rowsIn(inFolder('r'))).toEqual(await site.rows())
    expect(await objectsIn(inFolder('r'))).toEqual(await objectsIn(site.dataDir))
    const again = await runCommand(['restore', '--from', inFolder('b')], env)
    expect(again).toMatchObject({ code: 1 })
    expect(again.said).toMatch(/^The folder \S+ is not empty: [^\n]+\.\n$/)
    expect((await contents('r')).toSorted()).toEqual(['database', 'files'])
  }, 60_000)

  it('writes into the same folder only objects that are new, and removes those that no row names', async () => {
    const listed = async () => {
      const names = Object.keys(await objectsIn(inFolder('b')))
      return new Map(
        await Promise.all(
          names.map(async (name) => {
            const { mtimeMs } = await stat(
              path.join(inFolder('b'), 'files', name.slice(0, 2), name),
            )
            return [name, mtimeMs] as const
          }),
        ),
      )
    }
    const before = await listed()
    await site.add({ title: 'Third' })
    await site.deleteFirst()
    await backUp('b')
    const after = await listed()
    const keys = Object.keys(await objectsIn(site.dataDir)).filter((key) => !key.startsWith('.'))
    expect([...after.keys()].toSorted()).toEqual(keys.toSorted())
    const kept = [...before].filter(([name]) => after.has(name))
    expect(kept.length).toBeGreaterThan(0)
    expect(kept).toEqual(kept.map(([name]) => [name, after.get(name)]))
    expect(before.size).toBeGreaterThan(kept.length)
    expect(await readdir(inFolder('b/tables'))).toHaveLength(1)
  })

  it('is consistent while projects are published and deleted', async () => {
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
    await backUp('busy.tar').finally(() => over.abort())
    await writing
    expect(written).toBeGreaterThan(2)
    // Restoring makes the foreign keys, which all rows must satisfy, and finds every listed object.
    await restore('busy.tar', 'busy')
    const rows = await rowsIn(inFolder('busy'))
    const objects = await objectsIn(inFolder('busy'))
    expect(rows['files']?.length).toBeGreaterThan(0)
    const named = [...(rows['files'] ?? []), ...(rows['derived_pictures'] ?? [])].join('\n')
    const keys = Object.keys(objects).filter((key) => !key.startsWith('.'))
    expect(keys.filter((key) => !named.includes(key))).toEqual([])
    expect(keys.length).toBeGreaterThanOrEqual(rows['files']?.length ?? 0)
  }, 60_000)
})

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

describe('an archive', () => {
  it('that is cut off is refused and leaves nothing', async () => {
    await backUp('a.tar')
    const { size } = await stat(inFolder('a.tar'))
    await truncate(inFolder('a.tar'), Math.floor(size * 0.7))
    await expect(restore('a.tar', 'cut')).rejects.toThrow(/^The archive .*cut off\.$/)
    expect(await contents('cut')).toEqual([])
  })

  it('that is encrypted is restored with its passphrase alone', async () => {
    await backUp('e.age', PASSPHRASE)
    const start = (await readFile(inFolder('e.age'))).subarray(0, 21).toString()
    expect(start).toBe('age-encryption.org/v1')
    await expect(restore('e.age', 'e', 'another')).rejects.toThrow('the passphrase is wrong')
    await restore('e.age', 'e')
    expect(await rowsIn(inFolder('e'))).toEqual(await site.rows())
    await spoil(inFolder('e.age'), -5000)
    await expect(restore('e.age', 'e2')).rejects.toThrow('damaged or cut off')
    expect(await contents('e2')).toEqual([])
  }, 60_000)
})

describe('a damaged folder', () => {
  beforeAll(() => backUp('b'))
  it.each([
    ['a table', /\/projects\.00001\.copy\.gz$/],
    ['the list of files', /objects\.gz$/],
    ['a file', /^files\/..\/[\w-]+$/],
    ['the manifest', /^manifest\.json$/],
  ])('is refused with the name of %s', async (_what, pattern) => {
    const names = await readdir(inFolder('b'), { recursive: true })
    const name = names.find((one) => pattern.test(one)) ?? ''
    const file = path.join(inFolder('b'), name)
    const whole = await readFile(file)
    await spoil(file, Math.floor(whole.length / 2))
    await expect(restore('b', 'd').finally(() => writeFile(file, whole))).rejects.toThrow(
      path.basename(name),
    )
    expect(await contents('d')).toEqual([])
  })

  it('is refused with the name of a file that is missing', async () => {
    const names = await readdir(inFolder('b'), { recursive: true })
    const name = names.find((one) => /^files\/..\/[\w-]+$/.test(one)) ?? ''
    await rename(path.join(inFolder('b'), name), inFolder('moved'))
    await expect(restore('b', 'd')).rejects.toThrow(name)
    await rename(inFolder('moved'), path.join(inFolder('b'), name))
  })

  it('of a newer format is refused in one sentence', async () => {
    const head = await readFile(inFolder('b/head.json'), 'utf8')
    await writeFile(inFolder('b/head.json'), head.replace('"format":1', '"format":2'))
    await expect(
      restore('b', 'd').finally(() => writeFile(inFolder('b/head.json'), head)),
    ).rejects.toThrow(
      /^The backup has format 2, and this version of the site reads format 1: update the site before\.$/,
    )
  })
})

it('a folder that holds something else is not used for a backup', async () => {
  await expect(backUpIn(site.where, { to: site.dataDir })).rejects.toThrow(
    /is not empty and holds no backup/,
  )
})

it('files that the site has lost are named in a backup that is complete otherwise', async () => {
  await site.add({ title: 'With a lost file' })
  const [key = ''] = Object.keys(await objectsIn(site.dataDir)).filter(
    (one) => !one.startsWith('.'),
  )
  await rename(path.join(site.dataDir, 'files', key.slice(0, 2), key), inFolder('lost'))
  const { manifest } = await backUp('lost.tar')
  await rename(inFolder('lost'), path.join(site.dataDir, 'files', key.slice(0, 2), key))
  expect(manifest.missing).toEqual([key])
})

it('an encrypted folder is continued with its passphrase, and restored', async () => {
  await backUp('eb', PASSPHRASE)
  await site.add({ title: 'Last' })
  await backUp('eb', PASSPHRASE)
  await expect(backUp('eb')).rejects.toThrow('choose another folder')
  await expect(backUp('eb', 'another')).rejects.toThrow('the passphrase is wrong')
  await restore('eb', 'er')
  expect(await rowsIn(inFolder('er'))).toEqual(await site.rows())
}, 60_000)
