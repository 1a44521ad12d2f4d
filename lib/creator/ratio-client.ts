/** Cards show pictures as 16:10 (docs of the look). */
export const SHOWN_RATIO = 16 / 10
/** Nearer than this nobody sees what is cut off. */
const TOLERANCE = 0.02

/** Whether cards would cut something off a picture; no where the browser cannot read it: the server says why. */
export async function isCutOff(file: File): Promise<boolean> {
  try {
    const picture = await createImageBitmap(file)
    const { width, height } = picture
    picture.close()
    return Math.abs(width / height / SHOWN_RATIO - 1) > TOLERANCE
  } catch {
    return false
  }
}
