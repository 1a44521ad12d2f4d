import { SEARCHED_WORD_MAX, SEARCHED_WORDS_MAX } from '#lib/contract/limits.ts'
import { fold } from './fold.ts'

/**
 * A piece of a text that can be looked for: its folded form, other ways to write the same, and where
 * it stands in the text (UTF-16 units, the end not included).
 */
export type Token = {
  term: string
  others: string[]
  start: number
  end: number
  /** It had more than `SEARCHED_WORD_MAX` characters. */
  isCut: boolean
}
/** Tokens that belong together: one word, or the characters of a script that is written unspaced. */
type Run = { isUnspaced: boolean; letters: Letter[] }
type Letter = { folded: string; umlaut: string; start: number; end: number }

/** A character with its marks; half-width kana have marks of their own. */
const CLUSTER = /\P{M}[\p{M}\uff9e\uff9f]*/gu
/** Marks that only say how to write what is around them, such as soft hyphens and directions. */
const CONTROL = /^\p{Cf}/u
const LETTER = /^[\p{L}\p{N}\u30fc]/u
const UNSPACED =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u30fc]/u
/** How German is written where umlauts cannot be typed. */
const UMLAUTS: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue' }

/** What a text is found by: words, and of unspaced scripts each character and each pair. */
export function indexTokens(text: string): Token[] {
  return runs(text).flatMap(({ isUnspaced, letters }) =>
    isUnspaced ? [...grams(letters, 1), ...grams(letters, 2)] : [word(letters)],
  )
}

/**
 * What a term asks for: words, and of unspaced scripts each pair or the one character. Each counts
 * once; what comes after the first `SEARCHED_WORDS_MAX` is left out.
 * @returns also whether words, or the end of one, were left out.
 */
export function queryTokens(text: string): { tokens: Token[]; isCut: boolean } {
  const tokens = new Map<string, Token>()
  for (const token of allTokens(text)) {
    if (tokens.has(token.term)) continue
    if (tokens.size === SEARCHED_WORDS_MAX) return { tokens: [...tokens.values()], isCut: true }
    tokens.set(token.term, token)
  }
  const kept = [...tokens.values()]
  return { tokens: kept, isCut: kept.some(({ isCut }) => isCut) }
}

/** Every token of a term in its order, repetitions too. */
export function allTokens(text: string): Token[] {
  return runs(text).flatMap(({ isUnspaced, letters }) =>
    isUnspaced ? grams(letters, Math.min(letters.length, 2)) : [word(letters)],
  )
}

/** Whether a term is of a script that is written unspaced, where a part is as good as a whole. */
export const isGram = (term: string) => UNSPACED.test(term)

function runs(text: string): Run[] {
  const found: Run[] = []
  let open: Run | undefined
  for (const { 0: cluster, index } of text.matchAll(CLUSTER)) {
    const letter = letterOf(cluster)
    if (letter === null) continue
    if (letter === undefined) {
      open = undefined
      continue
    }
    const { isUnspaced, folded, umlaut } = letter
    if (!open || open.isUnspaced !== isUnspaced) found.push((open = { isUnspaced, letters: [] }))
    open.letters.push({ folded, umlaut, start: index, end: index + cluster.length })
  }
  return found
}

/** Characters repeat, and working one out takes a dozen steps. */
const known = new Map<string, ReturnType<typeof workOut>>()
const KNOWN_MAX = 20_000

/** `undefined` for what separates words, `null` for what is not seen at all. */
function letterOf(cluster: string) {
  const before = known.get(cluster)
  if (before !== undefined || known.has(cluster)) return before
  // Hostile texts may hold any number of different ones, of any length.
  if (known.size >= KNOWN_MAX) known.clear()
  const letter = workOut(cluster)
  if (cluster.length <= 8) known.set(cluster, letter)
  return letter
}

function workOut(cluster: string) {
  if (CONTROL.test(cluster)) return null
  const folded = fold(cluster).replace(/[^\p{L}\p{N}\u30fc\u3099\u309a]+/gu, '')
  if (folded === '' || !LETTER.test(folded)) return undefined
  const umlaut = UMLAUTS[cluster.normalize('NFC').toLowerCase()] ?? folded
  return { isUnspaced: UNSPACED.test(folded), folded, umlaut }
}

function word(letters: Letter[]): Token {
  const term = letters.map(({ folded }) => folded).join('')
  const german = letters.map(({ umlaut }) => umlaut).join('')
  return {
    term: cut(term),
    others: german === term ? [] : [cut(german)],
    start: letters[0]?.start ?? 0,
    end: letters.at(-1)?.end ?? 0,
    isCut: cut(term) !== term,
  }
}

function grams(letters: Letter[], size: number): Token[] {
  return letters.slice(size - 1).map((last, at) => ({
    term: cut(
      letters
        .slice(at, at + size)
        .map(({ folded }) => folded)
        .join(''),
    ),
    others: [],
    start: letters[at]?.start ?? 0,
    end: last.end,
    isCut: false,
  }))
}

const cut = (term: string) => [...term].slice(0, SEARCHED_WORD_MAX).join('')
