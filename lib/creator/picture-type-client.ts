/** The bytes that every GIF begins with (GIF87a, GIF89a). */
const GIF = 'GIF8'

/** A file with the type that its bytes say, where its name says another: a GIF that is called PNG. */
export async function asPicture(file: File): Promise<File> {
  try {
    const isGif = (await file.slice(0, GIF.length).text()) === GIF
    return isGif ? new File([file], file.name, { type: 'image/gif' }) : file
  } catch {
    // It cannot be read: sending it says so.
    return file
  }
}
