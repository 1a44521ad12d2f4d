import sharp from 'sharp'

export type PictureFormat = 'png' | 'webp' | 'jpeg' | 'gif'
type Options = { width?: number; height?: number; format?: PictureFormat }

/** A picture in a single colour. */
export function createPicture({ width = 640, height = 400, format = 'png' }: Options = {}) {
  const background = { r: 40, g: 120, b: 90 }
  return sharp({ create: { width, height, channels: 3, background } })
    .toFormat(format)
    .toBuffer()
}
