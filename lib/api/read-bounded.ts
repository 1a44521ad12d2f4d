/** A body went past the limit; what had come by then was thrown away. */
export class TooLargeError extends Error {
  constructor(limit: number) {
    super(`more than ${limit} bytes`)
    this.name = 'TooLargeError'
  }
}

/**
 * Reads a body and never holds more than `limit` bytes of it.
 * @throws TooLargeError past the limit; the connection is given up.
 */
export async function readBytes(
  body: Response | Request,
  limit: number,
): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body.body ?? []) {
    size += chunk.byteLength
    if (size > limit) throw new TooLargeError(limit)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/**
 * Reads a body as UTF-8 and never holds more than `limit` bytes of it.
 * @throws TooLargeError past the limit; the connection is given up.
 */
export async function readBounded(body: Response | Request, limit: number): Promise<string> {
  return (await readBytes(body, limit)).toString('utf8')
}
