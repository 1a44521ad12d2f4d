import type { Sharp } from 'sharp'
import { IMAGE_MAX_PIXELS } from '#lib/contract/limits.ts'
import {
  acceptInputSchema,
  type AcceptedPicture,
  type Derived,
  scaleInputSchema,
} from '#backend/services/picture/messages.ts'
import { SCALED_WEBP } from '#backend/services/picture/widths.ts'
import { sharp } from './bounded-sharp.ts'

/* Runs in a worker process, under its limits. */

/** Pictures are kept at most this large, in pixels of their longer side. */
const SIDE_MAX = 2400
const TAKEN = new Set(['png', 'jpeg', 'webp', 'avif', 'heif'])
const PLACEHOLDER_WIDTH = 20

/** `sequentialRead` keeps a few lines of pixels instead of all, where the format allows it. */
const options = {
  limitInputPixels: IMAGE_MAX_PIXELS,
  failOn: 'error',
  sequentialRead: true,
} as const

/**
 * Makes an upload into a picture that is safe to show: PNG, JPEG, WebP or AVIF by its content, of
 * animations the first frame, upright, as WebP without metadata; with `crop`, of that part alone.
 * @returns `null` for anything else.
 */
export async function acceptPicture(input: unknown): Promise<AcceptedPicture | null> {
  const { bytes: source, crop, widths } = acceptInputSchema.parse(input)
  try {
    const { format, width = 0, height = 0, compression } = await sharp(source, options).metadata()
    const isTaken = TAKEN.has(format ?? '') && (format !== 'heif' || compression === 'av1')
    if (!isTaken || width * height > IMAGE_MAX_PIXELS) return null
    const upright = sharp(source, options).autoOrient()
    // Outside the picture sharp refuses to cut.
    const { data, info } = await (crop ? upright.extract(crop) : upright)
      .resize({ width: SIDE_MAX, height: SIDE_MAX, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 84, effort: 4 })
      .toBuffer({ resolveWithObject: true })
    const derived: Derived[] = []
    for (const one of widths) {
      if (one < info.width) derived.push(await derive(sharp(data, options), one))
    }
    return {
      bytes: data,
      width: info.width,
      height: info.height,
      placeholder: await placeholderOf(data, info.channels),
      derived,
    }
  } catch {
    return null
  }
}

/** A stored picture in another width, never enlarged. */
export async function scalePicture(input: unknown): Promise<Derived['bytes']> {
  const { bytes, width } = scaleInputSchema.parse(input)
  return (await derive(sharp(bytes, options), width)).bytes
}

async function derive(picture: Sharp, width: number): Promise<Derived> {
  const scaled = picture.resize({ width, withoutEnlargement: true })
  return { width, bytes: await scaled.webp(SCALED_WEBP).toBuffer() }
}

/** It is painted behind the picture, so what shines through has none. */
async function placeholderOf(data: Buffer, channels: number): Promise<string | null> {
  if (channels === 4 && !(await sharp(data, options).stats()).isOpaque) return null
  const small = await sharp(data, options)
    .resize(PLACEHOLDER_WIDTH)
    .webp({ quality: 30, effort: 2 })
    .toBuffer()
  return `data:image/webp;base64,${small.toString('base64')}`
}
