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

const eachEntry = async (archive: Buffer): Promise<Entry[]> =>
  Array.fromAsync((await fromBufferPromise(archive)).eachEntry())
async function readEntries(archive: Buffer): Promise<Entry[]> {
  const entries = await eachEntry(archive)
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

/** Bytes of names, the system of the archive, and the ways to read them that are offered; none where it is certain. */
const UNCERTAIN: [names: string, encoding: string, host: number, offered: string[]][] = [
  ['Größe Ärger Straße', 'macroman', 3, ['macroman', 'cp857', 'cp852']],
  ['Größe Ärger Straße', 'macroman', 0, ['cp857', 'macroman', 'cp852']],
  ['Größe Ärger Straße', 'cp437', 0, []],
  ['Größe Ärger Straße', 'cp850', 0, []],
  ['Größe Ärger Straße', 'windows-1252', 0, []],
  ['Größe Ärger Straße', 'windows-1252', 3, []],
  ['Ärger', 'macroman', 3, ['cp850', 'macroman']],
  ['Ärger', 'cp850', 0, ['cp850', 'windows-1252', 'macroman']],
  ['太陽', 'cp932', 0, []],
  ['月', 'cp932', 0, ['cp932', 'gb18030', 'cp949', 'big5']],
  ['太陽', 'gbk', 0, ['gb18030', 'cp932']],
  ['设置 播放 暂停', 'gbk', 3, []],
  ['太陽', 'big5', 0, ['big5', 'cp932', 'cp949', 'euc-jp', 'gb18030']],
  ['音量 靜音 播放 暫停', 'big5', 0, []],
  ['집', 'euc-kr', 0, ['gb18030', 'big5', 'cp949', 'windows-1252', 'cp932']],
  ['홈 설정 카메라', 'euc-kr', 0, []],
]

describe('few names without marks', () => {
  it.each(UNCERTAIN)('%s in %s by system %i: %j', async (names, encoding, host, offered) => {
    const bytes = names.split(' ').map((name) => iconv.encode(`${name}.svg`, encoding))
    const archive = rawZip(unmarked(...bytes), { host })
    const entries = await eachEntry(archive)
    const readings = await decodeNames(entries)
    expect(readings.map((one) => one.encoding)).toEqual(offered)
    const written = names.split(' ').join(', ')
    if (offered.length > 0) expect(readings.map(({ name }) => name)).toContain(written)
    else expect(entries.map(entryPath)).toEqual(names.split(' ').map((name) => `${name}.svg`))
  })

  it.each(UNCERTAIN.filter(([, , , offered]) => offered.length > 0))(
    '%s in %s by system %i are right in the encoding that is chosen',
    async (names, encoding, host) => {
      const bytes = names.split(' ').map((name) => iconv.encode(`${name}.svg`, encoding))
      const archive = rawZip(unmarked(...bytes), { host })
      const written = names.split(' ').join(', ')
      const readings = await decodeNames(await eachEntry(archive))
      const chosen = readings.find(({ name }) => name === written)?.encoding
      const entries = await eachEntry(archive)
      expect((await decodeNames(entries, chosen))[0]).toEqual({ encoding: chosen, name: written })
      expect(entries.map(entryPath)).toEqual(names.split(' ').map((name) => `${name}.svg`))
    },
  )

  it('a choice changes neither names that are marked nor those that are valid UTF-8', async () => {
    const legacy = iconv.encode('Ärger.svg', 'macroman')
    const utf8 = unmarked(Buffer.from('Größe.svg'))
    const entries = await eachEntry(rawZip([{ path: '太陽.svg' }, ...utf8, ...unmarked(legacy)]))
    await decodeNames(entries, 'macroman')
    expect(entries.map(entryPath)).toEqual(['太陽.svg', 'Größe.svg', 'Ärger.svg'])
  })

  it('are certain where all are ASCII or UTF-8', async () => {
    const names = ['sun.svg', 'Größe.svg'].map((name) => Buffer.from(name))
    expect(await decodeNames(await eachEntry(rawZip(unmarked(...names))))).toEqual([])
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
