import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { acceptPicture } from '#backend/worker/pictures.ts'
import { acceptFoundPicture } from '#backend/worker/found-picture.ts'
import { convertRaster } from '#backend/worker/raster-icon.ts'
import { createGif } from '#tests/support/animations.ts'

const FORMATS = ['png', 'jpeg', 'webp', 'avif', 'gif'] as const
const SIDE = 64
const make = (format: (typeof FORMATS)[number]) =>
  sharp({ create: { width: SIDE, height: SIDE, channels: 3, background: '#28785a' } })
    .toFormat(format)
    .toBuffer()

/** Where each format names width and height in its header. */
const PLACES: Record<(typeof FORMATS)[number], (bytes: Buffer, side: number) => void> = {
  png(bytes, side) {
    bytes.writeUInt32BE(side, 16)
    bytes.writeUInt32BE(side, 20)
    bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29)
  },
  jpeg(bytes, side) {
    const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]))
    bytes.writeUInt16BE(side, frame + 5)
    bytes.writeUInt16BE(side, frame + 7)
  },
  webp(bytes, side) {
    bytes.writeUInt16LE(side, 26)
    bytes.writeUInt16LE(side, 28)
  },
  avif(bytes, side) {
    const extent = bytes.indexOf('ispe')
    bytes.writeUInt32BE(side, extent + 8)
    bytes.writeUInt32BE(side, extent + 12)
  },
  gif(bytes, side) {
    const image = bytes.indexOf(Buffer.from([0x2c, 0, 0, 0, 0]))
    for (const place of [6, image + 5]) {
      bytes.writeUInt16LE(side, place)
      bytes.writeUInt16LE(side, place + 2)
    }
  },
}
/** A picture whose header names another size: 90 megapixels with 9487. */
async function sized(format: (typeof FORMATS)[number], side: number): Promise<Buffer> {
  const bytes = Buffer.from(await make(format))
  PLACES[format](bytes, side)
  return bytes
}
const accept = (bytes: Uint8Array) => acceptPicture({ bytes, widths: [] })

describe('a picture is refused by what is wrong with it', () => {
  it.each(FORMATS)('of too many pixels: %s', async (format) => {
    const bytes = await sized(format, 9487)
    expect(await accept(bytes)).toEqual({ refused: 'large_image' })
    expect(await acceptFoundPicture({ bytes })).toEqual({ refused: 'large_image' })
  })

  it.each(FORMATS)('damaged: %s', async (format) => {
    const bytes = await make(format)
    expect(await accept(bytes.subarray(0, -20))).toEqual({ refused: 'broken_image' })
    expect(await accept(bytes.subarray(0, 40))).toEqual({ refused: 'broken_image' })
  })

  it.each<[string, Buffer]>([
    ['text', Buffer.from('hello')],
    ['a web page', Buffer.from('<!doctype html><p>x')],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['PDF', Buffer.from('%PDF-1.7\n')],
    ['a bitmap of Windows', Buffer.concat([Buffer.from('BM'), Buffer.alloc(60)])],
    ['a film', Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0'), Buffer.alloc(60)])],
  ])('no picture: %s', async (_, bytes) => {
    expect(await accept(bytes)).toEqual({ refused: 'bad_image' })
  })

  it('animated: of too many pixels in one frame, and in all of them', async () => {
    const sizes = { width: 7100, height: 7100 }
    expect(await accept(createGif(2, sizes))).toEqual({ refused: 'large_image' })
    const many = createGif(500, { width: 500, height: 500 })
    expect(await accept(many)).toEqual({ refused: 'long_animation' })
  })

  it('a part outside of it is no damage', async () => {
    const crop = { left: 1, top: 0, width: SIDE, height: SIDE }
    const input = { bytes: await make('png'), widths: [], crop }
    expect(await acceptPicture(input)).toEqual({ refused: 'bad_image' })
  })
})

describe('an icon of pixels is refused by what is wrong with it', () => {
  it.each(['png', 'jpeg', 'webp', 'gif'] as const)('%s', async (format) => {
    expect(await convertRaster(await sized(format, 1025))).toEqual({ refused: 'large_picture' })
    const cut = (await make(format)).subarray(0, 40)
    expect(await convertRaster(cut)).toEqual({ refused: 'damaged_picture' })
  })
})
