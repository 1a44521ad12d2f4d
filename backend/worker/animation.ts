import type { Metadata, Sharp } from 'sharp'
import type { Crop } from '#lib/contract/publish.ts'
import {
  ANIMATION_MAX_FRAMES,
  ANIMATION_MAX_MS,
  ANIMATION_MAX_PIXELS,
  IMAGE_MAX_BYTES,
  IMAGE_MAX_PIXELS,
} from '#lib/contract/limits.ts'
import { readApng } from './apng.ts'
import { sharp, toSrgb } from './bounded-sharp.ts'
import { composeFrames } from './compose.ts'

/** Longer side of a stored animation, in pixels: the width of the detail page's column. */
const SIDE_MAX = 960
/** Pixels that are decoded at a time. Each part decodes the frames before it again. */
const PART_PIXELS = 25_000_000
const CHANNELS = 4
/** Browsers show frames of at most 10 ms for 100 ms. */
const DELAY_MIN_MS = 10
const DELAY_MS = 100
/** Faster than efforts above by half, and larger by 2 %. */
const ENCODING = { quality: 75, effort: 2 } as const
const MOVING = new Set(['gif', 'webp'])

/** The canvases of an animation as RGBA, and how long each is shown. */
type Frames = {
  width: number
  height: number
  delaysMs: number[]
  canvases: () => AsyncGenerator<Buffer>
}

/** An animation has too many frames or pixels, takes too long, or has too many bytes once encoded. */
export class LongAnimationError extends Error {}

/**
 * Reads an upload (GIF, WebP, APNG) as an animation; null if it is a still picture.
 * @throws LongAnimationError before any frame is decoded; Error for a broken animation.
 */
export function readFrames(source: Uint8Array, metadata: Metadata): Frames | null {
  const frames =
    metadata.format === 'png' ? framesOfPng(source, metadata) : framesOf(source, metadata)
  if (!frames || frames.delaysMs.length < 2) return null
  const { width, height, delaysMs } = frames
  const count = delaysMs.length
  const isLong =
    count > ANIMATION_MAX_FRAMES ||
    width * height * count > ANIMATION_MAX_PIXELS ||
    delaysMs.reduce((sum, ms) => sum + ms, 0) > ANIMATION_MAX_MS
  if (isLong) throw new LongAnimationError()
  return frames
}

/**
 * Encodes an animation as an endless WebP, upright, cropped, in sRGB. Null if all frames are equal.
 * @param orientation of EXIF, as for the still picture.
 * @throws LongAnimationError if it is too large.
 */
export async function encodeAnimation(
  { width, height, delaysMs, canvases }: Frames,
  { crop, orientation = 1 }: { crop: Crop | undefined; orientation?: number | undefined },
): Promise<Buffer<ArrayBuffer> | null> {
  // All in one buffer: joined afterwards, they would take twice the memory.
  let joined = Buffer.alloc(0)
  let size = { width, height }
  let at = 0
  for await (const canvas of canvases()) {
    const raw = { width, height, channels: CHANNELS } as const
    const upright = await rotate(sharp(canvas, { raw }), orientation)
    const { data, info } = await (crop ? upright.extract(crop) : upright)
      .resize({ width: SIDE_MAX, height: SIDE_MAX, fit: 'inside', withoutEnlargement: true })
      .raw()
      .toBuffer({ resolveWithObject: true })
    if (at === 0) {
      size = info
      joined = Buffer.allocUnsafe(data.length * delaysMs.length)
    }
    at += data.copy(joined, at)
  }
  if (at === 0 || at !== joined.length) throw new Error('frames are missing')
  const raw = {
    width: size.width,
    height: size.height * delaysMs.length,
    channels: CHANNELS,
    pageHeight: size.height,
  } as const
  const bytes = await sharp(joined, { raw, limitInputPixels: false })
    .webp({ ...ENCODING, loop: 0, delay: delaysMs })
    .toBuffer()
  if (bytes.length > IMAGE_MAX_BYTES) throw new LongAnimationError()
  // The encoder joins equal frames.
  const { pages = 1 } = await sharp(bytes, options).metadata()
  return pages > 1 ? bytes : null
}

function framesOfPng(source: Uint8Array, metadata: Metadata): Frames | null {
  const read = readApng(source, ANIMATION_MAX_FRAMES)
  if (!read) return null
  const { width, height, frames } = read
  const decode = (png: Buffer) => rgba(sharp(png, options), metadata)
  return {
    width,
    height,
    delaysMs: frames.map(({ delayMs }) => delayOf(delayMs)),
    canvases: () => composeFrames(read, decode),
  }
}

function framesOf(source: Uint8Array, metadata: Metadata): Frames | null {
  const { format, width, height, pages = 1, delay = [] } = metadata
  if (!MOVING.has(format)) return null
  // `pages` is what the limit is about: a file may state fewer delays.
  const delaysMs = Array.from({ length: pages }, (_, at) => delayOf(delay[at] ?? 0))
  return { width, height, delaysMs, canvases: () => decodePages(source, metadata) }
}

async function* decodePages(source: Uint8Array, metadata: Metadata): AsyncGenerator<Buffer> {
  const { width, height, pages = 1 } = metadata
  const bytes = width * height * CHANNELS
  const atOnce = Math.max(1, Math.floor(PART_PIXELS / (width * height)))
  for (let page = 0; page < pages; page += atOnce) {
    const count = Math.min(atOnce, pages - page)
    const part = await rgba(sharp(source, { ...options, page, pages: count }), metadata)
    if (part.length !== bytes * count) throw new Error('frames of other sizes')
    for (let at = 0; at < count; at += 1) yield part.subarray(at * bytes, (at + 1) * bytes)
  }
}

const options = {
  limitInputPixels: IMAGE_MAX_PIXELS,
  failOn: 'error',
  sequentialRead: true,
} as const

const rgba = (picture: Sharp, metadata: Metadata) =>
  toSrgb(picture, metadata).ensureAlpha().raw().toBuffer()

const delayOf = (ms: number) => (ms > DELAY_MIN_MS ? Math.round(ms) : DELAY_MS)

/** libvips turns single pictures only: each frame is given the orientation of the file. */
async function rotate(frame: Sharp, orientation: number): Promise<Sharp> {
  if (orientation === 1) return frame
  const marked = frame.withMetadata({ orientation }).png({ compressionLevel: 0 })
  return sharp(await marked.toBuffer()).autoOrient()
}
