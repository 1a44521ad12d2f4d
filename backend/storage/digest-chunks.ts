import type { Hash } from 'node:crypto'

/** Passes chunks on while it computes their hash and size. @throws the reason of `signal` when it aborts. */
export async function* digestChunks(
  chunks: AsyncIterable<Uint8Array>,
  digest: { hash: Hash; size: number },
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    signal?.throwIfAborted()
    digest.hash.update(chunk)
    digest.size += chunk.byteLength
    yield chunk
  }
}
