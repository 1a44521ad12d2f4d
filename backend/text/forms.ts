import { simplify } from './han.ts'
import { romajiOf } from './kana.ts'
import { type Letter, type TextRun, splitRuns } from './runs.ts'
import { isKept, symbolNames } from './symbols.ts'
import { DERIVED, type Token, wordOf } from './tokens.ts'

/** Derived forms of one text. */
export const DERIVED_MAX = 60
/** Neighbouring words that are joined. */
const JOINED_MAX = 3
/** Parts of one word, such as `Night` and `Bus`. */
const PARTS_MAX = 6
/** Longest title that is found as a whole however its words are separated, in characters. */
const WHOLE_MAX = 80

/**
 * Forms of the words of a title or tag that it does not contain as words, each after `DERIVED`: neighbours as one word (“night
 * bus”, “night-bus” and “node.js” as `nightbus` and `nodejs`), the parts of a word (`NightBus`, `8bit`), pairs of characters
 * across a gap (ナイト・バス), and kana in Latin letters. At most `DERIVED_MAX`.
 */
export function derivedForms(text: string): Token[] {
  const runs = splitRuns(text)
  const derived = runs.flatMap((run, at) => {
    const next = runs[at + 1]
    if (run.isUnspaced) return [...acrossGap(run, next), ...inLatin(run)]
    return [...joinedFrom(runs, at), ...partsOf(run)]
  })
  return derived.slice(0, DERIVED_MAX).map((token) => ({
    ...token,
    term: DERIVED + token.term,
    alternatives: token.alternatives.map((form) => DERIVED + form),
  }))
}

/** The word that begins with a run, with its next neighbours. */
function joinedFrom(runs: TextRun[], at: number): Token[] {
  const joined: Token[] = []
  for (let count = 2; count <= JOINED_MAX; count += 1) {
    const words = runs.slice(at, at + count)
    if (words.length < count || words.some(({ isUnspaced }) => isUnspaced)) break
    const token = wordOf(words.flatMap(({ letters }) => letters))
    if (!token.isCut) joined.push(token)
  }
  return joined
}

/** The parts of a word that is written in camel case or with digits, and neighbouring parts as one word. */
function partsOf({ letters }: TextRun): Token[] {
  const starts = letters.flatMap((_, at) => (at === 0 || isBoundary(letters, at) ? [at] : []))
  if (starts.length < 2 || starts.length > PARTS_MAX) return []
  const parts = starts.map((start, at) => letters.slice(start, starts[at + 1]))
  const pairs =
    parts.length > 2 ? parts.slice(1).map((part, at) => [...(parts[at] ?? []), ...part]) : []
  return [...parts, ...pairs]
    .map(wordOf)
    .filter(({ term }) => [...term].length > 1 || isDigit(term))
}

const isDigit = (text: string) => /^\p{N}/u.test(text)

/** Between `t` and `B` of `NightBus`, `L` and `P` of `HTMLParser`, and between a digit and a letter. */
function isBoundary(letters: Letter[], at: number): boolean {
  const [before, letter, next] = [letters[at - 1], letters[at], letters[at + 1]]
  if (!before || !letter) return false
  if (isDigit(before.folded) || isDigit(letter.folded)) {
    return isDigit(before.folded) !== isDigit(letter.folded)
  }
  if (!letter.isUpper) return false
  return !before.isUpper || (next !== undefined && !next.isUpper && !isDigit(next.folded))
}

/** The pair of characters that a gap separates. */
function acrossGap({ letters }: TextRun, next: TextRun | undefined): Token[] {
  const [last, first] = [letters.at(-1), next?.letters[0]]
  if (!next?.isUnspaced || !last || !first) return []
  const term = last.folded + first.folded
  return [{ term, alternatives: [], start: last.start, end: first.end, isCut: false }]
}

/** Kana between other characters, in Latin letters. */
function inLatin({ letters }: TextRun): Token[] {
  const folded = letters.map((letter) => letter.folded).join('')
  // One character each: an index is that of a letter.
  if (folded.length !== letters.length) return []
  return [...folded.matchAll(/[\u3041-\u3096\u30fc]+/g)].flatMap(({ 0: kana, index }) => {
    const range = {
      start: letters[index]?.start ?? 0,
      end: letters[index + kana.length - 1]?.end ?? 0,
    }
    const [term, ...alternatives] = romajiOf(kana)
    return term === undefined ? [] : [{ term, alternatives, ...range, isCut: false }]
  })
}

/**
 * A title or term as one word: without separators, but with the symbols of names, in simplified characters; and in Latin letters
 * if it is written in kana. Empty if it is too long.
 */
export function wholeForms(text: string): string[] {
  const runs = splitRuns(text)
  const names = new Map(
    symbolNames(text, runs)
      .filter(isKept)
      .map((name) => [name.first, name]),
  )
  const words = runs.map(
    ({ letters }, at) => names.get(at)?.term ?? letters.map(({ folded }) => folded).join(''),
  )
  const whole = words.join('')
  if (whole === '' || [...whole].length > WHOLE_MAX) return []
  return [simplify(whole), ...romajiOf(whole)]
}
