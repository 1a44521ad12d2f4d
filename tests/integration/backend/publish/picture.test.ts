import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { beforeEach, describe, expect, it } from 'vitest'
import { uploadedFileSchema } from '#lib/contract/publish.ts'
import { registered } from '#tests/support/accounts.ts'
import { testBackend } from '#tests/support/backend.ts'
import { NO_FILES, requestAs, storedFiles, upload, uploadFile } from '#tests/support/publishing.ts'
import { createPicture } from '#tests/support/images.ts'

const MB = 1024 * 1024

const backend = await testBackend()
let ada = ''
beforeEach(async () => {
  await backend.clear()
  ada = await registered(backend)
})

describe('a picture', () => {
  const take = (bytes: Uint8Array, name = 'x.png') =>
    upload(backend, ada, { purpose: 'cover', name, bytes })

  it.each(['png', 'jpeg', 'webp', 'avif'] as const)(
    'is taken as %s, by its content',
    async (format) => {
      const bytes = await sharp(await createPicture())
        .toFormat(format)
        .toBuffer()
      expect(await take(bytes, 'x.txt')).toMatchObject({ data: { width: 640, height: 400 } })
    },
  )

  it('is re-encoded: upright, without metadata and trailing data', async () => {
    const bytes = await sharp(await createPicture())
      .jpeg()
      .withMetadata({ orientation: 6 })
      .withExif({ IFD0: { Copyright: 'SECRET-PLACE' } })
      .toBuffer()
    const polyglot = Buffer.concat([bytes, Buffer.from('<script>alert(1)</script>SECRET-TAIL')])
    const id = await uploadFile(backend, ada, { purpose: 'cover', bytes: polyglot })
    const answer = await requestAs(backend, ada, `/api/v1/file/${id}/image.webp`)
    expect(answer.headers.get('content-type')).toBe('image/webp')
    const kept = Buffer.from(await answer.arrayBuffer())
    expect(await sharp(kept).metadata()).toMatchObject({ format: 'webp', width: 400, height: 640 })
    expect(kept.includes('SECRET')).toBe(false)
  })

  it.each([
    ['a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['a web page named .png', Buffer.from('<!doctype html><p>x')],
    ['text', Buffer.from('hello')],
  ])('that is %s is rejected', async (_, bytes) => {
    expect(await take(bytes)).toMatchObject({ code: 400, reason: 'bad_image' })
    expect(await storedFiles(backend)).toEqual(NO_FILES)
  })

  it.each([
    ['cut off', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
    ['a GIF without pixels', Buffer.from('R0lGODlhAQABAAAAADs=', 'base64')],
  ])('that is %s is rejected as damaged', async (_, bytes) => {
    expect(await take(bytes)).toMatchObject({ code: 400, reason: 'broken_image' })
    expect(await storedFiles(backend)).toEqual(NO_FILES)
  })

  it.each([
    ['cover', 200, 125, ['small_cover']],
    ['cover', 255, 400, ['small_cover']],
    ['cover', 256, 160, []],
    ['cover', 400, 31, ['thin_picture']],
    ['cover', 20, 400, ['small_cover', 'thin_picture']],
    ['gallery', 200, 125, []],
    ['gallery', 400, 31, ['thin_picture']],
    ['gallery', 32, 400, []],
  ] as const)(
    'as a %s of %i × %i pixels is taken with warnings',
    async (purpose, width, height, codes) => {
      const bytes = await createPicture({ width, height })
      const { data } = await upload(backend, ada, { purpose, bytes })
      const { warnings } = uploadedFileSchema.parse(data)
      expect(warnings?.map(({ code }) => code)).toEqual(codes)
      for (const { value } of warnings ?? []) expect(value).toBe(`${width} × ${height}`)
    },
  )

  it('of 30000 × 30000 pixels in a few kB is rejected before it is decoded', async () => {
    const small = await sharp({
      create: { width: 8, height: 8, channels: 3, background: { r: 0, g: 0, b: 0 } },
    })
      .png()
      .toBuffer()
    const header = Buffer.from(small)
    header.writeUInt32BE(30_000, 16)
    header.writeUInt32BE(30_000, 20)
    header.writeUInt32BE(crc32(header.subarray(12, 29)), 29)
    expect(await take(header)).toMatchObject({
      code: 400,
      reason: 'large_image',
      message: 'The picture has more than 40 megapixels (40000000 pixels): scale it down.',
      details: { limit: 40_000_000 },
    })
  })

  it('is cropped in its upright orientation', async () => {
    const red = { r: 200, g: 0, b: 0, alpha: 1 }
    const bytes = await sharp(await createPicture({ width: 640, height: 400 }))
      .extend({ right: 320, background: red })
      .jpeg()
      .toBuffer()
    const cut = (crop: string) =>
      upload(backend, ada, { purpose: 'cover', name: 'x.jpg', bytes, crop })
    const { data } = await cut('640,100,320,200')
    expect(data).toMatchObject({ width: 320, height: 200 })
    const { url = '' } = { url: `/api/v1/file/${Object(data).id}/image.webp` }
    const kept = Buffer.from(await (await requestAs(backend, ada, url)).arrayBuffer())
    const { dominant } = await sharp(kept).stats()
    expect(dominant.r).toBeGreaterThan(150)
    for (const fault of ['900,0,320,200', '0,0,0,10', '-1,0,10,10', '1,2,3']) {
      expect(await cut(fault), fault).toMatchObject({ code: 400 })
    }
  })

  it('of more than 10 MB is rejected', async () => {
    expect(await take(Buffer.alloc(10 * MB + 1))).toMatchObject({ code: 413 })
    expect(await storedFiles(backend)).toEqual(NO_FILES)
  })
})
