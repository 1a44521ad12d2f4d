import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { crc32 } from 'node:zlib'
import iconv from 'iconv-lite'
import { describe, expect, it } from 'vitest'
import { type Entry, fromBufferPromise } from 'yauzl'
import { checkDirectory } from '#backend/services/container/check-archive.ts'
import { canonicalPath, decodeNames, entryPath } from '#backend/services/container/entry-name.ts'
import { openLocal } from '#backend/services/container/local-source.ts'
import { isInstalled } from '#tests/support/engines/engine.ts'
import { LEGACY_NAMES } from '#tests/support/legacy-names.ts'
import { rawZip } from '#tests/support/raw-zip.ts'

async function readEntries(archive: Buffer): Promise<Entry[]> {
  const entries: Entry[] = []
  for await (const entry of (await fromBufferPromise(archive)).eachEntry()) entries.push(entry)
  await decodeNames(entries)
  return entries
}
const namesIn = async (archive: Buffer) => (await readEntries(archive)).map(entryPath)
const unmarked = (...names: Buffer[]) =>
  names.map((nameBytes) => ({ path: '', nameBytes, isMarked: false }))

describe('names of an archive without marks', () => {
  it.each(LEGACY_NAMES)('are read as $encoding: $names.0.name', async ({ names, host }) => {
    const archive = rawZip(unmarked(...names.map(({ bytes }) => bytes)), { host })
    expect(await namesIn(archive)).toEqual(names.map(({ name }) => name))
  })

  it('are UTF-8 if all of them are valid', async () => {
    const names = ['Größe.svg', '太陽.svg', 'sun.svg']
    expect(await namesIn(rawZip(unmarked(...names.map((name) => Buffer.from(name)))))).toEqual(
      names,
    )
  })

  it('are in one encoding, although one of them would be valid UTF-8', async () => {
    const names = ['模式.svg', '图标包.svg', '设置.svg']
    const bytes = names.map((name) => iconv.encode(name, 'gbk'))
    expect(iconv.decode(bytes[0] ?? Buffer.alloc(0), 'utf8')).not.toContain('\ufffd')
    expect(await namesIn(rawZip(unmarked(...bytes)))).toEqual(names)
  })

  it('have backslashes as separators, but not the second bytes of letters', async () => {
    const names = ['表示\\ソ.svg', 'icons\\能力.svg'].map((name) => iconv.encode(name, 'cp932'))
    expect(await namesIn(rawZip(unmarked(...names)))).toEqual(['表示/ソ.svg', 'icons/能力.svg'])
  })

  it('stay what they are without other bytes than ASCII', async () => {
    expect(await namesIn(rawZip(unmarked(Buffer.from('a/b~1.svg'))))).toEqual(['a/b~1.svg'])
  })

  it.each(['\x81', '\xff\xfe', '\x80\x81\x82', '\x00\x01\xff'])(
    'of random bytes are read as something: %j',
    async (bytes) => {
      expect(await namesIn(rawZip(unmarked(Buffer.from(bytes, 'latin1'))))).toHaveLength(1)
    },
  )

  it('cost little time, however many there are', async () => {
    const names = Array.from({ length: 20_000 }, (_, at) => iconv.encode(`アイコン${at}`, 'cp932'))
    const archive = rawZip(unmarked(...names))
    const began = performance.now()
    expect((await namesIn(archive))[19_999]).toBe('アイコン19999')
    expect(performance.now() - began).toBeLessThan(5_000)
  })
})

describe('a marked name', () => {
  const extra = (name: string, checksum: number) => {
    const data = Buffer.alloc(9)
    data.writeUInt16LE(0x7075, 0)
    data.writeUInt16LE(5 + Buffer.byteLength(name), 2)
    data.writeUInt8(1, 4)
    data.writeUInt32LE(checksum, 5)
    return Buffer.concat([data, Buffer.from(name)])
  }
  const legacy = iconv.encode('Größe.svg', 'cp850')
  const other = iconv.encode('Übersicht.svg', 'cp850')

  it('is that of the extra field, whose checksum fits', async () => {
    const right = {
      ...unmarked(legacy)[0],
      path: '',
      directoryExtra: extra('🌻.svg', crc32(legacy)),
    }
    const wrong = {
      ...unmarked(other)[0],
      path: '',
      directoryExtra: extra('🌻.svg', crc32(legacy)),
    }
    expect(await namesIn(rawZip([right, wrong]))).toEqual(['🌻.svg', 'Übersicht.svg'])
  })

  it('is UTF-8 next to others that are not', async () => {
    const archive = rawZip([{ path: '太陽.svg' }, ...unmarked(legacy, other)])
    expect(await namesIn(archive)).toEqual(['太陽.svg', 'Größe.svg', 'Übersicht.svg'])
  })

  it('is detected if it is no UTF-8 in spite of its mark', async () => {
    const archive = rawZip([
      { path: '', nameBytes: legacy },
      { path: '', nameBytes: other },
    ])
    expect(await namesIn(archive)).toEqual(['Größe.svg', 'Übersicht.svg'])
  })
})

it('a path is found in NFC and without a leading dot', async () => {
  const [entry] = await readEntries(rawZip([{ path: './icons/u\u0308.svg' }]))
  expect(entry && canonicalPath(entry)).toBe('icons/ü.svg')
})

describe.skipIf(!isInstalled('zip'))('an archive by Info-ZIP', () => {
  it.each(LEGACY_NAMES.filter(({ names }) => names.length > 4))(
    'of files with names in $encoding',
    async ({ names }) => {
      const folder = await mkdtemp(path.join(os.tmpdir(), 'names-'))
      const files = names.map(({ bytes }) => bytes.subarray('icons/'.length))
      const prefix = Buffer.from(`${folder}/`)
      for (const file of files) await writeFile(Buffer.concat([prefix, file]), '<svg/>')
      const env = { ...process.env, LC_ALL: 'C' }
      await promisify(execFile)('zip', ['-q', '-r', 'a.zip', '.'], { cwd: folder, env })
      const found = await namesIn(await readFile(path.join(folder, 'a.zip')))
      await rm(folder, { recursive: true })
      expect(found.toSorted()).toEqual(names.map(({ name }) => name.slice(6)).toSorted())
    },
  )
})

it('a name of more bytes than any path has is refused before it is decoded', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'names-'))
  const file = path.join(folder, 'a.zip')
  const check = async (length: number) => {
    const bytes = rawZip(unmarked(Buffer.alloc(length, 0xe4)))
    await writeFile(file, bytes)
    return checkDirectory(...openLocal({ path: file, size: bytes.length }))
  }
  await expect(check(4001)).rejects.toMatchObject({ issue: { code: 'path' } })
  await expect(check(1000)).resolves.toBeDefined()
  await rm(folder, { recursive: true })
})
