import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { beforeEach, describe, expect, it } from 'vitest'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { fromBufferPromise } from 'yauzl'

import { PACK_EXPORTS, type PackExportForm } from '#lib/contract/file/pack-export.ts'
import { packIconsSchema } from '#lib/contract/search.ts'
import { projectSchema } from '#lib/contract/project.ts'
import { colourVariants, fileDetails, projects } from '#backend/db/tables.ts'
import { testBackend } from '#tests/support/backend.ts'
import { buildManifest, SVG } from '#tests/support/containers.ts'
import { OPERATOR_SECRET } from '#tests/support/operator.ts'
import { readUpload } from '#tests/support/read-upload.ts'
import { LICENSE_TEXT, recolouringOf } from '#tests/support/recolour.ts'

const backend = await testBackend({ internalSecret: OPERATOR_SECRET })
const packs = recolouringOf(backend)
beforeEach(() => backend.empty())

/** Not drawn, since it is no SVG. */
const BROKEN = '<html xmlns="http://www.w3.org/1999/xhtml"/>'
const NAMES = ['sun', 'pixels', 'broken'] as const

async function addPack() {
  const pixels = await sharp({
    create: { width: 8, height: 4, channels: 4, background: '#e02020' },
  })
    .png()
    .toBuffer()
  const icons = NAMES.map((name) => ({
    name,
    file: `icons/${name}.${name === 'pixels' ? 'png' : 'svg'}`,
    tags: ['fruit'],
  }))
  const manifest = buildManifest('iconpack', { format_version: 2, icons })
  const added = await packs.add([
    { path: 'manifest.json', content: JSON.stringify(manifest) },
    { path: 'LICENSE.txt', content: LICENSE_TEXT },
    { path: 'icons/sun.svg', content: SVG },
    { path: 'icons/pixels.png', content: pixels },
    { path: 'icons/broken.svg', content: BROKEN },
  ])
  const license = { fileId: added.fileId, licenseText: LICENSE_TEXT }
  await backend.db.insert(fileDetails).values(license)
  return added
}

const get = (fileId: string, form: PackExportForm, asked = {}) =>
  packs.ask(`/file/${fileId}/exports/${form}/x`, asked)

async function entriesOf(bytes: Buffer) {
  const archive = await fromBufferPromise(bytes)
  const entries = new Map<string, Buffer>()
  for await (const entry of archive.eachEntry()) {
    entries.set(entry.fileName, await buffer(await archive.openReadStreamPromise(entry)))
  }
  return entries
}

describe('an icon pack in another form', () => {
  it('is offered with its icons, and saved under its name', async () => {
    const { id, fileId } = await addPack()
    const { exports } = packIconsSchema.parse((await backend.get(`/icon/${id}/icons`)).data)
    expect(exports?.map(({ form }) => form)).toEqual([...PACK_EXPORTS])
    for (const { form, url } of exports ?? []) {
      const answer = await packs.ask(url.replace('/api/v1', ''))
      expect([form, answer.status]).toEqual([form, 200])
    }
    const { headers } = await get(fileId, 'stream-deck')
    expect(headers.get('content-disposition')).toBe(
      'attachment; filename=Orchard-1.0.0.streamDeckIconPack',
    )
  })

  it('is a zip of its drawings that our reader takes, with licence and what was left out', async () => {
    const { id, fileId } = await addPack()
    const { bytes } = await get(fileId, 'svg')
    const entries = await entriesOf(bytes)
    expect([...entries.keys()].toSorted()).toEqual([
      'CREDITS.txt',
      'LEFT-OUT.txt',
      'LICENSE.txt',
      'icons/pixels.png',
      'icons/sun.svg',
    ])
    expect(`${entries.get('LICENSE.txt')}`).toBe(LICENSE_TEXT)
    expect(`${entries.get('CREDITS.txt')}`).toMatch(/Author: Ada\nLicense: MIT/)
    expect(`${entries.get('CREDITS.txt')}`).toContain(`/home/iconpack/detail/${id}`)
    expect(`${entries.get('LEFT-OUT.txt')}`).toMatch(/\n\nbroken\n$/)
    const read = await readUpload('orchard.zip', bytes)
    expect(read).toMatchObject({ error: null })
    expect([...read.drawings.keys()].toSorted()).toEqual(['pixels', 'sun'])
    expect(read.licenseText).toContain(LICENSE_TEXT)
  })

  it('is a set of Iconify that our reader takes, with author and licence', async () => {
    const { fileId } = await addPack()
    const { bytes } = await get(fileId, 'iconify')
    const read = await readUpload('orchard.json', bytes)
    expect(read).toMatchObject({
      error: null,
      format: 'iconify-json',
      manifest: { license: 'MIT', icons: [{ name: 'sun' }] },
    })
    expect(read.drawings.get('sun')).toContain('M0 0h24v24z')
    expect(JSON.parse(bytes.toString())).toMatchObject({
      credits: expect.stringContaining(LICENSE_TEXT),
      left_out: ['pixels', 'broken'],
    })
  })

  it('is a pack of the Stream Deck application that our reader takes, with names and tags', async () => {
    const { fileId } = await addPack()
    const { bytes } = await get(fileId, 'stream-deck')
    const read = await readUpload('orchard.streamDeckIconPack', bytes)
    expect(read).toMatchObject({
      error: null,
      format: 'stream-deck-icons',
      manifest: { icons: [{ name: 'sun', tags: ['fruit'] }, { name: 'pixels' }] },
    })
    expect(read.licenseText).toContain(LICENSE_TEXT)
    const [folder] = [...(await entriesOf(bytes)).keys()].map((name) => name.split('/', 1)[0])
    expect(folder).toMatch(/^keystrip\.[a-z0-9_-]+\.sdIconPack$/)
  })

  it.each([72, 144, 256] as const)(
    'has pictures of %i pixels on a transparent ground',
    async (side) => {
      const { fileId } = await addPack()
      const { bytes } = await get(fileId, `png-${side}`)
      const entries = await entriesOf(bytes)
      expect([...entries.keys()].filter((name) => name.endsWith('.png'))).toHaveLength(2)
      for (const name of ['sun', 'pixels']) {
        const picture = sharp(entries.get(`icons/${name}.png`))
        expect(await picture.metadata()).toMatchObject({
          width: side,
          height: side,
          hasAlpha: true,
        })
      }
      // The triangle of the drawing is below its diagonal; the ground above it stays transparent.
      const { data } = await sharp(entries.get('icons/sun.png'))
        .raw()
        .toBuffer({ resolveWithObject: true })
      const alphaAt = (x: number, y: number) => data[4 * (y * side + x) + 3]
      expect(alphaAt(4, side - 2)).toBe(0)
      expect(alphaAt(side - 4, 8)).toBe(255)
    },
  )

  it('is made once, found by its hash, and counted as a download', async () => {
    const { id, fileId } = await addPack()
    const [first, second] = [await get(fileId, 'svg'), await get(fileId, 'svg')]
    expect(second.bytes).toEqual(first.bytes)
    expect(await backend.db.$count(colourVariants)).toBe(1)
    const hash = createHash('sha256').update(first.bytes).digest('hex')
    expect((await packs.ask(`/file/sha256/${hash}`)).bytes).toEqual(first.bytes)
    const { data } = await backend.get(`/icon/${id}`)
    expect(projectSchema.parse(data).downloads).toBe(1)
  })

  it('is 404 for a hidden pack, and for an unknown form', async () => {
    const { id, fileId } = await addPack()
    await get(fileId, 'svg')
    expect((await packs.ask(`/file/${fileId}/exports/bmp/x`)).status).toBe(404)
    const hidden = { hiddenAt: new Date() }
    await backend.db.update(projects).set(hidden).where(eq(projects.id, id))
    expect((await get(fileId, 'svg')).status).toBe(404)
  })

  it('is refused where nothing can be drawn', async () => {
    const manifest = buildManifest('iconpack', { icons: [{ name: 'sun', file: 'icons/sun.svg' }] })
    const { id, fileId } = await packs.add([
      { path: 'manifest.json', content: JSON.stringify(manifest) },
      { path: 'icons/sun.svg', content: BROKEN },
    ])
    const answer = await get(fileId, 'svg')
    expect(answer.status).toBe(409)
    expect(answer.bytes.toString()).toContain('not_exportable')
    const { data } = await backend.get(`/icon/${id}/icons`)
    expect(packIconsSchema.parse(data).exports).toBeUndefined()
  })
})
