import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { encodePicture } from '#backend/worker/embedded-picture.ts'

const RED = { r: 200, g: 30, b: 90, alpha: 1 }
const plain = (width: number, height = width) =>
  sharp({ create: { width, height, channels: 4, background: RED } })
const noise = (side: number) =>
  sharp({
    create: {
      width: side,
      height: side,
      channels: 3,
      background: 'red',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
const bytesOf = (href: string) => Buffer.from(href.slice(href.indexOf(',') + 1), 'base64')

describe('a picture in a drawing', () => {
  it.each(['png', 'jpeg', 'webp', 'gif'] as const)('as %s is written anew', async (format) => {
    const bytes = await plain(40, 20)
      .toFormat(format)
      .withExif({ IFD0: { Artist: 'Ada' } })
      .toBuffer()
    const picture = await encodePicture(bytes)
    expect(picture).toMatchObject({ width: 40, height: 20 })
    const href = picture?.href ?? ''
    expect(href).toMatch(
      format === 'jpeg' ? /^data:image\/jpeg;base64,/ : /^data:image\/png;base64,/,
    )
    const read = sharp(bytesOf(href))
    expect(await read.metadata()).toMatchObject({ width: 40, height: 20 })
    expect((await read.metadata()).exif).toBeUndefined()
    const { dominant } = await read.stats()
    expect(Math.abs(dominant.r - RED.r)).toBeLessThan(16)
  })

  it('is scaled until it is small, and keeps its natural size', async () => {
    const picture = await encodePicture(await plain(1_600, 800).png().toBuffer())
    expect(picture).toMatchObject({ width: 1_600, height: 800 })
    expect(await sharp(bytesOf(picture?.href ?? '')).metadata()).toMatchObject({ width: 512 })
    const noisy = await encodePicture(await noise(1_000).png().toBuffer())
    const { width } = await sharp(bytesOf(noisy?.href ?? '')).metadata()
    expect(width).toBeLessThan(512)
    expect(noisy?.href.length).toBeLessThan(200_000)
  })

  it('is upright, as browsers show it', async () => {
    const bytes = await plain(40, 20).jpeg().withMetadata({ orientation: 6 }).toBuffer()
    expect(await encodePicture(bytes)).toMatchObject({ width: 20, height: 40 })
  })

  it('of too many pixels, of another format or damaged is not written', async () => {
    const bomb = await plain(4_000).png({ compressionLevel: 9 }).toBuffer()
    expect(bomb.length).toBeLessThan(100_000)
    expect(await encodePicture(bomb)).toBeNull()
    const avif = await plain(40).avif().toBuffer()
    expect(await encodePicture(avif)).toBeNull()
    const whole = await noise(64).png().toBuffer()
    expect(await encodePicture(whole.subarray(0, 500))).toBeNull()
    expect(await encodePicture(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toBeNull()
    expect(await encodePicture(Buffer.alloc(0))).toBeNull()
  })
})
