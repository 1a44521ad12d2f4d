/** The source has more bytes than the limit. */
export class TooLargeError extends Error {
  constructor(maxBytes: number) {
    super(`more than ${maxBytes} bytes`)
    this.name = 'TooLargeError'
  }
}

/**
 * Passes chunks on while they add up to at most `maxBytes`.
 * @throws TooLargeError past the limit; the source is closed.
 */
export async function* boundChunks(
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const chunk of source) {
    size += chunk.byteLength
    if (size > maxBytes) throw new TooLargeError(maxBytes)
    yield chunk
  }
}

/**
 * Reads a body of at most `maxBytes`, decompressed.
 * @throws TooLargeError past the limit; the connection is closed.
 */
export async function readBytes(
  { body }: Response | Request,
  maxBytes: number,
): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  for await (const chunk of boundChunks(body ?? [], maxBytes)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/**
 * Reads a body of at most `maxBytes`, decompressed, as UTF-8.
 * @throws TooLargeError past the limit; the connection is closed.
 */
export async function readBounded(body: Response | Request, maxBytes: number): Promise<string> {
  return (await readBytes(body, maxBytes)).toString('utf8')
}
