import 'server-only'
import sharp from 'sharp'
import { readFile } from '#lib/api/file.ts'
import { API_BASE } from '#lib/contract/limits.ts'
import type { Pictures } from './draw.ts'

/** What a picture of the catalogue may weigh; uploads stay far below. */
const PICTURE_MAX_BYTES = 16 * 1024 * 1024
/** More pixels than any stored cover has (2400 × 2400): a small file may unpack to gigabytes. */
const PIXELS_MAX = 12_000_000

sharp.cache(false)
sharp.concurrency(1)

type Size = { width: number; height: number }

/**
 * The catalogue's pictures at these addresses, cut to `size` in pixels, each under its address.
 * Those that are no picture, or of another site, are left out.
 * @throws ApiError when the backend cannot give one: a card without it would be kept.
 */
export async function readPictures(urls: string[], size: Size): Promise<Pictures> {
  const wanted = [...new Set(urls)].filter((url) => url.startsWith(`${API_BASE}/`))
  const pictures = await Promise.all(wanted.map((url) => readPicture(url, size)))
  return pictures.flatMap((picture) => picture ?? [])
}

async function readPicture(src: string, { width, height }: Size) {
  const bytes = await readFile(src, PICTURE_MAX_BYTES)
  if (!bytes) return null
  try {
    const data = await sharp(bytes, { limitInputPixels: PIXELS_MAX })
      .resize(width, height, { fit: 'cover' })
      .png({ compressionLevel: 1 })
      .toBuffer()
    return { src, data }
  } catch {
    return null
  }
}
