/** Types whose pictures often move. PNG is left as it is: those are large, and hardly ever do. */
const MOVING = new Set(['image/gif', 'image/webp'])

/** The first frame of a picture that may move; other pictures, and what the browser cannot decode, as they are. */
export async function stillOf(file: File): Promise<Blob> {
  if (!MOVING.has(file.type)) return file
  try {
    const frame = await createImageBitmap(file)
    const canvas = new OffscreenCanvas(frame.width, frame.height)
    canvas.getContext('2d')?.drawImage(frame, 0, 0)
    frame.close()
    return await canvas.convertToBlob()
  } catch {
    return file
  }
}
