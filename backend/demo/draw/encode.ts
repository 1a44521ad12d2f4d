import sharp from 'sharp'
import type { DemoImage } from '#backend/demo/types.ts'

/** A picture weighs at most this much, in bytes; the quality gives way first. */
const WEIGHT_MAX = 60_000
const QUALITIES = [82, 72, 60, 48]

/** Renders an SVG into a WebP picture with its tiny placeholder. */
export async function encode(svg: string, alt: string): Promise<DemoImage> {
  const { data, info } = await sharp(Buffer.from(svg))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const raw = { width: info.width, height: info.height, channels: info.channels }
  const small = await sharp(data, { raw }).resize(20).webp({ quality: 30, effort: 2 }).toBuffer()
  let bytes = Buffer.alloc(0)
  for (const quality of QUALITIES) {
    bytes = await sharp(data, { raw }).webp({ quality, effort: 3 }).toBuffer()
    if (bytes.length <= WEIGHT_MAX) break
  }
  return {
    bytes,
    width: info.width,
    height: info.height,
    alt,
    placeholder: `data:image/webp;base64,${small.toString('base64')}`,
  }
}
