import { readInput } from '#lib/worker/program-error.ts'
import type { Metadata, Sharp } from 'sharp'
import { IMAGE_MAX_PIXELS } from '#lib/contract/limits.ts'
import type { Crop } from '#lib/contract/publish.ts'
import { isRaster } from '#backend/services/drawing/raster.ts'
import {
  acceptInputSchema,
  type AcceptedPicture,
  type AcceptOutput,
  type Derived,
  type PictureRefusal,
  scaleInputSchema,
} from '#backend/services/picture/messages.ts'
import { SCALED_WEBP } from '#backend/services/picture/widths.ts'
import { encodeAnimation, LongAnimationError, readFrames } from './animation.ts'
import { isTooLarge, sharp, toSrgb } from './bounded-sharp.ts'
import { groundOf } from './ground.ts'

/* Tasks of worker processes, which run under their limits. */

/** Longer side of a stored picture, in pixels. */
const SIDE_MAX = 2400
const ACCEPTED_FORMATS = new Set(['png', 'jpeg', 'webp', 'avif', 'heif', 'gif'])
const PLACEHOLDER_WIDTH = 20

/** `sequentialRead` decodes line by line if the format allows it, which saves memory. */
const options = {
  limitInputPixels: IMAGE_MAX_PIXELS,
  failOn: 'error',
  sequentialRead: true,
} as const

/**
 * Task `accept-picture`: re-encodes an upload (PNG, JPEG, WebP, AVIF or GIF, detected by content) as WebP without
 * metadata: rotated upright and cropped. Of an animation this is the first frame; the animation is encoded beside it.
 */
export async function acceptPicture(input: unknown): Promise<AcceptOutput> {
  const { bytes: source, crop, widths } = readInput(acceptInputSchema, input)
  try {
    const metadata = await sharp(source, options).metadata()
    const { format, width, height, compression, orientation } = metadata
    const isAccepted = ACCEPTED_FORMATS.has(format) && (format !== 'heif' || compression === 'av1')
    if (!isAccepted || !isWithin(crop, metadata)) return { refused: 'bad_image' }
    if (width * height > IMAGE_MAX_PIXELS) return { refused: 'large_image' }
    const frames = readFrames(source, metadata)
    const upright = toSrgb(sharp(source, options), metadata).autoOrient()
    const still = await encode(crop ? upright.extract(crop) : upright, widths)
    return { ...still, animation: frames && (await encodeAnimation(frames, { crop, orientation })) }
  } catch (error) {
    return { refused: refusalOf(error, source) }
  }
}

/** Whether a crop is a part of the upright picture. */
function isWithin(crop: Crop | undefined, { autoOrient }: Metadata): boolean {
  const { left, top, width, height } = crop ?? { left: 0, top: 0, width: 0, height: 0 }
  return left + width <= autoOrient.width && top + height <= autoOrient.height
}

function refusalOf(error: unknown, source: Uint8Array): PictureRefusal {
  if (error instanceof LongAnimationError) return 'long_animation'
  if (isTooLarge(error)) return 'large_image'
  return isRaster(source) || isAvif(source) ? 'broken_image' : 'bad_image'
}

/** By the brands of its first box (AV1 Image File Format, section 6). */
const isAvif = (bytes: Uint8Array) =>
  /^.{4}ftyp(?:.{4})*?avi[fs]/s.test(Buffer.from(bytes.subarray(0, 40)).toString('latin1'))

/** Encodes a picture as it is stored, in its own size and in smaller widths. */
export async function encode(picture: Sharp, widths: readonly number[]): Promise<AcceptedPicture> {
  const { data, info } = await picture
    .resize({ width: SIDE_MAX, height: SIDE_MAX, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 84, effort: 4 })
    .toBuffer({ resolveWithObject: true })
  const ground = await groundOf(data)
  const derived: Derived[] = []
  for (const smaller of widths) {
    if (smaller < info.width) derived.push(await derive(data, smaller, ground))
  }
  return {
    bytes: data,
    width: info.width,
    height: info.height,
    placeholder: await makePlaceholder(data, ground),
    derived,
    animation: null,
  }
}

/** Task `scale-picture`: scales a stored picture down to a width. */
export async function scalePicture(input: unknown): Promise<Derived['bytes']> {
  const { bytes, width } = readInput(scaleInputSchema, input)
  return (await derive(bytes, width, await groundOf(bytes))).bytes
}

/** A scaled picture, on its ground where it is transparent. */
async function derive(bytes: Uint8Array, width: number, ground: string | null): Promise<Derived> {
  const scaled = sharp(bytes, options).resize({ width, withoutEnlargement: true })
  const opaque = ground === null ? scaled : scaled.flatten({ background: ground })
  return { width, bytes: await opaque.webp(SCALED_WEBP).toBuffer() }
}

/** A tiny preview, which is rendered behind the picture; of a transparent one a pixel of its ground. */
async function makePlaceholder(data: Buffer, ground: string | null): Promise<string> {
  const small =
    ground === null
      ? sharp(data, options).resize(PLACEHOLDER_WIDTH).webp({ quality: 30, effort: 2 })
      : sharp({ create: { width: 1, height: 1, channels: 3, background: ground } }).webp({
          lossless: true,
        })
  return `data:image/webp;base64,${(await small.toBuffer()).toString('base64')}`
}
