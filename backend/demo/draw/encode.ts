import sharp from 'sharp'
import type { DemoImage } from '#backend/demo/types.ts'

/** Renders an SVG into a WebP picture with its tiny placeholder. */
export async function encode(svg: string, alt: string): Promise<DemoImage> {
  const { data, info } = await sharp(Buffer.from(svg))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const raw = { width: info.width, height: info.height, channels: info.channels }
  const bytes = await sharp(data, { raw }).webp({ quality: 82, effort: 2 }).toBuffer()
  const small = await sharp(data, { raw }).resize(20).webp({ quality: 30, effort: 2 }).toBuffer()
  return {
    bytes,
    width: info.width,
    height: info.height,
    alt,
    placeholder: `data:image/webp;base64,${small.toString('base64')}`,
  }
}
