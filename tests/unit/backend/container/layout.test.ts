import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { zip } from '#demo/archive.ts'
import { acceptArchive } from '#backend/worker/archive.ts'
import { SVG } from '#tests/support/containers.ts'
import { rawZip } from '#tests/support/raw-zip.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'layout-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function accept(bytes: Buffer) {
  const file = path.join(folder, 'pack.zip')
  const output = path.join(folder, 'out.zip')
  await writeFile(file, bytes)
  await rm(output, { force: true })
  const upload = { path: file, size: bytes.length, kind: 'icon', ending: '.zip', title: 'x' }
  return acceptArchive({ ...upload, output })
}
const pack = ['sun', 'moon'].map((name) => ({ path: `${name}.svg`, content: SVG }))
const each = (said: object) => rawZip(pack.map((entry) => ({ ...entry, ...said })))

describe('an archive is accepted', () => {
  it.each<[string, () => Buffer | Promise<Buffer>]>([
    ['stored', () => each({})],
    ['deflated', () => each({ isDeflated: true })],
    ['with sizes behind the bytes', () => each({ descriptor: 'signed' })],
    ['with sizes behind the bytes without a signature', () => each({ descriptor: 'unsigned' })],
    ['streamed as zip64', () => each({ descriptor: 'zip64', isZip64: true, isDeflated: true })],
    ['with zip64 sizes in front', () => each({ isZip64: true })],
    ['with a zip64 directory', () => rawZip(pack, { isZip64: true })],
    ['with a comment', () => rawZip(pack, { comment: 'made with love' })],
    ['aligned by padding', () => each({ extra: Buffer.from([0x35, 0xd9, 2, 0, 0, 0]) })],
    ['of a library that writes descriptors', () => zip(pack)],
  ])('%s', async (_, make) => {
    expect(await accept(await make())).toMatchObject({
      error: null,
      icons: [{ name: 'moon' }, { name: 'sun' }],
    })
  })

  it('with unmarked UTF-8 names, as macOS writes them, and with names in an unknown encoding', async () => {
    const entries = [
      { path: 'Größe.svg', content: SVG, isMarked: false },
      {
        path: '',
        nameBytes: Buffer.from([0x94, 0x2e, 0x73, 0x76, 0x67]),
        content: SVG,
        isMarked: false,
      },
    ]
    expect(await accept(rawZip(entries))).toMatchObject({
      icons: [{ name: 'grosse' }, { name: 'o' }],
    })
  })

  it('with backslashes as separators', async () => {
    const entries = ['Pack\\icons\\sun.svg', 'Pack\\icons\\moon.svg']
    const archive = rawZip(entries.map((one) => ({ path: one, content: SVG })))
    expect(await accept(archive)).toMatchObject({ icons: [{ name: 'moon' }, { name: 'sun' }] })
  })
})

describe('an archive is rejected', () => {
  const junk = Buffer.from('<script>alert(1)</script>')
  it.each<[string, () => Buffer, object]>([
    [
      'with bytes between entries',
      () => rawZip([{ path: 'a.svg', content: SVG, gap: junk }, ...pack]),
      { code: 'bytes_between', entry: 'a.svg' },
    ],
    [
      'with as many bytes between entries as a descriptor has',
      () => rawZip([{ path: 'a.svg', content: SVG, gap: Buffer.alloc(12) }, ...pack]),
      { code: 'bytes_between' },
    ],
    [
      'with a descriptor and bytes behind it',
      () => rawZip([{ path: 'a.svg', content: SVG, descriptor: 'signed', gap: junk }, ...pack]),
      { code: 'bytes_between' },
    ],
    [
      'with bytes before the directory',
      () => rawZip(pack, { beforeDirectory: junk }),
      { code: 'bytes_between', entry: 'moon.svg' },
    ],
    [
      'with bytes before the first entry',
      () => rawZip(pack, { before: junk }),
      { code: 'bytes_before' },
    ],
    [
      'whose header has another checksum',
      () => each({ local: { crc: 1 } }),
      { code: 'headers_differ', entry: 'sun.svg' },
    ],
    [
      'whose header has another size',
      () => each({ local: { size: 1 } }),
      { code: 'headers_differ' },
    ],
    [
      'that is encrypted by its header alone',
      () => each({ local: { flags: 0x801 } }),
      { code: 'encrypted', entry: 'sun.svg' },
    ],
    [
      'that is strongly encrypted by its header alone',
      () => each({ local: { flags: 0x840 } }),
      { code: 'encrypted' },
    ],
  ])('%s', async (_, make, error) => {
    expect(await accept(make())).toMatchObject({ error })
  })
})
