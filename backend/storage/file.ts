import { once } from 'node:events'
import { open, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { attempt, ObjectMissingError } from './error.ts'

/** First and last byte, both included and counted from 0. */
export type ByteRange = { start: number; end: number }

/**
 * Size and time of the last change of a file, or `null` if it does not exist.
 * @throws StorageError
 */
export async function statFile(file: string) {
  try {
    return await attempt(() => stat(file))
  } catch (error) {
    if (error instanceof ObjectMissingError) return null
    throw error
  }
}

/**
 * Reads a range of a file into memory.
 * @throws StorageError; ObjectMissingError if the file does not exist or ends within the range.
 */
export async function readRange(
  file: string,
  { start, end }: ByteRange,
): Promise<Buffer<ArrayBuffer>> {
  await using handle = await attempt(() => open(file, 'r'))
  const bytes = Buffer.alloc(end - start + 1)
  let size = 0
  while (size < bytes.length) {
    const position = start + size
    const { bytesRead } = await attempt(() =>
      handle.read(bytes, size, bytes.length - size, position),
    )
    if (bytesRead === 0) throw new ObjectMissingError(new Error('the file ends within the range'))
    size += bytesRead
  }
  return bytes
}

const CHUNK_BYTES = 1024 * 1024

/**
 * The bytes of a file in chunks, for code that handles its failures; for responses see `openRange`.
 * @throws StorageError
 */
export async function* readChunks(file: string): AsyncGenerator<Uint8Array> {
  await using handle = await attempt(() => open(file, 'r'))
  for (;;) {
    const { bytesRead, buffer } = await attempt(() =>
      handle.read({ buffer: Buffer.alloc(CHUNK_BYTES) }),
    )
    if (bytesRead === 0) return
    yield buffer.subarray(0, bytesRead)
  }
}

/** A range of at most so many bytes is read at once: no file stays open for a reader that never comes. */
const SMALL_BYTES = 64 * 1024

/**
 * Streams a range of a file. Resolves once the first bytes have been read, so that a file that cannot
 * be read fails before a response begins.
 * @throws StorageError; ObjectMissingError if the file does not exist.
 */
export async function openRange(file: string, range: ByteRange): Promise<Readable> {
  if (range.end - range.start < SMALL_BYTES) {
    return Readable.from([await readRange(file, range)], { objectMode: false })
  }
  const handle = await attempt(() => open(file, 'r'))
  const stream = handle.createReadStream(range)
  // A failure before the consumer attaches: iterating the stream throws it again.
  stream.on('error', () => undefined)
  await attempt(() => once(stream, 'readable'))
  return stream
}
