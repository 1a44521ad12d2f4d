import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { IMAGE_MAX_PIXELS } from '#lib/contract/limits.ts'
import type { Crop } from '#lib/contract/publish.ts'
import { HttpError } from '#backend/http/errors.ts'
import type { StoredFile } from '#backend/services/container/archive.ts'
import type { Storage } from '#backend/storage/storage.ts'

/** Pictures are kept at most this large, in pixels of their longer side. */
const SIDE_MAX = 2400
/** A picture has this long to be decoded and encoded, in seconds. */
const TIMEOUT_S = 15
/** So many are worked on at once; the others wait. */
const WORKERS = 2
const TAKEN = new Set(['png', 'jpeg', 'webp', 'avif', 'heif'])

export type Picture = { bytes: Buffer; width: number; height: number; placeholder: string }

let waiting: Promise<unknown>[] = []

/**
 * Makes a stored upload into a picture that is safe to show: PNG, JPEG, WebP or AVIF by its content,
 * at most 40 megapixels as its header says, upright, as WebP, without metadata and without whatever
 * else the file was; with `crop`, of that part of it alone.
 * @throws HttpError 400 (`bad_image`).
 */
export async function makePicture(
  storage: Storage,
  file: StoredFile,
  crop?: Crop,
): Promise<Picture> {
  while (waiting.length >= WORKERS) await Promise.race(waiting).catch(() => undefined)
  const work = encode(storage, file, crop)
  waiting.push(work)
  try {
    return await work
  } finally {
    waiting = waiting.filter((one) => one !== work)
  }
}

async function encode(
  storage: Storage,
  { key, size }: StoredFile,
  crop: Crop | undefined,
): Promise<Picture> {
  const source = await buffer(storage.read(key, { start: 0, end: size - 1 }))
  const options = { limitInputPixels: IMAGE_MAX_PIXELS, failOn: 'error' as const }
  try {
    const { format, width = 0, height = 0, compression } = await sharp(source, options).metadata()
    const isTaken = TAKEN.has(format ?? '') && (format !== 'heif' || compression === 'av1')
    if (!isTaken || width * height > IMAGE_MAX_PIXELS) throw bad()
    const upright = sharp(source, options).timeout({ seconds: TIMEOUT_S }).autoOrient()
    // Outside the picture sharp refuses to cut.
    const { data, info } = await (crop ? upright.extract(crop) : upright)
      .resize({ width: SIDE_MAX, height: SIDE_MAX, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 84, effort: 4 })
      .toBuffer({ resolveWithObject: true })
    const small = await sharp(data).resize(20).webp({ quality: 30, effort: 2 }).toBuffer()
    return {
      bytes: data,
      width: info.width,
      height: info.height,
      placeholder: `data:image/webp;base64,${small.toString('base64')}`,
    }
  } catch (error) {
    throw error instanceof HttpError ? error : bad()
  }
}

const bad = () =>
  new HttpError(
    400,
    'The picture must be PNG, JPEG, WebP or AVIF of at most 40 megapixels.',
    'bad_image',
  )
