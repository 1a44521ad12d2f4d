/** First bytes of every GIF (GIF87a, GIF89a). */
const GIF = 'GIF8'

/** Corrects the type of a GIF with another file name extension, which browsers derive the type from. */
export async function asPicture(file: File): Promise<File> {
  try {
    const isGif = (await file.slice(0, GIF.length).text()) === GIF
    return isGif ? new File([file], file.name, { type: 'image/gif' }) : file
  } catch {
    // The upload reports a file that cannot be read.
    return file
  }
}
