import type { IncomingHttpHeaders } from 'node:http'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy } from '@fastify/busboy'
import { BadRequest } from '#backend/http/errors.ts'

type Part = { fields: Map<string, string>; name: string; bytes: AsyncIterable<Uint8Array> }

/** So much of a refused file is still taken, so that its sender reads why; then it is cut off. */
const DRAINED_MAX_BYTES = 16 * 1024 * 1024

/**
 * Reads a multipart body (RFC 7578) as it comes: the fields, which stand before the file, then the
 * one file in the part `file`, whose bytes `take` uses as they arrive.
 * @throws BadRequest for another body; whatever `take` throws.
 */
export async function readMultipart<T>(
  body: ReadableStream<Uint8Array> | null,
  contentType: string,
  take: (part: Part) => Promise<T>,
): Promise<T> {
  if (!body) throw new BadRequest('body: empty')
  const headers: IncomingHttpHeaders & { 'content-type': string } = { 'content-type': contentType }
  const limits = { files: 1, fields: 10, fieldSize: 2000, fieldNameSize: 100, headerPairs: 20 }
  let parser: InstanceType<typeof Busboy>
  try {
    parser = new Busboy({ headers, limits })
  } catch {
    throw new BadRequest('body: not multipart')
  }
  const fields = new Map<string, string>()
  let work: Promise<T> | undefined
  parser.on('field', (name, value) => fields.set(name, value))
  parser.on('file', (field, bytes, name) => {
    if (field !== 'file' || work) return void bytes.resume()
    const chunks: AsyncIterable<Uint8Array> = bytes.iterator({ destroyOnReturn: false })
    work = Promise.resolve().then(() => take({ fields, name, bytes: chunks }))
    // The failure itself is told below.
    work.catch(() => drain(bytes, parser))
  })
  try {
    await pipeline(Readable.from(body), parser)
  } catch {
    // What the file was refused for says more than that the rest of it was not read.
    await work
    throw new BadRequest('body: cannot be read')
  }
  if (!work) throw new BadRequest('file: missing')
  return work
}

function drain(bytes: Readable, parser: Writable): void {
  let drained = 0
  bytes.on('data', (chunk: Uint8Array) => {
    drained += chunk.byteLength
    if (drained > DRAINED_MAX_BYTES) parser.destroy(new Error('cut off'))
  })
}
