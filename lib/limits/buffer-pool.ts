/*
 * Imported first by processes that keep many small buffers. A buffer made of a text is a slice of a pool,
 * 64 kB by default, that stays in memory for as long as one of its slices: pages and answers took
 * twice the memory that their caches counted.
 */
Buffer.poolSize = 8 * 1024

/** A buffer with memory of its own: a slice keeps all that it is a slice of, for as long as a cache keeps the slice. */
export function withoutSpare(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}
