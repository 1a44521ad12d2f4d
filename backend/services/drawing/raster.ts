/** First bytes of a PNG. */
export const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** Those of PNG, JPEG, GIF (GIF87a, GIF89a) and WebP, whose bytes 4 to 7 are its length. */
const SIGNATURES = [PNG_SIGNATURE, Buffer.from([0xff, 0xd8, 0xff]), Buffer.from('GIF8')]
const WEBP = /^RIFF.{4}WEBP/s
const WEBP_BYTES = 12

/** Whether bytes begin like a raster icon; the extension does not decide. */
export const isRaster = (bytes: Uint8Array) =>
  SIGNATURES.some((signature) => signature.equals(bytes.subarray(0, signature.length))) ||
  WEBP.test(Buffer.from(bytes.subarray(0, WEBP_BYTES)).toString('latin1'))
