import 'server-only'
import sharp from 'sharp'
import { readFile } from '#lib/api/file.ts'
import { API_BASE } from '#lib/contract/limits.ts'
import type { CardPictures } from './draw.ts'

/** Limit of a picture's size; uploads stay far below. */
const PICTURE_MAX_BYTES = 16 * 1024 * 1024
/**
 * Limit of pixels, above any stored cover (2400 × 2400): a small file may decompress to gigabytes.
 */
const PIXELS_MAX = 12_000_000

sharp.cache(false)
sharp.concurrency(1)

type Size = { width: number; height: number }

/**
 * The catalogue's pictures at these addresses, cropped to `size` in pixels, by address. Skips
 * invalid pictures and those of other sites.
 * @throws ApiError if the backend fails: a card without the picture would be cached.
 */
export async function readPictures(urls: string[], size: Size): Promise<CardPictures> {
  const sources = [...new Set(urls)].filter((url) => url.startsWith(`${API_BASE}/`))
  const pictures = await Promise.all(sources.map((url) => readPicture(url, size)))
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
