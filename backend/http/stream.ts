import { Readable } from 'node:stream'

/** A stream of Node as the body of an answer. */
export function toWeb(stream: Readable): ReadableStream<Uint8Array> {
  return Readable.toWeb(stream) as ReadableStream<Uint8Array>
}
