import { beforeEach, describe, expect, it } from 'vitest'
import sharp from 'sharp'
import { z } from 'zod'
import { type DrawnPictures, drawnPicturesSchema } from '#lib/contract/file/cover.ts'
import { clientOf, registered } from '#tests/support/accounts.ts'
import { testBackend } from '#tests/support/backend.ts'
import { buildIconPack, buildStandardFile } from '#tests/support/containers.ts'
import { buildInput } from '#tests/support/builders.ts'
import { requestAs, uploadFile } from '#tests/support/publishing.ts'
import { zip } from '#demo/archive.ts'

const backend = await testBackend()

let [ada, eve] = ['', '']
beforeEach(async () => {
  await backend.empty()
  ada = await registered(backend)
  eve = await registered(backend, { username: 'evening', email: 'eve@example.com' })
})

const LOOK = { layout: 1, palette: 'ink' }
const post = (id: string, body: Record<string, unknown> = LOOK, token = ada) =>
  clientOf(backend).post(`/file/${id}/cover`, body, token)
async function draw(id: string, body: Record<string, unknown> = LOOK): Promise<DrawnPictures> {
  return z.object({ data: drawnPicturesSchema }).parse(await post(id, body)).data
}
const bytesOf = async (path: string) => {
  const response = await requestAs(backend, ada, path)
  expect(response.status).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}
/** At least as long as a project file has to be. */
const padded = (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc(64, ' ')])
async function aPack(): Promise<string> {
  const { bytes } = await buildIconPack('sun', 'moon', 'star')
  return uploadFile(backend, ada, { bytes })
}
/** The colour of a pixel, as `#rrggbb`. */
async function pixel(bytes: Buffer, left: number, top: number): Promise<string> {
  const area = { left, top, width: 1, height: 1 }
  const raw = await sharp(bytes).extract(area).removeAlpha().raw().toBuffer()
  return `#${raw.toString('hex')}`
}

describe('a cover drawn from a file', () => {
  it('is published with its gallery, without any uploaded picture', async () => {
    const file_id = await aPack()
    const { cover, gallery } = await draw(file_id)
    expect(cover).toMatchObject({ width: 1200, height: 750, name: 'cover.webp' })
    const gallery_ids = gallery.map(({ id }) => id)
    const input = buildInput({ file_id, cover_id: cover.id, gallery_ids })
    expect(await clientOf(backend).post('/icon', input, ada)).toMatchObject({
      code: 200,
      data: { cover: { width: 1200, file_id: cover.id, placeholder: expect.any(String) } },
    })
  })

  it('shows the pages of a strip', async () => {
    const bytes = buildStandardFile('profile')
    const id = await uploadFile(backend, ada, { name: 'mine.flexbar', bytes })
    const { cover } = await draw(id, { layout: 4, palette: 'paper' })
    // The only key is black and fills the strip; the ground is paper.
    const picture = await bytesOf(cover.url)
    expect(await pixel(picture, 600, 200)).toBe('#000000')
    expect(await pixel(picture, 1180, 740)).toMatch(/^#f[3-6]/)
  })

  it('is the same file for the same request, until it is published', async () => {
    const id = await aPack()
    const first = await draw(id)
    expect(await draw(id)).toEqual(first)
    const gallery_ids = first.gallery.map((picture) => picture.id)
    const input = buildInput({ file_id: id, cover_id: first.cover.id, gallery_ids })
    expect(await clientOf(backend).post('/icon', input, ada)).toMatchObject({ code: 200 })
    expect((await draw(id)).cover.id).not.toBe(first.cover.id)
  })

  it('is drawn for the account that uploaded the file only, in a known layout and palette', async () => {
    const id = await aPack()
    expect(await post(id, LOOK, eve)).toMatchObject({ code: 404, reason: 'file_missing' })
    expect(await post('nothing')).toMatchObject({ code: 404, reason: 'file_missing' })
    expect(await post(id, LOOK, '')).toMatchObject({ code: 401 })
    expect(await post(id, { layout: 7, palette: 'ink' })).toMatchObject({ code: 400 })
    expect(await post(id, { layout: 1, palette: 'neon' })).toMatchObject({ code: 400 })
  })

  it('shows title and kind where the contents are not shown', async () => {
    const bytes = Buffer.from(
      JSON.stringify({ pages: [], saved_by: 'the application itself', v: 2 }),
    )
    const id = await uploadFile(backend, ada, { name: 'desk.flexbar', bytes: padded(bytes) })
    const [named, titled] = await Promise.all([
      draw(id),
      draw(id, { ...LOOK, title: 'A title of its own' }),
    ])
    expect(named.cover).toMatchObject({ width: 1200, height: 750 })
    expect(named.gallery).toHaveLength(1)
    expect(titled.cover.sha256).not.toBe(named.cover.sha256)
    const previews = `/api/v1/file/${id}/covers/ink.webp`
    const [plain, other] = [await bytesOf(previews), await bytesOf(`${previews}?title=Another`)]
    expect(other.equals(plain)).toBe(false)
  })

  it(
    'shows title and kind where every icon is too large for a cover',
    { tags: 'long' },
    async () => {
      const path = `M0 0${'h1v1'.repeat(20_000)}z`
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="${path}"/></svg>`
      const bytes = await zip([{ path: 'icons/large.svg', content: svg }])
      const id = await uploadFile(backend, ada, { bytes })
      expect(await post(id)).toMatchObject({ code: 200 })
    },
  )

  it(
    'draws an icon in the ink of its place, and one that keeps its colours on a plate',
    { tags: 'long' },
    async () => {
      const square = (fill: string) =>
        `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path fill="${fill}" d="M0 0h24v24H0z"/></svg>`
      const cover = async (fill: string) => {
        const bytes = await zip([{ path: 'icons/square.svg', content: square(fill) }])
        const id = await uploadFile(backend, ada, { bytes })
        return bytesOf((await draw(id, { layout: 2, palette: 'ink' })).cover.url)
      }
      // At the place of the first icon of the grid, and beside it where a plate would be.
      const [grey, navy] = [await cover('#333333'), await cover('#101030')]
      expect(await pixel(grey, 150, 120)).toMatch(/^#e[c-f]e[8-c]f[3-8]/)
      expect(await pixel(grey, 150, 62)).toMatch(/^#[12]/)
      expect(await pixel(navy, 150, 120)).toMatch(/^#[01]/)
      expect(await pixel(navy, 150, 62)).toMatch(/^#ff/)
    },
  )
})

describe('the previews of covers', () => {
  it('are one picture of all layouts, in the colours of the palette', async () => {
    const id = await aPack()
    const picture = await bytesOf(`/api/v1/file/${id}/covers/paper.webp`)
    expect(await sharp(picture).metadata()).toMatchObject({ width: 1200, height: 500 })
    expect(await pixel(picture, 4, 246)).toMatch(/^#f/)
  })

  it('are not found for unknown files and palettes', async () => {
    const id = await aPack()
    for (const path of [`${id}/covers/neon.webp`, 'nothing/covers/ink.webp']) {
      expect((await requestAs(backend, ada, `/api/v1/file/${path}`)).status, path).toBe(404)
    }
  })
})
