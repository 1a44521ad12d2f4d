import * as fc from 'fast-check'
import { zip } from '#demo/archive.ts'

/** False values for header fields. */
const lie = fc.constantFrom(0, 1, 0xff, 0xffff, 0x7fffffff, 0xffffffff, 0xfffffffe)
const content = fc.oneof(
  fc.integer({ min: 1, max: 200_000 }).map((size) => Buffer.alloc(size)),
  fc.constantFrom('<svg/>', '{"format":"iconpack"}', '').map((text) => Buffer.from(text)),
)
const path = fc.constantFrom('icons/a', 'icons/b-', 'manifest.json', 'x', 'icons/c/d')

/** A relative position in the archive, from 0 to 1. */
const share = fc.integer({ min: 0, max: 10_000 }).map((one) => one / 10_000)

/** Zip archives: intact, with false values at any position, or truncated. */
export const hostileArchives = fc
  .record({
    entries: fc.array(fc.record({ path, content }), { maxLength: 20 }),
    repeats: fc.integer({ min: 1, max: 30 }),
    lies: fc.oneof(fc.constant([]), fc.array(fc.tuple(share, lie), { maxLength: 4 })),
    /** Whether names are unique, as in most archives. */
    isNumbered: fc.oneof({ weight: 4, arbitrary: fc.constant(true) }, fc.constant(false)),
    cut: fc.option(share, { freq: 5 }),
  })
  .map(async ({ entries, repeats, isNumbered, lies, cut }) => {
    const many = Array.from({ length: repeats }, (_, turn) =>
      entries.map((entry, at) => ({
        ...entry,
        path: isNumbered && turn + at > 0 ? `${entry.path}${turn}-${at}.svg` : entry.path,
      })),
    ).flat()
    const bytes = await zip(many.slice(0, 200))
    for (const [place, value] of lies) {
      if (bytes.length > 4) bytes.writeUInt32LE(value, Math.floor(place * (bytes.length - 4)))
    }
    return cut === null ? bytes : bytes.subarray(0, Math.floor(cut * bytes.length))
  })
