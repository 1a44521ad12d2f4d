/**
 * Bytes that are taken in parts. When their source fails, or `stop` is called, the part ends and is whole: what has arrived is kept.
 */
export function createPartSource(bytes: AsyncIterable<Uint8Array>) {
  const iterator = bytes[Symbol.asyncIterator]()
  let next: Uint8Array | null = null
  let isEnded = false
  let failure: { error: unknown } | null = null
  const stopped = Promise.withResolvers<'stopped'>()

  /** @returns whether there are bytes; waits for some. */
  async function hasMore(): Promise<boolean> {
    while (next === null && !isEnded) {
      try {
        const read = iterator.next()
        read.catch(() => undefined)
        const result = await Promise.race([read, stopped.promise])
        if (result === 'stopped') fail(new Error('stopped'))
        else if (result.done) isEnded = true
        else if (result.value.byteLength > 0) next = result.value
      } catch (error) {
        fail(error)
      }
    }
    return next !== null
  }

  function fail(error: unknown) {
    failure = { error }
    isEnded = true
  }

  return {
    hasMore,
    /** The next bytes, at most `maxBytes`. */
    async *part(maxBytes: number): AsyncGenerator<Uint8Array> {
      let room = maxBytes
      while (room > 0 && (await hasMore()) && next !== null) {
        const taken: Uint8Array = next.subarray(0, room)
        next = next.byteLength > room ? next.subarray(room) : null
        room -= taken.byteLength
        yield taken
      }
    },
    /** Ends the bytes as a failure of their source does. */
    stop: () => stopped.resolve('stopped'),
    /** Reads and drops up to `maxBytes`, so that the client gets an answer instead of a closed connection. */
    async discard(maxBytes: number): Promise<void> {
      let left = maxBytes
      while (left > 0 && (await hasMore()) && next !== null) {
        left -= next.byteLength
        next = null
      }
    },
    /** Why the bytes ended early. */
    failure: () => failure,
  }
}
