import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import {
  ANIMATION_MAX_FRAMES,
  ANIMATION_MAX_MS,
  ANIMATION_MAX_PIXELS,
} from '#lib/contract/limits.ts'
import type { Crop } from '#lib/contract/publish.ts'
import { PNG_SIGNATURE } from '#backend/services/drawing/raster.ts'
import { acceptPicture } from '#backend/worker/pictures.ts'
import {
  type FrameInput,
  COLOURS,
  createApng,
  createGif,
  MOVING,
} from '#tests/support/animations.ts'

const accept = (bytes: Uint8Array, crop?: Crop) =>
  acceptPicture({ bytes: new Uint8Array(bytes), widths: [], ...(crop && { crop }) })

async function taken(bytes: Uint8Array, crop?: Crop) {
  const accepted = await accept(bytes, crop)
  if ('refused' in accepted) throw new Error(accepted.refused)
  return accepted
}

async function animated(bytes: Uint8Array, crop?: Crop) {
  const { animation } = await taken(bytes, crop)
  if (!animation) throw new Error('not animated')
  return Buffer.from(animation)
}

const NEAR = 12
/** The pixel of a frame, with channels rounded to what lossy encoding may change. */
async function pixel(bytes: Uint8Array, page: number, x: number, y: number) {
  const { data, info } = await sharp(bytes, { page })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const at = (y * info.width + x) * 4
  const channels = [...data.subarray(at, at + 4)]
  return channels.map((channel) => (channel < NEAR ? 0 : channel > 255 - NEAR ? 255 : channel))
}

const RED = [255, 0, 0, 255]
const LIME = [0, 255, 0, 255]
const BLUE = [0, 0, 255, 255]
const YELLOW = [255, 255, 0, 255]
const NOTHING = 0

describe('an animated picture', () => {
  it.each(COLOURS)('%s keeps its frames and their delays, without an end', async (_, bytes) => {
    const animation = await animated(bytes)
    expect(await sharp(animation, { pages: -1 }).metadata()).toMatchObject({
      format: 'webp',
      width: 32,
      pageHeight: 20,
      pages: 3,
      delay: [500, 500, 500],
      loop: 0,
    })
    for (const [page, colour] of [RED, LIME, BLUE].entries()) {
      expect(await pixel(animation, page, 16, 10)).toEqual(colour)
    }
  })

  it.each(COLOURS)('%s has its first frame as the still picture', async (_, bytes) => {
    const { bytes: still } = await taken(bytes)
    expect((await sharp(still).metadata()).pages ?? 1).toBe(1)
    expect(await pixel(still, 0, 16, 10)).toEqual(RED)
  })

  it.each(MOVING)('%s keeps its transparency, and clears what a frame leaves', async (_, bytes) => {
    const animation = await animated(bytes)
    for (const page of [0, 1, 2]) {
      for (const [at, x] of [5, 15, 25].entries()) {
        const [, , , alpha] = await pixel(animation, page, x, 10)
        if (at === page) expect(await pixel(animation, page, x, 10)).toEqual(YELLOW)
        else expect(alpha).toBe(NOTHING)
      }
    }
  })

  it.each(MOVING)('%s is cropped in all frames', async (_, bytes) => {
    const animation = await animated(bytes, { left: 20, top: 5, width: 10, height: 10 })
    expect(await sharp(animation, { pages: -1 }).metadata()).toMatchObject({
      width: 10,
      pageHeight: 10,
    })
    // Two equal frames are one.
    expect(await pixel(animation, 1, 5, 5)).toEqual(YELLOW)
  })

  it('is turned upright by its EXIF orientation, in all frames', async () => {
    const [, gif = Buffer.alloc(0)] = MOVING[0] ?? []
    const webp = await sharp(gif, { pages: -1 }).webp().withMetadata({ orientation: 6 }).toBuffer()
    const animation = await animated(webp)
    expect(await sharp(animation, { pages: -1 }).metadata()).toMatchObject({
      width: 20,
      pageHeight: 32,
    })
    // A quarter turn clockwise: the left edge is the top.
    expect(await pixel(animation, 0, 10, 5)).toEqual(YELLOW)
    expect(await pixel(animation, 2, 10, 25)).toEqual(YELLOW)
  })

  it('is at most 960 pixels wide; the still picture keeps its size', async () => {
    const frames = await sharp({
      create: { width: 1600, height: 2000, channels: 3, background: '#fff' },
    })
      .composite([
        {
          input: { create: { width: 1600, height: 1000, channels: 3, background: '#f00' } },
          gravity: 'north',
        },
      ])
      .removeAlpha()
      .raw()
      .toBuffer()
    const raw = { width: 1600, height: 2000, channels: 3, pageHeight: 1000 } as const
    const accepted = await taken(await sharp(frames, { raw }).gif().toBuffer())
    expect(accepted).toMatchObject({ width: 1600, height: 1000 })
    const { animation } = accepted
    expect(await sharp(animation ?? '', { pages: -1 }).metadata()).toMatchObject({
      width: 960,
      pageHeight: 600,
    })
    // No frame shows through at the edges of another.
    expect(await pixel(animation ?? Buffer.alloc(0), 0, 480, 599)).toEqual(RED)
    expect(await pixel(animation ?? Buffer.alloc(0), 1, 480, 0)).toEqual([255, 255, 255, 255])
  })

  it.each([
    [
      'a still PNG',
      () =>
        sharp({ create: { width: 9, height: 9, channels: 3, background: '#f00' } })
          .png()
          .toBuffer(),
    ],
    ['a GIF of one frame', () => createGif(1)],
    ['a GIF of two equal frames', () => createGif(2)],
    ['an APNG of one frame', () => createApng([{}])],
  ])('is not made of %s', async (_, make) => {
    expect((await taken(await make())).animation).toBeNull()
  })
})

describe('the frames of an APNG', () => {
  const red: FrameInput = { colour: [255, 0, 0, 255] }
  /** Large enough that lossy encoding keeps its colour. */
  const canvas = { width: 64, height: 64 }
  const corner: FrameInput = { width: 32, height: 32, left: 32, top: 32 }
  const framesOf = async (frames: FrameInput[], x: number, y: number) => {
    const animation = await animated(createApng(frames, canvas))
    const pages = frames.map((_, page) => pixel(animation, page, x, y))
    return Promise.all(pages)
  }

  it.each([
    [0, 'stay', BLUE],
    [1, 'are cleared', [0, 0, 0, NOTHING]],
    [2, 'give back what was there', RED],
  ])('disposed of by %i %s', async (dispose, _, expected) => {
    const blue: FrameInput = { ...corner, colour: [0, 0, 255, 255], dispose }
    const dot: FrameInput = { width: 16, height: 16, colour: [0, 255, 0, 255] }
    const shown = await framesOf([red, blue, dot], 48, 48)
    expect(shown.slice(0, 2)).toEqual([RED, BLUE])
    if (expected[3] === NOTHING) expect(shown[2]?.[3]).toBe(NOTHING)
    else expect(shown[2]).toEqual(expected)
  })

  it('replace what is below, or are drawn on top of it', async () => {
    const half: FrameInput = { ...corner, colour: [0, 0, 255, 128] }
    const [, replaced] = await framesOf([red, { ...half, blend: 0 }], 48, 48)
    const [, blended] = await framesOf([red, { ...half, blend: 1 }], 48, 48)
    expect(replaced?.[3]).toBe(128)
    expect(blended?.[3]).toBe(255)
    expect(blended?.[0]).toBeGreaterThan(100)
    expect(blended?.[2]).toBeGreaterThan(100)
  })

  it('leave out the default picture if it has no control chunk; it is the still picture then', async () => {
    const apng = createApng([{ colour: [0, 255, 0, 255] }, { colour: [0, 0, 255, 255] }], {
      ...canvas,
      still: [255, 0, 0, 255],
    })
    const { bytes, animation } = await taken(apng)
    expect(await pixel(bytes, 0, 1, 1)).toEqual(RED)
    expect(await pixel(animation ?? Buffer.alloc(0), 0, 1, 1)).toEqual(LIME)
  })

  it.each<[string, FrameInput]>([
    ['beyond the canvas', { width: 4, height: 4, left: 1 }],
    ['far beyond the canvas', { width: 4, height: 4, left: 0xffff_ffff }],
    ['without pixels', { width: 0, height: 4 }],
    ['with an unknown disposal', { dispose: 3 }],
    ['with an unknown blending', { blend: 2 }],
  ])('that lie %s make the picture invalid', async (_, frame) => {
    expect(await accept(createApng([red, frame]))).toEqual({ refused: 'broken_image' })
  })

  it('that are truncated at any byte are refused, or a still picture, or fewer frames', async () => {
    const whole = createApng([red, { colour: [0, 0, 255, 255] }, { width: 1, height: 1 }])
    for (let length = 0; length < whole.length; length += 1) {
      const accepted = await accept(whole.subarray(0, length))
      const refused = length < PNG_SIGNATURE.length ? 'bad_image' : 'broken_image'
      if ('refused' in accepted) expect(accepted.refused, String(length)).toBe(refused)
      else expect(accepted, String(length)).toMatchObject({ width: 4, height: 4 })
    }
  })
})

describe('the limits of an animation', () => {
  const STEP_MS = 10
  it.each([
    ['frames as GIF', createGif(ANIMATION_MAX_FRAMES + 1)],
    ['frames, with one pixel each', createGif(400_000)],
    ['frames as APNG', createApng(Array.from({ length: ANIMATION_MAX_FRAMES + 1 }, () => ({})))],
    ['pixels', createGif(2, { width: 7_100, height: 7_100 })],
    ['pixels as APNG', createApng([{}, ...frames(499)], { width: 500, height: 500 })],
    ['milliseconds', createGif(2, { delay: ANIMATION_MAX_MS / STEP_MS })],
    ['milliseconds as APNG', createApng([{ delay: [61, 1] }, {}])],
  ])('reject too many %s', async (name, bytes) => {
    expect(await accept(bytes), name).toEqual({
      refused: name === 'pixels' ? 'large_image' : 'long_animation',
    })
  })

  it('count frames without a delay as those of 100 ms, as browsers show them', async () => {
    const [, gif = Buffer.alloc(0)] = COLOURS[0] ?? []
    const still = await sharp(gif, { pages: -1 })
      .gif({ delay: [0, 10, 20] })
      .toBuffer()
    const { delay } = await sharp(await animated(still), { pages: -1 }).metadata()
    expect(delay).toEqual([100, 100, 20])
  })

  it('admit exactly as many frames', async () => {
    expect(await taken(createGif(ANIMATION_MAX_FRAMES))).toMatchObject({ width: 1 })
  })

  it('are those of all frames together', () => {
    expect(500 * 500 * 500).toBeGreaterThan(ANIMATION_MAX_PIXELS)
  })

  function frames(count: number): FrameInput[] {
    return Array.from({ length: count }, () => ({ width: 1, height: 1 }))
  }
})
