/** Aspect ratio of pictures on cards. */
export const SHOWN_RATIO = 16 / 10
/** Relative deviation that is not visible. */
const TOLERANCE = 0.02

/** Whether cards would crop a picture. `false` for one that the browser cannot decode: the server rejects it. */
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
