import type { Readable } from 'node:stream'

/**
 * A Node stream as a response body. `Readable.toWeb` throws outside of the request, and ends the process,
 * when the client disconnects during a transfer.
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
