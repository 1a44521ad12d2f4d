import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { acceptPicture } from '#backend/worker/pictures.ts'

const SIZE = { width: 400, height: 250 }
const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 }

/** A transparent picture with bars of these colours. */
async function drawing(...colours: string[]) {
  const bars = await Promise.all(
    colours.map(async (background, at) => ({
      input: await sharp({ create: { width: 60, height: 200, channels: 3, background } })
        .png()
        .toBuffer(),
      left: 40 + at * 100,
      top: 25,
    })),
  )
  const create = { ...SIZE, channels: 4, background: CLEAR } as const
  return sharp({ create }).composite(bars).png().toBuffer()
}

async function accept(bytes: Uint8Array) {
  const accepted = await acceptPicture({ bytes: new Uint8Array(bytes), widths: [320] })
  if ('refused' in accepted) throw new Error(accepted.refused)
  return accepted
}

/** The colour of the first pixel, rounded to what lossy encoding keeps. */
async function corner(bytes: Uint8Array) {
  const [red = 0, , , alpha = 255] = await sharp(bytes).ensureAlpha().raw().toBuffer()
  return { red: Math.round(red / 32), alpha }
}
const [LIGHT, MIDDLE, DARK] = [8, 5, 1]

describe('a transparent picture', () => {
  it.each([
    ['dark', ['#111111'], LIGHT],
    ['of dark colours', ['#3a0d0d', '#0d1a3a'], LIGHT],
    ['light', ['#ffffff'], DARK],
    ['bright', ['#f2b955', '#58d3c2'], DARK],
    ['with dark and light parts', ['#111111', '#ffffff'], MIDDLE],
  ] as const)('that is %s is scaled on a ground it can be seen on', async (_, colours, red) => {
    const { bytes, derived, placeholder } = await accept(await drawing(...colours))
    expect(await corner(derived[0]?.bytes ?? bytes)).toEqual({ red, alpha: 255 })
    // Behind the original, which stays as it was.
    expect((await corner(bytes)).alpha).toBe(0)
    const pixel = Buffer.from(placeholder?.split(',')[1] ?? '', 'base64')
    expect(await sharp(pixel).metadata()).toMatchObject({ width: 1, height: 1 })
    expect(await corner(pixel)).toEqual({ red, alpha: 255 })
  })
})

it('an opaque picture has a small copy of itself as its placeholder', async () => {
  const create = { ...SIZE, channels: 3, background: '#c03030' } as const
  const { placeholder } = await accept(await sharp({ create }).png().toBuffer())
  const copy = Buffer.from(placeholder?.split(',')[1] ?? '', 'base64')
  expect((await sharp(copy).metadata()).width).toBe(20)
})
