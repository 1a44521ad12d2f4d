import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { PICTURE_WIDTHS } from '#lib/contract/file/picture.ts'
import { WorkerError } from '#lib/worker/error.ts'
import { derivedPictures } from '#backend/db/tables.ts'

import { COVER, startPictureBackend } from '#tests/support/pictures.ts'
import { uploadFile } from '#tests/support/publishing.ts'
import { stoppedAtEnd } from '#tests/support/stopped-at-end.ts'

const site = await stoppedAtEnd(startPictureBackend())
beforeAll(async () => {
  await site.publish()
})
beforeEach(async () => {
  await site.backend.db.delete(derivedPictures).where(eq(derivedPictures.width, 1920))
  site.given.tasks = []
})
afterEach(() => {
  site.given.fail = undefined
})
const { address, ask, bytesOf, statusOf } = {
  address: (width: number | string, of?: string) => site.address(width, of),
  ask: (path: string, headers?: Record<string, string>, method?: string) =>
    site.ask(path, headers, method),
  bytesOf: (path: string) => site.bytesOf(path),
  statusOf: (path: string) => site.statusOf(path),
}

describe('a scaled picture', () => {
  it('is listed in the project, with the original if that is small enough', () => {
    expect(site.project().cover.sources).toEqual(
      PICTURE_WIDTHS.map((width) => ({ url: address(width), width })),
    )
    const [image] = site.project().gallery
    expect(image?.sources).toEqual([
      { url: address(320, site.idOf(image?.url)), width: 320 },
      { url: image?.url, width: 640 },
    ])
  })

  it.each(PICTURE_WIDTHS)('is a WebP %i pixels wide', async (width) => {
    const bytes = await bytesOf(address(width))
    const height = Math.round((width * 1250) / 2000)
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width, height })
  })

  it('of a cover is made for lists on upload, and not again', async () => {
    for (const width of [320, 768, 1200]) expect(await statusOf(address(width))).toBe(200)
    expect(site.given.tasks).toEqual([])
  })

  it('is made once for 50 requests', async () => {
    for (let time = 0; time < 50; time += 1) expect(await statusOf(address(1920))).toBe(200)
    expect(site.given.tasks).toEqual(['scale-picture'])
  })

  it('is made once for 50 concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => bytesOf(address(1920))))
    expect(new Set(answers.map((bytes) => bytes.toString('base64'))).size).toBe(1)
    expect(site.given.tasks).toEqual(['scale-picture'])
  })

  it('is immutable, revalidated with 304, and sandboxed', async () => {
    const response = await ask(address(320))
    const bytes = Buffer.from(await response.arrayBuffer())
    const headers = Object.fromEntries(response.headers)
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'content-length': String(bytes.length),
      'cache-control': 'public, max-age=31536000, s-maxage=300, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    const etag = headers['etag'] ?? ''
    const again = await ask(address(320), { 'if-none-match': etag })
    expect([again.status, await again.text()]).toEqual([304, ''])
    expect((await ask(address(768), { 'if-none-match': etag })).status).toBe(200)
    const head = await ask(address(320), {}, 'HEAD')
    expect(head.headers.get('content-length')).toBe(String(bytes.length))
    expect(await head.text()).toBe('')
  })

  it('has one URL: other widths, names and queries make no picture', async () => {
    const widths = ['1', '321', '2400', '0320', '320.0', '3e2', '-320', '320.webp', '%20320']
    for (const width of widths) expect(await statusOf(address(width)), width).toBe(404)
    const others = [`${address(320)}/c.webp`, address(320, 'x'), '/api/v1/picture/x']
    for (const path of others) expect(await statusOf(path), path).toBe(404)
    await ask(`${address(1920)}?v=1`)
    await ask(`${address(1920)}?v=2`)
    expect(site.given.tasks).toEqual(['scale-picture'])
  })

  it('is never enlarged', async () => {
    const gallery = site.idOf(site.project().gallery[0]?.url)
    expect(await statusOf(address(320, gallery))).toBe(200)
    expect(await statusOf(address(768, gallery))).toBe(404)
  })

  it('is made of pictures only, never of a pack', async () => {
    expect(await statusOf(address(320, site.idOf(site.project().file?.url)))).toBe(404)
    expect(site.given.tasks).toEqual([])
  })

  it('is not made of an unpublished upload', async () => {
    const upload = await uploadFile(site.backend, site.ada(), COVER)
    expect(await statusOf(address(320, upload))).toBe(404)
  })

  it('is made again if its object is missing or truncated', async () => {
    const [row] = await site.forms()
    const whole = await bytesOf(address(320))
    await site.backend.storage.write(row?.key ?? '', whole.subarray(0, 9))
    expect((await bytesOf(address(320))).length).toBe(whole.length)
    const [made] = await site.forms()
    await site.backend.storage.remove(made?.key ?? '')
    expect((await bytesOf(address(320))).length).toBe(whole.length)
    expect(site.given.tasks).toEqual(['scale-picture', 'scale-picture'])
  })

  it('is 503 with Retry-After while the workers are overloaded', async () => {
    site.given.fail = new WorkerError('busy')
    const response = await ask(address(1920))
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('5')
    site.given.fail = undefined
    expect(await statusOf(address(1920))).toBe(200)
  })

  it('is 404 if it cannot be made or its original is missing', async () => {
    site.given.fail = new WorkerError('memory')
    expect(await statusOf(address(1920))).toBe(404)
    site.given.fail = undefined
    const original = await bytesOf(site.project().cover.url)
    await site.backend.storage.remove(site.id())
    expect(await statusOf(address(1920))).toBe(404)
    await site.backend.storage.write(site.id(), original)
  })
})
