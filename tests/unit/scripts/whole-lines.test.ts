import { array, assert, asyncProperty, integer, string } from 'fast-check'
import { expect, it } from 'vitest'
import { wholeLines } from '#scripts/transfer/whole-lines.ts'

const LINE_FEED = 10
const lineArbitrary = string({ maxLength: 30 }).map((text) => text.replaceAll('\n', ' '))

/** `text` in chunks of the given lengths, which are repeated. */
async function* chunksOf(text: Buffer, lengths: number[]): AsyncGenerator<Buffer> {
  for (let at = 0, count = 0; at < text.length; count += 1) {
    const length = lengths[count % lengths.length] ?? 1
    yield text.subarray(at, at + length)
    at += length
  }
}

it('chunks are whole lines, of at most the size and one line, and together the text', () =>
  assert(
    asyncProperty(
      array(lineArbitrary, { maxLength: 40 }),
      array(integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 5 }),
      integer({ min: 1, max: 60 }),
      async (lines, lengths, size) => {
        const text = Buffer.from(lines.map((line) => `${line}\n`).join(''))
        const found: Uint8Array[] = []
        for await (const chunk of wholeLines(chunksOf(text, lengths), size)) found.push(chunk)
        expect(Buffer.concat(found)).toEqual(text)
        const longest = Math.max(0, ...lines.map((line) => Buffer.byteLength(line) + 1))
        for (const chunk of found) {
          expect(chunk.at(-1)).toBe(LINE_FEED)
          expect(chunk.byteLength).toBeLessThanOrEqual(size + longest)
        }
      },
    ),
  ))
