import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Project, projectSchema } from '#lib/contract/project.ts'
import { uploadedFileSchema } from '#lib/contract/publish.ts'
import { sweepUploads } from '#backend/services/upload/sweep.ts'
import { packFile } from '#demo/build-file.ts'
import { iconOf, iconSet } from '#demo/icon-set.ts'
import { licenceText } from '#demo/licence.ts'
import { registered } from '#tests/support/accounts.ts'
import { startTestBackend, testBackend } from '#tests/support/backend.ts'
import { buildContainer, buildManifest, buildStandardFile, SVG } from '#tests/support/containers.ts'
import {
  publishProject,
  requestAs,
  storedFiles,
  untilReady,
  upload,
  uploadFile,
} from '#tests/support/publishing.ts'
import { headOnly } from '#tests/support/head.ts'
import { rawZip } from '#tests/support/raw-zip.ts'

const backend = await testBackend()
let ada = ''
beforeEach(async () => {
  await backend.empty()
  ada = await registered(backend)
})

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

async function send(name: string, bytes: Uint8Array) {
  const { data } = await upload(backend, ada, { name, bytes })
  const uploaded = uploadedFileSchema.parse(data)
  await untilReady(backend, ada, uploaded.id)
  return uploaded
}

async function bytesAt(path: string) {
  const answer = await requestAs(backend, ada, path)
  return { headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}

const LICENSE = 'MIT License\n\nCopyright (c) 2026 Ada'
const pictures = [
  { path: 'Pack/Größe.svg', content: SVG },
  { path: 'Pack/LICENSE', content: LICENSE },
  { path: 'Pack/info.json', content: '{"set":1}' },
  { path: '__MACOSX/Pack/._x', content: 'x' },
]

describe('a pack that was packed or named as a zip', () => {
  const pack = buildStandardFile('icon')
  it('is offered byte for byte under its own name, and the archive around it as the original', async () => {
    const around = rawZip([{ path: 'Downloads/x.iconpack', content: pack }])
    for (const [name, ending] of [
      ['download.zip', 'download.zip'],
      ['x.iconpack.zip', 'x.iconpack.zip'],
    ] as const) {
      const uploaded = await send(name, around)
      expect(uploaded).toMatchObject({ name: 'x.iconpack', sha256: sha256(pack) })
      expect(uploaded.original).toMatchObject({ name: ending, sha256: sha256(around) })
      expect(uploaded.manifest_summary?.title).toBe('Orchard')
      expect((await bytesAt(uploaded.url)).bytes.equals(pack)).toBe(true)
    }
  })

  it('has the ending of its kind, and no original where it is the pack itself', async () => {
    const uploaded = await send('Mine.ICONPACK (1).zip', rawZip(pictures))
    expect(uploaded).toMatchObject({ name: 'Mine.iconpack', original: null, format: 'folder' })
    const profile = await send('mine.flexbar.zip', buildStandardFile('profile'))
    expect(profile).toMatchObject({ name: 'mine.flexbar', original: null, format: 'keystrip' })
  })
})

describe('what the application can read is offered byte for byte', () => {
  const foreign = rawZip([{ path: 'project.bin', content: Buffer.alloc(500, 7) }])
  it.each([
    ['a standard archive', 'keystrip', 'mine.iconpack', buildStandardFile('icon')],
    [
      'a file of our format in another layout',
      'keystrip',
      'mine.iconpack',
      buildContainer(buildManifest('iconpack', { version: 'two' })),
    ],
    ['a folder of pictures', 'folder', 'mine.iconpack', rawZip(pictures)],
    ['a saved project as an archive', 'opaque', 'mine.flexbar', foreign],
    ['an exported page as JSON', 'opaque', 'mine.flexpage', json({ keys: [1, 2] })],
    ['a project as compressed JSON', 'opaque', 'mine.flexbar', gzipSync(json({ keys: noise() }))],
    ['unknown binary data', 'opaque', 'mine.iconpack', Buffer.from(noise().map((x) => x % 256))],
  ])('%s', async (_, format, name, bytes) => {
    const uploaded = await send(name, bytes)
    expect(uploaded).toMatchObject({ format, name, size: bytes.length, sha256: sha256(bytes) })
    expect(uploaded.original).toBeNull()
    const stored = await bytesAt(uploaded.url)
    expect(stored.bytes.equals(bytes)).toBe(true)
    expect(stored.headers.get('content-type')).toBe('application/octet-stream')
    expect(stored.headers.get('x-content-type-options')).toBe('nosniff')
    expect(stored.headers.get('content-disposition')).toMatch(/^attachment;/)
    expect(stored.headers.get('content-security-policy')).toContain('sandbox')
  })

  it('with its icons shown from where they are in it', async () => {
    const { id } = await send('mine.iconpack', rawZip(pictures))
    const drawing = await bytesAt(`/api/v1/file/${id}/icons/grosse.svg`)
    expect(drawing.bytes.toString()).toMatch(/^<svg .*<path d="M0 0h24v24z"\/><\/svg>$/)
  })

  it('with the entries of an archive that is not shown', async () => {
    const { entries, warnings } = await send('mine.flexbar', foreign)
    expect(entries).toEqual({ count: 1, items: [{ name: 'project.bin', size: 500 }] })
    expect(warnings).toEqual([{ code: 'not_shown' }])
  })

  it('with what keeps an archive from being read as a folder of pictures', async () => {
    const bytes = rawZip([...pictures, { path: 'Pack/index.db', content: 'x' }])
    const { format, warnings } = await send('mine.iconpack', bytes)
    expect(format).toBe('opaque')
    expect(warnings).toContainEqual({ code: 'not_a_folder', entry: 'Pack/index.db', count: 1 })
  })
})

describe('a pack that the application cannot read', () => {
  const bytes = rawZip(pictures)

  it('is offered as the standard archive, with the upload beside it, and both hashes', async () => {
    const file_id = await uploadFile(backend, ada, { name: 'C# 100%.zip', bytes })
    const { file } = await publishProject(backend, ada, { file_id })
    expect(file).toMatchObject({ name: 'C# 100%.iconpack', format: 'folder' })
    const standard = await backend.app.request(file?.url ?? '')
    const standardBytes = Buffer.from(await standard.arrayBuffer())
    expect(sha256(standardBytes)).toBe(file?.sha256)
    expect(file?.original).toMatchObject({ name: 'C# 100%.zip', size: bytes.length })
    const original = await backend.app.request(file?.original?.url ?? '')
    expect(Buffer.from(await original.arrayBuffer()).equals(bytes)).toBe(true)
    expect(original.headers.get('content-disposition')).toMatch(
      /^attachment;.*C%23%20100%25-1\.0\.0\.zip/,
    )
    expect(file?.original?.sha256).toBe(sha256(bytes))
    const byHash = await backend.app.request(`/api/v1/file/sha256/${sha256(bytes)}`)
    expect(Buffer.from(await byHash.arrayBuffer()).equals(bytes)).toBe(true)
  })

  it('counts once towards the quota: the upload', async () => {
    const { size, original } = await send('mine.zip', bytes)
    const used = await backend.db.execute(
      'SELECT sum(coalesce(original_size, size))::int AS used FROM files',
    )
    expect(used.rows).toEqual([{ used: bytes.length }])
    expect(original?.size).not.toBe(size)
  })

  it('is swept with both of its objects', async () => {
    const before = await storedFiles(backend)
    await send('mine.zip', bytes)
    // The upload, the standard archive and the drawings.
    expect((await storedFiles(backend)).objects).toHaveLength(before.objects.length + 3)
    const { db, storage } = backend
    await sweepUploads({ db, storage }, { now: new Date('2100-01-01'), isAlone: false })
    expect(await storedFiles(backend)).toEqual(before)
  })

  it('is its author’s alone until it is published', async () => {
    const { original } = await send('mine.zip', bytes)
    expect((await headOnly(backend.app.request(original?.url ?? ''))).status).toBe(404)
    expect((await requestAs(backend, ada, original?.url ?? '')).status).toBe(200)
  })

  it('has other files refused, by the name of the first', async () => {
    const before = await storedFiles(backend)
    const others = rawZip([...pictures, { path: 'Pack/a.ttf', content: 'x' }])
    expect(await upload(backend, ada, { name: 'mine.zip', bytes: others })).toMatchObject({
      details: { code: 'other_files', entry: 'Pack/a.ttf', count: 1 },
    })
    expect(await storedFiles(backend)).toEqual(before)
  })
})

describe('licence and credits', () => {
  it('have an address of their own', async () => {
    const manifest = buildManifest('iconpack', { attribution: 'Drawn by Ada' })
    const content = JSON.stringify(manifest)
    const entries = [{ path: 'manifest.json', content }, ...pictures]
    const file_id = await uploadFile(backend, ada, { bytes: rawZip(withoutFolder(entries)) })
    const { file, title } = await publishProject(backend, ada, { file_id, license: 'MIT' })
    const answer = await backend.app.request(file?.license_url ?? '')
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    const text = await answer.text()
    expect(text).toBe(
      `${title} 1.0.0\nAuthor: ada_lovelace\nLicense: MIT\nAttribution: Drawn by Ada\nIcons from: Orchard by Ada, https://example.com/\n\n${LICENSE}\n`,
    )
  })

  const licenseOf = async (file: Project['file'] | undefined) =>
    (await backend.app.request(file?.license_url ?? '')).text()

  it('are those of the archive of a pack that was imported', async () => {
    const set = await iconSet('lucide')
    const head = { name: 'Lines', author: 'demo', version: '1.0.0', minimum_version: '1.0.0' }
    const sun = { name: 'sun', icon: iconOf(set, 'sun') }
    const file = { name: 'lines.iconpack', bytes: await packFile(set, head, [sun]) }
    const id = await backend.add({ title: 'Lines', license: 'ISC', author: 'demo', file })
    const read = projectSchema.parse((await backend.get(`/icon/${id}`)).data)
    expect(await licenseOf(read.file)).toContain(`\n\n${await licenceText(set)}`)
  })

  it.each([
    ['in a folder of the archive', 'Pack/LICENSE', LICENSE, LICENSE],
    ['with the name of its licence', 'Pack/LICENSE-MIT', LICENSE, LICENSE],
    ['of one line', 'Pack/license.txt', 'Ask Ada.', 'Ask Ada.'],
    ['in another encoding', 'Pack/LICENSE', Buffer.from([0x41, 0xe9, 0x0a, 0x42]), 'Aé\nB'],
    [
      'that is too long to be shown',
      'Pack/LICENSE',
      'x'.repeat(200_000),
      'The text of the licence is in the file, as LICENSE.txt.',
    ],
  ])('are the text of a licence file %s', async (_, path, content, text) => {
    const bytes = rawZip([
      { path: 'Pack/sun.svg', content: SVG },
      { path, content },
    ])
    const file_id = await uploadFile(backend, ada, { name: 'mine.zip', bytes })
    const { file, title } = await publishProject(backend, ada, { file_id, license: 'MIT' })
    expect(await licenseOf(file)).toBe(
      `${title} 1.0.0\nAuthor: ada_lovelace\nLicense: MIT\n\n${text}\n`,
    )
  })

  it('have the standard text with author and year where there is no licence file', async () => {
    const bytes = rawZip([{ path: 'sun.svg', content: SVG }])
    const file_id = await uploadFile(backend, ada, { name: 'mine.zip', bytes })
    const { file } = await publishProject(backend, ada, { file_id, license: 'ISC' })
    const text = await licenseOf(file)
    expect(text).toMatch(/ISC License:\n\nCopyright \(c\) \d{4} ada_lovelace\n\nPermission/)
    expect(text).not.toContain('Internet S')
  })

  it('of an upload that is not published are not found', async () => {
    const { license_url } = Object(await send('mine.iconpack', rawZip(pictures)))
    expect((await headOnly(backend.app.request(String(license_url)))).status).toBe(404)
  })
})

describe('formats that the operator does not accept', () => {
  it('are refused by name', async () => {
    const strict = await startTestBackend({ formats: ['keystrip'] })
    try {
      const eve = await registered(strict)
      const name = 'mine.iconpack'
      expect(await upload(strict, eve, { name, bytes: rawZip(pictures) })).toMatchObject({
        code: 400,
        details: { code: 'format_disabled', value: 'folder' },
      })
      expect(await upload(strict, eve, { name, bytes: buildStandardFile('icon') })).toMatchObject({
        code: 200,
      })
    } finally {
      await strict.stop()
    }
  })
})

const withoutFolder = (entries: { path: string; content: string }[]) =>
  entries.map(({ path, content }) => ({ path: path.replace(/^Pack\//, ''), content }))

function json(value: unknown) {
  return Buffer.from(JSON.stringify({ version: 3, pages: [value], pad: 'x'.repeat(64) }))
}

/** Numbers without a pattern, the same in each run. */
function noise() {
  return Array.from({ length: 2000 }, (_, at) => (at * 2_654_435_761) % 4_294_967_291)
}
