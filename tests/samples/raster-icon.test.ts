import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { isRaster } from '#backend/services/drawing/raster.ts'
import { convertRaster } from '#backend/worker/raster-icon.ts'
import { acceptPicture } from '#backend/worker/pictures.ts'
import { COLOURS } from '#tests/support/animations.ts'
import { COLOURED } from '#tests/support/coloured-pictures.ts'

/** Greatest difference of a channel: roundings, and lossy encodings. */
const NEAR = 3

async function pixelsOf(bytes: Uint8Array) {
  const converted = await convertRaster(bytes)
  if ('refused' in converted) throw new Error(converted.refused)
  const [, png = ''] = /base64,([^"]+)/.exec(converted.svg) ?? []
  const made = Buffer.from(png, 'base64')
  const { data, info } = await sharp(made).raw().toBuffer({ resolveWithObject: true })
  return { first: [...data.subarray(0, 4)], info, made }
}

/** The channels that differ. */
const differences = (actual: number[], expected: number[]) =>
  actual.filter((channel, at) => !(Math.abs(channel - (expected[at] ?? NaN)) <= NEAR))

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 200, g: 100, b: 50, alpha: 1 } } })

describe('a raster icon', () => {
  it.each(COLOURED)('from a %s has the colours of sRGB, and no profile', async (_, bytes, srgb) => {
    const { first, made } = await pixelsOf(bytes)
    expect(differences(first, srgb)).toEqual([])
    expect((await sharp(made).metadata()).hasProfile).toBe(false)
  })

  it('in Display P3 has the colours of sRGB', async () => {
    const bytes = await picture(9, 9).withIccProfile('p3').png().toBuffer()
    expect((await sharp(bytes).metadata()).hasProfile).toBe(true)
    expect(differences((await pixelsOf(bytes)).first, [200, 100, 50, 255])).toEqual([])
  })

  it.each(COLOURS)('from an animated %s is its first frame', async (_, bytes) => {
    const { first, info } = await pixelsOf(bytes)
    expect(info).toMatchObject({ width: 32, height: 20 })
    expect(differences(first, [255, 0, 0, 255])).toEqual([])
  })

  it.each(['png', 'webp', 'jpeg', 'gif'] as const)(
    'is a %s of up to 1024 × 1024 pixels',
    async (format) => {
      const largest = await picture(1024, 1024).toFormat(format).toBuffer()
      expect((await pixelsOf(largest)).info).toMatchObject({ width: 144, height: 144 })
      const larger = await picture(1025, 1024).toFormat(format).toBuffer()
      expect(await convertRaster(larger)).toEqual({ refused: 'large_picture' })
    },
  )

  it('is upright, and without metadata', async () => {
    const bytes = await picture(90, 60)
      .jpeg()
      .withMetadata({ orientation: 6 })
      .withExif({ IFD0: { Copyright: 'SECRET-PLACE' } })
      .toBuffer()
    const { info, made } = await pixelsOf(bytes)
    expect(info).toMatchObject({ width: 60, height: 90 })
    expect(made.includes('SECRET')).toBe(false)
  })

  it('is recognised by its first bytes', async () => {
    for (const format of ['png', 'webp', 'jpeg', 'gif'] as const)
      expect(isRaster(await picture(1, 1).toFormat(format).toBuffer()), format).toBe(true)
    for (const text of ['<svg/>', 'RIFF0000WAVE', 'GIF', '', '%PDF-1.7', 'BM'])
      expect(isRaster(Buffer.from(text)), text).toBe(false)
    expect(isRaster(await picture(1, 1).avif().toBuffer())).toBe(false)
  })

  it('that is truncated at any byte is refused, or drawn', async () => {
    for (const format of ['png', 'webp', 'jpeg', 'gif'] as const) {
      const whole = await picture(3, 3).toFormat(format).toBuffer()
      for (let length = 0; length < whole.length; length += 1) {
        const converted = await convertRaster(whole.subarray(0, length))
        if ('refused' in converted) expect(converted.refused).toBe('damaged_picture')
        else expect(converted.svg).toContain('viewBox="0 0 3 3"')
      }
    }
  })
})

it.each(COLOURED)('a cover from a %s has the colours of sRGB', async (_, bytes, srgb) => {
  const accepted = await acceptPicture({ bytes: new Uint8Array(bytes), widths: [] })
  if ('refused' in accepted) throw new Error(accepted.refused)
  const { data } = await sharp(accepted.bytes).raw().toBuffer({ resolveWithObject: true })
  expect(differences([...data.subarray(0, 3)], srgb)).toEqual([])
})
