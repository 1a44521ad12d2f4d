import sharp, { type Metadata, type Sharp } from 'sharp'

/*
 * sharp, configured for worker processes: one thread, because the limit of processor time counts all
 * threads; no cache, because no picture is processed twice.
 */

const SVG_LOADER = 'VipsForeignLoadSvg'
/** The largest picture is one of a gallery, of 1600 × 1000 pixels. */
const DRAWN_PIXELS_MAX = 2_000_000

sharp.concurrency(1)
sharp.cache(false)
// Only the accepted formats: libvips would also load SVG, PDF and many others.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadPng',
    'VipsForeignLoadJpeg',
    'VipsForeignLoadWebp',
    'VipsForeignLoadHeif',
    'VipsForeignLoadNsgif',
  ],
})

/** Draws an SVG onto an opaque ground: covers have no transparency. */
export const drawingSharp = <T>(svg: string, use: (picture: Sharp) => Promise<T>): Promise<T> =>
  drawTransparent(svg, (picture) => use(picture.removeAlpha()))

/**
 * Reads an SVG, which is no accepted format: it is loaded only while a document of our own, or a sanitised one, is drawn. A process runs
 * one task at a time.
 */
export async function drawTransparent<T>(
  svg: string,
  use: (picture: Sharp) => Promise<T>,
): Promise<T> {
  sharp.unblock({ operation: [SVG_LOADER] })
  try {
    return await use(sharp(Buffer.from(svg), { limitInputPixels: DRAWN_PIXELS_MAX }))
  } finally {
    sharp.block({ operation: [SVG_LOADER] })
  }
}

/**
 * Converts the colours of a picture to sRGB. sharp does so by itself for all but those of 16 bits with a profile,
 * which it leaves in Display P3.
 */
export const toSrgb = (picture: Sharp, { space, hasProfile }: Metadata): Sharp =>
  space === 'rgb16' && hasProfile
    ? picture.withIccProfile('srgb', { attach: false })
    : picture.toColourspace('srgb')

/** Whether sharp has refused a picture because of its pixels (`limitInputPixels`), or the library because of its sides. */
export const isTooLarge = (error: unknown): boolean =>
  error instanceof Error &&
  /exceeds pixel limit|dimensions? (?:too large|exceed)/i.test(error.message)

export { sharp }
