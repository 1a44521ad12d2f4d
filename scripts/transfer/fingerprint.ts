import { hash } from 'node:crypto'

/** Number of rows of a table, and a sum of their hashes that does not depend on their order. */
export type Fingerprint = { rows: number; sum: string }

const LINE_FEED = 10
const LANES = 8

/**
 * Computes the fingerprint of a table from chunks of whole lines of COPY text. The order of rows is no part of it: a
 * loaded table may be read in another one. SHA-256 of each line, added by 32-bit words.
 */
export function createFingerprint() {
  const sums = new Uint32Array(LANES)
  let rows = 0
  return {
    add(chunk: Uint8Array) {
      const text = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
      let start = 0
      for (let end = text.indexOf(LINE_FEED); end !== -1; end = text.indexOf(LINE_FEED, start)) {
        const digest = hash('sha256', text.subarray(start, end), 'buffer')
        for (let lane = 0; lane < LANES; lane += 1) {
          sums[lane] = (sums[lane] ?? 0) + digest.readUInt32LE(lane * 4)
        }
        rows += 1
        start = end + 1
      }
    },
    result: (): Fingerprint => ({ rows, sum: Buffer.from(sums.buffer).toString('hex') }),
  }
}

export const isSame = (one: Fingerprint, other: Fingerprint) =>
  one.rows === other.rows && one.sum === other.sum

/** Passes chunks on and adds them to a fingerprint. */
export async function* fingerprinted(
  chunks: AsyncIterable<Uint8Array>,
  fingerprint: ReturnType<typeof createFingerprint>,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    fingerprint.add(chunk)
    yield chunk
  }
}
