/** Shorter words are not corrected: too many others are one letter away. */
export const CORRECTED_MIN = 5

/**
 * The word and what is left of it when any one letter is missing. Two words that differ by one
 * letter wrong, missing, doubled or swapped have one of these in common (symmetric deletion).
 */
export function spellings(word: string): string[] {
  const letters = [...word]
  return [...new Set([word, ...letters.map((_, at) => letters.toSpliced(at, 1).join(''))])]
}

/** Whether one letter wrong, missing, added or swapped with its neighbour makes `b` of `a`. */
export function isOneLetterOff(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [[...a], [...b]] : [[...b], [...a]]
  if (long.length - short.length > 1) return false
  let from = 0
  while (from < short.length && short[from] === long[from]) from += 1
  let same = 0
  while (same < short.length - from && short.at(-1 - same) === long.at(-1 - same)) same += 1
  const left = short.length - from - same
  if (long.length > short.length) return left === 0
  const isSwapped = left === 2 && short[from] === long[from + 1] && short[from + 1] === long[from]
  return left <= 1 || isSwapped
}
