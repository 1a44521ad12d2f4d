import { createHash } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { colourVariantSchema, VARIANTS_MAX } from '#lib/contract/file/colour-variant.ts'
import { iconPackManifestSchema } from '#lib/contract/file/container.ts'
import { projectSchema } from '#lib/contract/project.ts'
import { packIconsSchema } from '#lib/contract/search.ts'
import { envelopeSchema } from '#lib/contract/envelope.ts'
import { createBuckets } from '#lib/limits/buckets.ts'
import { fileDrawings } from '#backend/db/drawing-schema.ts'
import { colourVariants } from '#backend/db/file-schema.ts'
import { files, projects, versions } from '#backend/db/schema.ts'
import { deleteFiles } from '#backend/services/file/delete.ts'
import type { Entry } from '#demo/archive.ts'
import { registered } from '#tests/support/accounts.ts'
import { startTestBackend, type TestBackend } from '#tests/support/backend.ts'
import { buildManifest, SVG } from '#tests/support/containers.ts'
import { OPERATOR_SECRET } from '#tests/support/operator.ts'
import { publishProject, uploadFile } from '#tests/support/publishing.ts'
import { rawZip } from '#tests/support/raw-zip.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await startTestBackend({ internalSecret: OPERATOR_SECRET })
})
afterAll(() => backend.stop())
beforeEach(async () => {
  await backend.empty()
  backend.setClock('2026-06-01T12:00:00Z')
})

const TIDE = '5fc8c0'
const STROKE = SVG.replace('<path', '<path fill="none" stroke="#222"')
const LICENSE = 'MIT License\n\nCopyright (c) 2026 Ada'
const manifest = { path: 'manifest.json', content: JSON.stringify(buildManifest('iconpack')) }
const license = { path: 'LICENSE.txt', content: LICENSE }
const PACK = [
  manifest,
  license,
  { path: 'icons/sun.svg', content: SVG },
  { path: 'icons/moon.svg', content: STROKE },
]

/** Publishes a pack. @returns the ids of project and file. */
async function add(entries: Entry[] = PACK, said: { license?: string | null } = {}) {
  const file = { name: 'Orchard.iconpack', bytes: rawZip(entries) }
  const id = await backend.add({ license: 'MIT', ...said, file })
  const { data } = await backend.get(`/icon/${id}`)
  return { id, fileId: projectSchema.parse(data).file?.file_id ?? '' }
}
const recolouringOf = async (id: string) =>
  packIconsSchema.parse((await backend.get(`/icon/${id}/icons`)).data).recolouring
const AGENT = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/150.0'
/** Asks as a visitor of a network, and reads the answer to its end. */
async function ask(address: string, { network = '198.51.100.1', range = '' } = {}) {
  const headers = {
    'user-agent': AGENT,
    'x-internal-secret': OPERATOR_SECRET,
    'x-client-address': network,
    ...(range && { range }),
  }
  const answer = await backend.app.request(`/api/v1${address}`, { headers })
  const bytes = Buffer.from(await answer.arrayBuffer())
  return { status: answer.status, headers: answer.headers, bytes }
}
type Answer = Awaited<ReturnType<typeof ask>>
const download = (fileId: string, colour = TIDE) =>
  ask(`/file/${fileId}/variants/${colour}/Orchard.iconpack`)
const describeVariant = async (fileId: string, colour = TIDE) =>
  colourVariantSchema.parse((await backend.get(`/file/${fileId}/variants/${colour}`)).data)
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const reasonOf = ({ bytes }: Answer) =>
  envelopeSchema.parse(JSON.parse(bytes.toString())).details?.['reason']
/** A picture in one shade of grey. */
const blackPicture = () =>
  sharp({ create: { width: 8, height: 8, channels: 3, background: '#000' } })
    .png()
    .toBuffer()
/** The text of each entry of an archive. */
async function readEntries(bytes: Buffer): Promise<Record<string, string>> {
  const archive = await fromBufferPromise(bytes)
  const texts: Record<string, string> = {}
  for await (const entry of archive.eachEntry()) {
    texts[entry.fileName] = await text(await archive.openReadStreamPromise(entry))
  }
  return texts
}

describe('a pack of one colour in another', () => {
  it('is the same archive with its drawings in that colour and a note in its licence', async () => {
    const { fileId } = await add()
    const answer = await download(fileId)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-disposition')).toBe(
      'attachment; filename=Orchard-5fc8c0.iconpack',
    )
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    const { bytes } = answer
    const entries = await readEntries(bytes)
    expect(iconPackManifestSchema.parse(JSON.parse(entries['manifest.json'] ?? ''))).toEqual(
      buildManifest('iconpack'),
    )
    expect(entries['LICENSE.txt']).toBe(
      `${LICENSE}\n\nChanges: the icons were recoloured to #5fc8c0. Nothing else was changed.\n`,
    )
    expect(entries['icons/sun.svg']).toContain('fill="#5fc8c0"')
    expect(entries['icons/moon.svg']).toMatch(/fill="none" stroke="#5fc8c0"/)
    expect(Object.keys(entries)).toHaveLength(4)
  })

  it('is described by a call, and found by its hash, also in ranges', async () => {
    const { id, fileId } = await add()
    const said = await describeVariant(fileId)
    const { bytes } = await download(fileId)
    expect(said).toEqual({
      file_id: fileId,
      version: '1.0.0',
      colour: '#5fc8c0',
      name: 'Orchard-5fc8c0.iconpack',
      size: bytes.length,
      sha256: sha256(bytes),
      url: `/api/v1/file/${fileId}/variants/5fc8c0/Orchard.iconpack`,
    })
    expect((await ask(`/file/sha256/${said.sha256}`)).bytes).toEqual(bytes)
    const part = await ask(said.url.slice('/api/v1'.length), { range: 'bytes=0-3' })
    expect([part.status, part.bytes]).toEqual([206, bytes.subarray(0, 4)])
    expect(await recolouringOf(id)).toEqual({
      url: `/api/v1/file/${fileId}/variants/rrggbb/Orchard.iconpack`,
      form_url: `/api/v1/file/${fileId}/variants`,
      refused: null,
    })
  })

  it('is made once, however many ask for it at once', async () => {
    const { fileId } = await add()
    const answers = await Promise.all([1, 2, 3, 4].map(() => download(fileId)))
    const hashes = new Set(answers.map(({ bytes }) => sha256(bytes)))
    expect(hashes.size).toBe(1)
    expect(await backend.db.$count(colourVariants)).toBe(1)
  })

  it('counts as a download of its version', async () => {
    const { id, fileId } = await add()
    await download(fileId)
    const { downloads } = projectSchema.parse((await backend.get(`/icon/${id}`)).data)
    expect(downloads).toBe(1)
  })

  it('is made again with the same bytes where its object is missing', async () => {
    const { fileId } = await add()
    const before = await describeVariant(fileId)
    const [row] = await backend.db.select().from(colourVariants)
    await backend.storage.remove(row?.key ?? '')
    expect((await describeVariant(fileId)).sha256).toBe(before.sha256)
    expect((await download(fileId)).status).toBe(200)
  })

  it('answers a form, with a colour from the row or an own one', async () => {
    const { fileId } = await add()
    const form = (query: string) => ask(`/file/${fileId}/variants?${query}`)
    const names = ['colour=%235fc8c0&own=%23ffffff', 'colour=own&own=%23a1b2c3'].map(
      async (query) => (await form(query)).headers.get('content-disposition'),
    )
    expect(await Promise.all(names)).toEqual([
      'attachment; filename=Orchard-5fc8c0.iconpack',
      'attachment; filename=Orchard-a1b2c3.iconpack',
    ])
    for (const query of [
      '',
      'colour=red',
      'colour=own',
      'colour=%235fc8c',
      'colour=own&own=url(x)',
    ]) {
      expect((await form(query)).status, query).toBe(400)
    }
    for (const colour of ['5FC8C0', 'fff', 'gggggg', '5fc8c0ff']) {
      expect((await download(fileId, colour)).status, colour).toBe(404)
    }
  })

  it('is made of a folder of pictures without manifest and licence', async () => {
    const ada = await registered(backend)
    const bytes = rawZip([{ path: 'Pack/Größe.svg', content: SVG }])
    const file_id = await uploadFile(backend, ada, { bytes })
    const { file } = await publishProject(backend, ada, { file_id, license: 'MIT' })
    const fileId = file?.file_id ?? ''
    const entries = await readEntries((await download(fileId)).bytes)
    expect(entries['LICENSE.txt']).toContain('License: MIT\n\nChanges: the icons were recoloured')
    expect(entries['icons/grosse.svg']).toContain('fill="#5fc8c0"')
    expect(entries['manifest.json']).toContain('"file": "icons/grosse.svg"')
  })
})

describe('a pack is offered in its own colours alone', () => {
  const icon = (content: string | Buffer, path = 'icons/star.svg') => [...PACK, { path, content }]
  it.each([
    ['with an icon in another colour', () => icon(SVG.replace('<path', '<path fill="red"'))],
    ['with an icon of two greys', () => icon(SVG.replace('<path', '<path stroke="#fff"'))],
    ['with an icon that is not shown', () => icon('<svg')],
    [
      'with an icon that moves',
      () => icon(SVG.replace('/></svg>', '><animate attributeName="x" to="1"/></path></svg>')),
    ],
    ['with a picture', async () => icon(await blackPicture(), 'icons/star.png')],
    ['that is kept unread', async () => [{ path: 'project.bin', content: Buffer.alloc(500, 7) }]],
  ])('%s', async (_, entries) => {
    const { id, fileId } = await add(await entries())
    expect(await recolouringOf(id)).toBeUndefined()
    const answer = await download(fileId)
    expect([answer.status, reasonOf(answer)]).toEqual([409, 'colours'])
    expect(await backend.db.$count(colourVariants)).toBe(0)
  })

  it('with a picture that is found only when it is to be recoloured', async () => {
    const { id, fileId } = await add(icon(await blackPicture(), 'icons/star.png'))
    await backend.db.update(fileDrawings).set({ raster: null })
    expect(await recolouringOf(id)).toMatchObject({ refused: null })
    expect(reasonOf(await download(fileId))).toBe('colours')
    expect(await recolouringOf(id)).toBeUndefined()
  })

  it.each([
    ['CC-BY-ND-4.0', 'no_derivatives'],
    ['All rights reserved', 'unknown_license'],
    [null, 'unknown_license'],
  ])('under %s', async (name, reason) => {
    const { id, fileId } = await add(PACK, { license: name })
    expect(await recolouringOf(id)).toMatchObject({ refused: reason })
    const answer = await download(fileId)
    expect([answer.status, reasonOf(answer)]).toEqual([409, reason])
  })

  it('once its licence is changed to one that forbids it', async () => {
    const { id, fileId } = await add()
    const { sha256: hash } = await describeVariant(fileId)
    await backend.db.update(projects).set({ license: 'CC-BY-ND-4.0' }).where(eq(projects.id, id))
    await backend.db.update(versions).set({ facts: null })
    for (const path of [`/file/${fileId}/variants/${TIDE}/x.iconpack`, `/file/sha256/${hash}`]) {
      expect((await ask(path)).status).toBe(409)
    }
  })
})

describe('colours of a version are had as long as its file', () => {
  const paths = async (fileId: string) => {
    const { sha256: hash, url } = await describeVariant(fileId)
    return [`/file/sha256/${hash}`, url.slice('/api/v1'.length), `/file/${fileId}/variants/${TIDE}`]
  }
  const statuses = (addresses: string[]) =>
    Promise.all(addresses.map(async (one) => (await ask(one)).status))

  it('not while its project is hidden, and again afterwards', async () => {
    const { id, fileId } = await add()
    const addresses = await paths(fileId)
    const hide = (hiddenAt: Date | null, state: 'hidden' | 'stored') =>
      backend.db.transaction(async (tx) => {
        await tx.update(projects).set({ hiddenAt }).where(eq(projects.id, id))
        await tx.update(files).set({ state }).where(eq(files.id, fileId))
      })
    await hide(new Date(), 'hidden')
    expect(await statuses(addresses)).toEqual([404, 404, 404])
    await hide(null, 'stored')
    expect(await statuses(addresses)).toEqual([200, 200, 200])
  })

  it('of a yanked version too, but not of a discarded or scheduled one', async () => {
    const { fileId } = await add()
    const addresses = await paths(fileId)
    await backend.db.update(versions).set({ yankedAt: new Date() })
    expect(await statuses(addresses)).toEqual([200, 200, 200])
    await backend.db.update(versions).set({ publishAt: new Date('2026-07-01') })
    expect(await statuses(addresses)).toEqual([404, 404, 404])
    const trashed = { state: 'hidden', trashedAt: new Date() } as const
    await backend.db.update(files).set(trashed).where(eq(files.id, fileId))
    expect(await statuses(addresses)).toEqual([410, 404, 404])
  })

  it('and go with it', async () => {
    const { fileId } = await add()
    await describeVariant(fileId)
    const [row] = await backend.db.select().from(colourVariants)
    await backend.db.update(projects).set({ fileId: null })
    await backend.db.delete(versions)
    expect(await deleteFiles(backend.db, [fileId])).toContain(row?.key)
    expect(await backend.db.$count(colourVariants)).toBe(0)
  })
})

describe('what visitors can have stored is bounded', () => {
  const colours = (count: number) =>
    Array.from({ length: count }, (_, at) => `0000${at.toString(16).padStart(2, '0')}`)
  const stored = async () =>
    (await backend.db.select().from(colourVariants)).map(({ colour }) => colour).toSorted()

  it('by the number of colours of a version, of which the least recently used goes', async () => {
    const { fileId } = await add()
    const [first = '', second = '', ...others] = colours(VARIANTS_MAX + 1)
    const last = others.pop() ?? ''
    for (const [at, colour] of [first, second, ...others].entries()) {
      backend.setClock(`2026-06-01T12:00:${String(at).padStart(2, '0')}Z`)
      expect((await download(fileId, colour)).status).toBe(200)
    }
    backend.setClock('2026-06-01T14:00:00Z')
    await download(fileId, first)
    await expect
      .poll(async () => {
        const [row] = await backend.db
          .select()
          .from(colourVariants)
          .where(eq(colourVariants.colour, first))
        return row?.lastUsedAt.toISOString()
      })
      .toBe('2026-06-01T14:00:00.000Z')
    await download(fileId, last)
    expect(await stored()).toEqual([first, ...others, last].toSorted())
    const keys = (await backend.db.select().from(colourVariants)).map(({ key }) => key)
    expect(await Promise.all(keys.map((key) => backend.storage.size(key)))).not.toContain(null)
  })

  it('by the size of all together', async () => {
    const small = await startTestBackend({ variantsMaxBytes: 2_000 })
    try {
      const id = await small.add({
        license: 'MIT',
        file: { name: 'a.iconpack', bytes: rawZip(PACK) },
      })
      const { file } = projectSchema.parse((await small.get(`/icon/${id}`)).data)
      for (const colour of colours(4)) {
        const { status } = await small.get(`/file/${file?.file_id}/variants/${colour}`)
        expect(status).toBe(200)
      }
      const rows = await small.db.select().from(colourVariants)
      const bytes = rows.reduce((sum, { size }) => sum + size, 0)
      expect(bytes).toBeLessThanOrEqual(2_000)
      expect(rows.length).toBeGreaterThan(0)
    } finally {
      await small.stop()
    }
  })

  it('by an hourly number for each network; what is stored already is free', async () => {
    const { fileId } = await add()
    const statuses: number[] = []
    for (let at = 0; at <= 60; at += 1) {
      const colour = `00${at.toString(16).padStart(4, '0')}`
      statuses.push((await ask(`/file/${fileId}/variants/${colour}`)).status)
    }
    expect(statuses).toEqual([...Array.from({ length: 60 }, () => 200), 429])
    expect((await ask(`/file/${fileId}/variants/00003b`)).status).toBe(200)
    expect((await ask(`/file/${fileId}/variants/abcdef`, { network: '198.51.100.2' })).status).toBe(
      200,
    )
  })

  it('by the rate of drawn pictures', async () => {
    const limited = await startTestBackend({ buckets: createBuckets({ factor: 1 }) })
    try {
      const answers = await Promise.all(
        Array.from({ length: 61 }, () => limited.get('/file/none/variants/000000')),
      )
      const codes = answers.map(({ status }) => status)
      expect(codes.filter((status) => status === 429)).toHaveLength(1)
    } finally {
      await limited.stop()
    }
  })

  it('by the size of the drawings of a pack', async () => {
    const { fileId } = await add()
    await backend.db.update(fileDrawings).set({ size: 64 * 1024 * 1024 })
    const answer = await download(fileId)
    expect([answer.status, reasonOf(answer)]).toEqual([409, 'too_costly'])
  })
})
