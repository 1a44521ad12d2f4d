import { Readable } from 'node:stream'
import { toWeb } from './stream.ts'

/* JSON that is written while its data are read: the answers of calls whose length has no bound. */

/** Bytes that are sent at once, at least. */
const PIECE_BYTES = 64 * 1024

const isRead = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value

/** The parts of `JSON.stringify(data)`; of lists an item each. */
async function* writeObject(data: object): AsyncGenerator<string> {
  let before = '{'
  for (const [name, value] of Object.entries(data)) {
    if (value === undefined) continue
    yield `${before}${JSON.stringify(name)}:`
    before = ','
    yield* isRead(value) ? writeList(value) : [JSON.stringify(value)]
  }
  yield before === '{' ? '{}' : '}'
}

async function* writeList(items: AsyncIterable<unknown>): AsyncGenerator<string> {
  let before = '['
  for await (const item of items) {
    yield `${before}${JSON.stringify(item)}`
    before = ','
  }
  yield before === '[' ? '[]' : ']'
}

type Around = {
  before: string
  after: string
  onError: (error: Error) => void
  onEnd: () => void
}

/**
 * The bytes of an object between two texts, as a body. It reads on when they were sent, and ends reading when the client leaves. An error
 * while reading breaks the body off, so that no client takes it for whole.
 */
export function streamObject(
  data: object,
  { before, after, onError, onEnd }: Around,
): ReadableStream<Uint8Array> {
  async function* pieces() {
    let piece = before
    for await (const part of writeObject(data)) {
      piece += part
      if (piece.length < PIECE_BYTES) continue
      yield Buffer.from(piece)
      piece = ''
    }
    yield Buffer.from(piece + after)
  }
  const stream = Readable.from(pieces(), { highWaterMark: 1 })
  return toWeb(stream.once('error', onError).once('close', onEnd))
}
