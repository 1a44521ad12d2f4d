/** Minimum length of a corrected word: shorter ones have too many words one letter away. */
export const CORRECTED_MIN = 5

/**
 * The word and its variants with one letter deleted. Two words that differ by one wrong, missing, extra
 * or transposed letter share at least one of them (symmetric deletion).
 */
export function spellings(word: string): string[] {
  const letters = [...word]
  return [...new Set([word, ...letters.map((_, at) => letters.toSpliced(at, 1).join(''))])]
}

/** Whether `a` and `b` differ by one wrong, missing, extra or transposed letter, or not at all. */
export function isOneLetterOff(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [[...a], [...b]] : [[...b], [...a]]
  if (long.length - short.length > 1) return false
  let prefix = 0
  while (prefix < short.length && short[prefix] === long[prefix]) prefix += 1
  let suffix = 0
  while (suffix < short.length - prefix && short.at(-1 - suffix) === long.at(-1 - suffix)) {
    suffix += 1
  }
  const differing = short.length - prefix - suffix
  if (long.length > short.length) return differing === 0
  const isTransposed =
    differing === 2 && short[prefix] === long[prefix + 1] && short[prefix + 1] === long[prefix]
  return differing <= 1 || isTransposed
}

/** Letters that may be wrong or missing in a short word. */
const ALPHABET = [...'abcdefghijklmnopqrstuvwxyz']
/** Shortest word that a short one is corrected to. */
const SHORTEST = 3

/**
 * Every word of at least three letters that differs from a short one by one wrong, missing, extra or transposed letter after
 * the first one. Some 250 for five letters: words that short are not indexed by their `spellings`.
 */
export function shortSpellings(word: string): string[] {
  const letters = [...word]
  const places = letters.map((_, at) => at).slice(1)
  const ends = [...places, letters.length]
  const edited = [
    ...places.map((at) => letters.toSpliced(at, 1)),
    ...places
      .slice(1)
      .map((at) => letters.with(at, letters[at - 1] ?? '').with(at - 1, letters[at] ?? '')),
    ...places.flatMap((at) => ALPHABET.map((letter) => letters.with(at, letter))),
    ...ends.flatMap((at) => ALPHABET.map((letter) => letters.toSpliced(at, 0, letter))),
  ]
  const words = new Set(
    edited.filter(({ length }) => length >= SHORTEST).map((some) => some.join('')),
  )
  words.delete(word)
  return [...words]
}
