/** Longest word that may be two written as one, in characters. */
const SPLIT_MAX = 24

/** The pairs of words that a word may be joined from: each of two letters at least, or a number. */
export function splitsOf(word: string): [string, string][] {
  const letters = [...word]
  if (letters.length < 3 || letters.length > SPLIT_MAX || !/^[\p{L}\p{N}]+$/u.test(word)) return []
  return letters
    .slice(1)
    .map((_, at): [string, string] => [
      letters.slice(0, at + 1).join(''),
      letters.slice(at + 1).join(''),
    ])
    .filter((pair) => pair.every((part) => /^(?:\p{N}+|[\p{L}\p{N}]{2,})$/u.test(part)))
}
