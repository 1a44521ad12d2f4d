import sharp from 'sharp'

export type PictureFormat = 'png' | 'webp' | 'jpeg' | 'gif'
type Options = { width?: number; height?: number; format?: PictureFormat }

const made = new Map<string, Promise<Buffer>>()

/** A picture in a single colour. Each is made once, since most tests publish something with pictures. */
export async function createPicture({
  width = 640,
  height = 400,
  format = 'png',
}: Options = {}): Promise<Buffer> {
  const key = `${width} ${height} ${format}`
  const background = { r: 40, g: 120, b: 90 }
  const make = () =>
    sharp({ create: { width, height, channels: 3, background } })
      .toFormat(format)
      .toBuffer()
  const known = made.get(key) ?? make()
  made.set(key, known)
  // Tests may change the bytes.
  return Buffer.from(await known)
}
