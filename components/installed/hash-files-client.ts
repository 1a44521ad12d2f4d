/** Files of more bytes are not read: a browser holds a whole file to compute its hash. */
export const HASHED_MAX_BYTES = 512 * 1024 * 1024

/** The SHA-256 of a file in lower-case hexadecimal; `null` if it cannot be read, is too large, or the page is not a secure context. */
export async function hashFile(file: File): Promise<string | null> {
  if (file.size > HASHED_MAX_BYTES || !isSecureContext) return null
  try {
    const hash = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
    return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  } catch {
    return null
  }
}
