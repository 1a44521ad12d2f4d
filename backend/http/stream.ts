import type { Readable } from 'node:stream'

/**
 * A stream of Node as the body of an answer. Not `Readable.toWeb`: when the reader goes away while
 * bytes are on their way, that throws outside of any request, which ends the process.
 */
export function toWeb(stream: Readable): ReadableStream<Uint8Array> {
  const chunks: AsyncIterator<Uint8Array> = stream[Symbol.asyncIterator]()
  return new ReadableStream(
    {
      async pull(controller) {
        const next = await chunks.next()
        if (next.done) controller.close()
        else controller.enqueue(next.value)
      },
      cancel() {
        stream.destroy()
      },
    },
    { highWaterMark: 0 },
  )
}
