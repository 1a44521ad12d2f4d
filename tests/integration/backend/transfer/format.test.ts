// @module-tag long
import { readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openFolder } from '#scripts/transfer/folder-depot.ts'
import { readHead } from '#scripts/transfer/manifest.ts'
import { openBackup } from '#scripts/transfer/reader.ts'
import { readStates } from '#scripts/transfer/states.ts'
import { depotWriter } from '#scripts/transfer/writer.ts'
import { folderWriter } from '#tests/support/backup-writer.ts'
import { openMemorySite, readBackup } from '#tests/support/memory-site.ts'
import { objectsIn } from '#tests/support/site-data.ts'
import { scratchFolder } from '#tests/support/scratch-folder.ts'

const PASSPHRASE = 'a long passphrase'
const TWO = { count: 2, days: 0 }
const folder = await scratchFolder()
const site = await openMemorySite(path.join(folder, 'site'))
afterAll(() => site.close())

const inFolder = (...names: string[]) => path.join(folder, ...names)
const backUp = (to: string, passphrase?: string) =>
  site.backUp(inFolder(to), passphrase === undefined ? {} : { passphrase })
const headOf = async (name: string) => readHead(await readFile(inFolder(name, 'head.json'), 'utf8'))

describe('a folder', () => {
  it('gets only objects that are new, and loses those that no row names', async () => {
    const timeOf = async (key: string) =>
      (await stat(inFolder('b/files', key.slice(0, 2), key))).mtimeMs
    await backUp('b')
    const before = await timeOf('object-2')
    await site.add('third-one')
    await site.remove('an-object')
    await backUp('b')
    expect(Object.keys(await objectsIn(inFolder('b'))).toSorted()).toEqual([
      'object-2',
      'third-one',
    ])
    expect(await timeOf('object-2')).toBe(before)
    expect(await readdir(inFolder('b/tables'))).toHaveLength(1)
  })

  it('has an upload once it is finished, with the bytes that it has then', async () => {
    await site.add('an-upload', 'pending', 'as it was sent')
    await backUp('b')
    expect(await objectsIn(inFolder('b'))).not.toHaveProperty('an-upload')
    await site.add('an-upload', 'stored', 'as it is kept')
    const { changed } = await backUp('b')
    const kept = Buffer.from('as it is kept').toString('base64')
    expect(await objectsIn(inFolder('b'))).toMatchObject({ 'an-upload': kept })
    expect(changed).toEqual([])
    await site.remove('an-upload')
  })

  it('says which bytes it needs and which there are, before it copies a file; what is there already needs none', async () => {
    const backUpWith = (free: number) =>
      site.backUpTo(async (head) => {
        const depot = { ...openFolder(inFolder('small')), freeBytes: async () => free }
        return depotWriter(depot, head, { passphrase: undefined, keep: TWO })
      })
    await site.add('an-upload', 'stored', 'x'.repeat(2_000))
    await expect(backUpWith(1_999)).rejects.toThrow(
      /^The backup needs 2\.\d kB \(20\d\d bytes\), and the disk of \S+small has 2\.0 kB \(1999 bytes\) left: make room/,
    )
    expect(await readdir(inFolder('small'))).not.toContain('files')
    await backUpWith(3_000)
    await backUpWith(0)
    await site.remove('an-upload')
  })

  it('of a release that kept one state keeps it beside the next one', async () => {
    await backUp('old')
    const [name = ''] = await readdir(inFolder('old/tables'))
    await rm(inFolder('old/tables', name, 'manifest.json'))
    await site.backUpTo(async (head) =>
      depotWriter(openFolder(inFolder('old')), head, { passphrase: undefined, keep: TWO }),
    )
    const [first, second] = (await readStates(openFolder(inFolder('old')))).complete
    expect([first?.name, second?.number]).toEqual([name, (first?.number ?? 0) + 1])
    const { members } = await openBackup({ folder: inFolder('old') }, () => '', first?.at)
    const names: string[] = []
    for await (const member of members) {
      names.push(member.name)
      await buffer(member.bytes)
    }
    expect(names).toContain(`tables/${name}/objects.gz`)
  })

  it('that holds something else is not used, nor one of another site', async () => {
    const head = await headOf('b')
    await expect(folderWriter(inFolder('site'), head, undefined)).rejects.toThrow(
      /is not empty and holds no backup/,
    )
    const other = { ...head, origin: { ...head.origin, id: 'another' } }
    await expect(folderWriter(inFolder('b'), other, undefined)).rejects.toThrow('of another site')
  })

  it('of a backup that was never completed is refused, and used by the next one', async () => {
    await rm(inFolder('b/manifest.json'))
    await writeFile(inFolder('b/manifest.json.0123456789ab.part'), 'a half')
    await expect(openBackup({ folder: inFolder('b') }, () => '')).rejects.toThrow(
      'was never completed',
    )
    await backUp('b')
    const names = ['.lock', 'files', 'head.json', 'manifest.json', 'tables']
    expect((await readdir(inFolder('b'))).toSorted()).toEqual(names)
  })

  it('of a backup that was killed at its beginning is used by the next one', async () => {
    const head = await readFile(inFolder('b/head.json'))
    await rm(inFolder('b'), { recursive: true })
    await (await folderWriter(inFolder('b'), readHead(head.toString()), undefined)).close()
    await rm(inFolder('b/head.json'))
    await writeFile(inFolder('b/head.json.0123456789ab.part'), 'a half')
    await backUp('b')
    expect(await readBackup(inFolder('b'))).toHaveProperty('object-2')
  })
})

describe('an archive', () => {
  it('replaces what a killed backup has left, and has its name when it is complete', async () => {
    await writeFile(inFolder('a.tar.part'), 'a half', { mode: 0o666 })
    await backUp('a.tar')
    expect(await readdir(folder)).not.toContain('a.tar.part')
    expect((await stat(inFolder('a.tar'))).mode & 0o077).toBe(0)
    expect(await readBackup(inFolder('a.tar'))).toHaveProperty('object-2')
  })

  it('that cannot be completed leaves the former one', async () => {
    const before = await readFile(inFolder('a.tar'))
    const from = { ...site.storage, read: () => Promise.reject(new Error('The disk is broken.')) }
    await expect(site.backUp(inFolder('a.tar'), { from })).rejects.toThrow('The disk is broken.')
    expect(await readdir(folder)).not.toContain('a.tar.part')
    expect(await readFile(inFolder('a.tar'))).toEqual(before)
  })

  it.each([0.1, 0.5, 0.9])('that is cut off at %d of its length is refused', async (share) => {
    await backUp('cut.tar')
    const { size } = await stat(inFolder('cut.tar'))
    await truncate(inFolder('cut.tar'), Math.floor(size * share))
    await expect(readBackup(inFolder('cut.tar'))).rejects.toThrow(/^The archive .*cut off\.$/)
  })
})

describe('an encrypted backup', () => {
  beforeAll(async () => {
    await backUp('eb', PASSPHRASE)
    await site.add('last-one')
    await backUp('eb', PASSPHRASE)
    await backUp('e.age', PASSPHRASE)
    await backUp('plain')
  })

  it.each(['e.age', 'eb'])('has what a plain one has (%s)', async (name) => {
    const plain = await readBackup(inFolder('plain'))
    expect(plain).toHaveProperty('last-one')
    expect(await readBackup(inFolder(name), PASSPHRASE)).toEqual(plain)
  })

  it('as an archive begins as age does, and a changed byte is found', async () => {
    const bytes = await readFile(inFolder('e.age'))
    expect(bytes.subarray(0, 21).toString()).toBe('age-encryption.org/v1')
    const at = bytes.length - 5000
    bytes[at] = (bytes[at] ?? 0) ^ 1
    await writeFile(inFolder('changed.age'), bytes)
    const read = readBackup(inFolder('changed.age'), PASSPHRASE)
    await expect(read).rejects.toThrow('damaged or cut off')
  })

  it('as a folder has no file as it was', async () => {
    const hidden = new Set(Object.values(await objectsIn(inFolder('eb'))))
    expect(hidden.size).toBeGreaterThan(1)
    const clear = Object.values(await objectsIn(inFolder('plain')))
    expect(clear.filter((content) => hidden.has(content))).toEqual([])
  })

  it('is opened and continued with its passphrase alone', async () => {
    const head = await headOf('eb')
    const wrong = 'the passphrase is wrong'
    await expect(readBackup(inFolder('e.age'), 'another')).rejects.toThrow(wrong)
    await expect(readBackup(inFolder('eb'), 'another')).rejects.toThrow(wrong)
    await expect(folderWriter(inFolder('eb'), head, 'another')).rejects.toThrow(wrong)
    const refused = folderWriter(inFolder('eb'), head, undefined)
    await expect(refused).rejects.toThrow('choose another folder')
  })
})
