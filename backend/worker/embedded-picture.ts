import type { EncodedPicture } from '#backend/services/drawing/pictures.ts'
import { PICTURE_PIXELS_MAX } from '#backend/services/drawing/limits.ts'
import { sharp, toSrgb } from './bounded-sharp.ts'

/** Longest sides that are tried until a picture is small enough: drawings are shown at 144 pixels and less. */
const SIDES = [512, 288, 144]
const BYTES_MAX = 128 * 1024
const FORMATS = new Set(['png', 'jpeg', 'webp', 'gif'])

/**
 * Writes a picture that is embedded in a drawing anew: its first frame, upright, in sRGB, without metadata, as JPEG
 * if it was one, or else as PNG. `null` for what is no PNG, JPEG, WebP or GIF, and for more than `PICTURE_PIXELS_MAX`.
 */
export async function encodePicture(bytes: Uint8Array): Promise<EncodedPicture | null> {
  try {
    const options = { limitInputPixels: PICTURE_PIXELS_MAX, failOn: 'error' } as const
    const picture = sharp(bytes, options)
    const metadata = await picture.metadata()
    const { format, autoOrient } = metadata
    if (!FORMATS.has(format)) return null
    const { width, height } = autoOrient
    for (const side of SIDES) {
      const scaled = toSrgb(picture.clone(), metadata)
        .autoOrient()
        .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      const encoded =
        format === 'jpeg' ? scaled.jpeg({ quality: 90 }) : scaled.png({ compressionLevel: 9 })
      const data = await encoded.toBuffer()
      if (data.length > BYTES_MAX) continue
      const type = format === 'jpeg' ? 'jpeg' : 'png'
      return { href: `data:image/${type};base64,${data.toString('base64')}`, width, height }
    }
    return null
  } catch {
    return null
  }
}
