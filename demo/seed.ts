/**
 * A stream of numbers in [0, 1) that depends on `text` alone (FNV-1a into mulberry32), so that the
 * demo catalogue is the same on every machine and on every run.
 */
export function seeded(text: string): () => number {
  let state = 2_166_136_261
  for (const byte of new TextEncoder().encode(text))
    state = Math.imul(state ^ byte, 16_777_619) >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** One of `list`, by the next number of `random`. */
export function pick<T>(list: readonly [T, ...T[]], random: () => number): T {
  return list[Math.floor(random() * list.length)] ?? list[0]
}
