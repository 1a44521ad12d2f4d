import type { IncomingHttpHeaders } from 'node:http'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy } from '@fastify/busboy'
import { InvalidInputError } from '#backend/errors.ts'

type FilePart = { fields: Map<string, string>; name: string; bytes: AsyncIterable<Uint8Array> }

/**
 * After a file is rejected, this many bytes of it are still read and discarded, so that the client
 * receives the response. A longer upload is cut off.
 */
const DISCARDED_MAX_BYTES = 16 * 1024 * 1024

/**
 * Streams a multipart body (RFC 7578): text fields first, then one file in the part `file`.
 * @param handleFile consumes the bytes of the file as they arrive.
 * @throws InvalidInputError for any other body; errors of `handleFile`.
 */
export async function readMultipart<T>(
  body: ReadableStream<Uint8Array> | null,
  contentType: string,
  handleFile: (part: FilePart) => Promise<T>,
): Promise<T> {
  if (!body) throw new InvalidInputError('body: empty')
  const headers: IncomingHttpHeaders & { 'content-type': string } = { 'content-type': contentType }
  const limits = { files: 1, fields: 10, fieldSize: 2000, fieldNameSize: 100, headerPairs: 20 }
  let parser: InstanceType<typeof Busboy>
  try {
    parser = new Busboy({ headers, limits })
  } catch {
    throw new InvalidInputError('body: not multipart')
  }
  const fields = new Map<string, string>()
  let result: Promise<T> | undefined
  let file: Readable | undefined
  parser.on('field', (name, value) => fields.set(name, value))
  parser.on('file', (field, bytes, name) => {
    if (field !== 'file' || result) return void bytes.resume()
    file = bytes
    // Its reader throws it.
    bytes.on('error', () => undefined)
    const chunks: AsyncIterable<Uint8Array> = bytes.iterator({ destroyOnReturn: false })
    result = Promise.resolve().then(() => handleFile({ fields, name, bytes: chunks }))
    // The error itself is rethrown below.
    result.catch(() => discard(bytes, parser))
  })
  try {
    await pipeline(Readable.from(body), parser)
  } catch {
    // The parser leaves the file open, whose reader would wait for ever.
    file?.destroy(new InvalidInputError('body: cannot be read'))
    // An error of `handleFile` explains more than the cut-off body that it caused.
    await result
    throw new InvalidInputError('body: cannot be read')
  }
  if (!result) throw new InvalidInputError('file: missing')
  return result
}

function discard(bytes: Readable, parser: Writable): void {
  let size = 0
  bytes.on('data', (chunk: Uint8Array) => {
    size += chunk.byteLength
    if (size > DISCARDED_MAX_BYTES) parser.destroy(new Error('discarded too much'))
  })
}
