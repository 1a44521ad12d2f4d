import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { CATEGORIES, KIND_TABLE } from '#lib/contract/kind.ts'
import { kindOfEnding } from '#lib/contract/file/file-format.ts'
import { projectSchema } from '#lib/contract/project.ts'
import { uploadedFileSchema } from '#lib/contract/publish.ts'
import { clientOf, registered } from '#tests/support/accounts.ts'
import { testBackend } from '#tests/support/backend.ts'
import { foreignFile } from '#tests/support/foreign-files.ts'
import { projectInput, requestAs, untilReady, upload } from '#tests/support/publishing.ts'
import { rawZip } from '#tests/support/raw-zip.ts'
import { buildStreamDeckPack } from '#tests/support/stream-deck.ts'
import { sha256 } from '#tests/support/served-project.ts'

const require = createRequire(import.meta.url)
const backend = await testBackend()
const ada = await registered(backend)

const json = JSON.stringify({ pages: Array.from({ length: 40 }, (_, x) => ({ x, keys: [] })) })
const own = rawZip([
  { path: 'project.json', content: json },
  { path: 'assets/photo.jpg', content: Buffer.alloc(900, 7) },
])
const exported = rawZip([
  { path: 'pack.json', content: '{"title":"Fruit","cover":"cover.png"}' },
  { path: 'cover.png', content: Buffer.alloc(500, 1) },
  { path: 'pictures/apple.gif', content: Buffer.alloc(700, 2) },
  { path: 'index.db', content: Buffer.alloc(300, 3) },
])
const binary = Buffer.concat([Buffer.from('FLXB\x01\0'), Buffer.alloc(4_500_000, 7)])
const set = (name: string) => readFile(require.resolve(`@iconify-json/${name}/icons.json`))

/** A published project: what of the file is installed, and what is beside it. */
async function publish(name: string, bytes: Uint8Array) {
  const kind = z
    .enum(['icon', 'profile', 'flexpage'])
    .parse(kindOfEnding(name.slice(name.lastIndexOf('.'))))
  const answer = await upload(backend, ada, { name, bytes })
  expect(answer).toMatchObject({ status: 200 })
  const uploaded = uploadedFileSchema.parse(answer.data)
  await untilReady(backend, ada, uploaded.id)
  const input = await projectInput(backend, ada, {
    file_id: uploaded.id,
    category: CATEGORIES[kind][0],
  })
  const published = await clientOf(backend).post(`/${kind}`, input, ada)
  expect(published).toMatchObject({ code: 200 })
  const project = projectSchema.parse(z.object({ data: z.unknown() }).parse(published).data)
  return { uploaded, file: projectSchema.shape.file.unwrap().unwrap().parse(project.file), kind }
}

/** The bytes at an address, which browsers save and never show. */
async function download(path: string) {
  const answer = await backend.app.request(path)
  const { headers, status } = answer
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('application/octet-stream')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('content-disposition')).toMatch(/^attachment;/)
  expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/)
  return Buffer.from(await answer.arrayBuffer())
}

type Make = () => Uint8Array | Promise<Uint8Array>

it.each<[string, string, string, Make]>([
  ['a saved project as JSON', 'a.flexbar', 'opaque', () => Buffer.from(json)],
  ['a saved project as compressed JSON', 'b.flexbar', 'opaque', () => gzipSync(json)],
  ['a saved project as a zip with other entries', 'c.flexbar', 'opaque', () => own],
  ['a saved project in SQLite', 'd.flexbar', 'opaque', () => foreignFile('sqlite')],
  ['a saved project of 4.5 MB of unknown binary data', 'e.flexbar', 'opaque', () => binary],
  ['an exported page as JSON', 'a.flexpage', 'opaque', () => Buffer.from(json)],
  [
    'an exported page as XML',
    'b.flexpage',
    'opaque',
    () => Buffer.from(`<?xml version="1.0"?>\n<page>${'<key/>'.repeat(20)}</page>\n`),
  ],
  ['an exported page as unknown binary data', 'c.flexpage', 'opaque', () => binary.subarray(0, 90)],
  ['an exported pack with pictures of any kind', 'a.iconpack', 'opaque', () => exported],
  ['an exported pack in SQLite', 'b.iconpack', 'opaque', () => foreignFile('sqlite')],
  ['a folder of pictures by Info-ZIP', 'c.iconpack', 'folder', () => foreignFile('infoZip')],
  ['a folder of pictures by the Finder', 'd.iconpack', 'folder', () => foreignFile('macZip')],
])('%s is installed as it was uploaded', async (_, name, format, make) => {
  const bytes = await make()
  const { uploaded, file } = await publish(name, bytes)
  const facts = { format, name, size: bytes.length, sha256: sha256(bytes), original: null }
  expect(uploaded).toMatchObject(facts)
  expect(file).toMatchObject(facts)
  expect((await download(file.url)).equals(bytes)).toBe(true)
})

it.each<[string, string, string, number, Make]>([
  ['a folder by Info-ZIP', 'a.zip', 'folder', 2, () => foreignFile('infoZip')],
  ['a folder by 7-Zip', 'b.zip', 'folder', 2, () => foreignFile('sevenZipZip')],
  ['a folder by Python', 'c.zip', 'folder', 2, () => foreignFile('pythonZip')],
  ['a folder by the Finder', 'd.zip', 'folder', 2, () => foreignFile('macZip')],
  [
    'a pack of the Stream Deck application',
    'a.streamDeckIconPack',
    'stream-deck-icons',
    2,
    () => buildStreamDeckPack(),
  ],
  [
    'such a pack under our extension',
    'a.iconpack',
    'stream-deck-icons',
    2,
    () => buildStreamDeckPack(),
  ],
  ['a set of Iconify', 'pixelarticons.json', 'iconify-json', 1036, () => set('pixelarticons')],
])(
  'of %s the standard archive is installed, with the upload beside it',
  async (_, name, format, icons, make) => {
    const bytes = await make()
    const { uploaded, file, kind } = await publish(name, bytes)
    expect(file.name.endsWith(KIND_TABLE[kind].fileEnding)).toBe(true)
    expect(file.format).toBe(format)
    const installed = await download(file.url)
    expect({ size: installed.length, sha256: sha256(installed) }).toEqual({
      size: file.size,
      sha256: file.sha256,
    })
    expect(file.original).toMatchObject({ name, size: bytes.length, sha256: sha256(bytes) })
    expect((await download(file.original?.url ?? '')).equals(bytes)).toBe(true)
    expect(uploaded.manifest_summary?.icons ?? icons).toBe(icons)
    // The standard archive is read as it is.
    const again = await upload(backend, ada, { name: 'again.iconpack', bytes: installed })
    expect(again.data).toMatchObject({ format: 'keystrip', original: null, sha256: file.sha256 })
  },
)

it('a preview of a pack is proposed as cover, and its icon where there is none', async () => {
  const preview = await sharp({
    create: { width: 960, height: 540, channels: 3, background: '#2f8f96' },
  })
    .png()
    .toBuffer()
  const cover = async (files: Record<string, Buffer | null>) => {
    const bytes = buildStreamDeckPack({ files })
    const answer = await upload(backend, ada, { name: 'a.streamDeckIconPack', bytes })
    return uploadedFileSchema.parse(answer.data).cover
  }
  const proposed = await cover({ 'previews/1-preview.png': preview })
  expect(proposed).toMatchObject({ name: 'cover.webp', width: 960, height: 540 })
  const stored = await requestAs(backend, ada, proposed?.url ?? '')
  expect(stored.headers.get('content-type')).toBe('image/webp')
  expect(await cover({ 'previews/1-preview.png': null })).toMatchObject({
    width: 1200,
    height: 750,
  })
  expect(await cover({})).toBeUndefined()
})
