import { SEARCHED_WORD_MAX, SEARCHED_WORDS_MAX } from '#lib/contract/limits.ts'
import { fold } from './fold.ts'

/** A searchable part of a text: a word, or one or two characters of an unspaced script. */
export type Token = {
  /** Folded form (`fold`), at most `SEARCHED_WORD_MAX` characters. */
  term: string
  /** Other spellings of the same word, such as `ae` for `ä`. */
  alternatives: string[]
  /** Range in the text in UTF-16 units, the end exclusive. */
  start: number
  end: number
  /** Whether the word was longer than `SEARCHED_WORD_MAX`. */
  isCut: boolean
}
/** A word, or a run of characters of an unspaced script. */
type Run = { isUnspaced: boolean; letters: Letter[] }
type Letter = { folded: string; umlaut: string; start: number; end: number }

/** A character with its combining marks, including the voicing marks of half-width kana. */
const CLUSTER = /\P{M}[\p{M}\uff9e\uff9f]*/gu
/** Format characters, such as soft hyphens and direction marks. */
const FORMAT = /^\p{Cf}/u
const LETTER = /^[\p{L}\p{N}\u30fc]/u
const UNSPACED =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u30fc]/u
/** German transliteration of umlauts. */
const UMLAUTS: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue' }

/** The tokens that a text is indexed by: words; unigrams and bigrams of unspaced scripts. */
export function indexTokens(text: string): Token[] {
  return splitRuns(text).flatMap(({ isUnspaced, letters }) =>
    isUnspaced ? [...ngrams(letters, 1), ...ngrams(letters, 2)] : [toWord(letters)],
  )
}

/**
 * The distinct tokens of a query, the first `SEARCHED_WORDS_MAX` of them.
 * @returns `isCut` if tokens, or ends of long words, were left out.
 */
export function queryTokens(text: string): { tokens: Token[]; isCut: boolean } {
  const byTerm = new Map<string, Token>()
  for (const token of allTokens(text)) {
    if (byTerm.has(token.term)) continue
    if (byTerm.size === SEARCHED_WORDS_MAX) return { tokens: [...byTerm.values()], isCut: true }
    byTerm.set(token.term, token)
  }
  const tokens = [...byTerm.values()]
  return { tokens, isCut: tokens.some(({ isCut }) => isCut) }
}

/**
 * The tokens of a query in order, duplicates included: words; bigrams of unspaced scripts, or the
 * unigram of a single character.
 */
export function allTokens(text: string): Token[] {
  return splitRuns(text).flatMap(({ isUnspaced, letters }) =>
    isUnspaced ? ngrams(letters, Math.min(letters.length, 2)) : [toWord(letters)],
  )
}

/** Whether a term is an n-gram of an unspaced script rather than a word. */
export const isGram = (term: string) => UNSPACED.test(term)

function splitRuns(text: string): Run[] {
  const runs: Run[] = []
  let current: Run | undefined
  for (const { 0: cluster, index } of text.matchAll(CLUSTER)) {
    const letter = foldCluster(cluster)
    if (letter === null) continue
    if (letter === undefined) {
      current = undefined
      continue
    }
    const { isUnspaced, folded, umlaut } = letter
    if (!current || current.isUnspaced !== isUnspaced) {
      current = { isUnspaced, letters: [] }
      runs.push(current)
    }
    current.letters.push({ folded, umlaut, start: index, end: index + cluster.length })
  }
  return runs
}

/** Cache of folded clusters: folding takes a dozen steps, and characters repeat. */
const cache = new Map<string, ReturnType<typeof computeFolded>>()
const CACHE_MAX = 20_000
const CACHED_LENGTH_MAX = 8

/** `undefined` for a separator, `null` for a format character, which is ignored. */
function foldCluster(cluster: string) {
  const cached = cache.get(cluster)
  if (cached !== undefined || cache.has(cluster)) return cached
  // Bounded: hostile texts can contain any number of distinct clusters of any length.
  if (cache.size >= CACHE_MAX) cache.clear()
  const letter = computeFolded(cluster)
  if (cluster.length <= CACHED_LENGTH_MAX) cache.set(cluster, letter)
  return letter
}

function computeFolded(cluster: string) {
  if (FORMAT.test(cluster)) return null
  const folded = fold(cluster).replace(/[^\p{L}\p{N}\u30fc\u3099\u309a]+/gu, '')
  if (folded === '' || !LETTER.test(folded)) return undefined
  const umlaut = UMLAUTS[cluster.normalize('NFC').toLowerCase()] ?? folded
  return { isUnspaced: UNSPACED.test(folded), folded, umlaut }
}

function toWord(letters: Letter[]): Token {
  const term = letters.map(({ folded }) => folded).join('')
  const german = letters.map(({ umlaut }) => umlaut).join('')
  return {
    term: truncate(term),
    alternatives: german === term ? [] : [truncate(german)],
    start: letters[0]?.start ?? 0,
    end: letters.at(-1)?.end ?? 0,
    isCut: truncate(term) !== term,
  }
}

function ngrams(letters: Letter[], size: number): Token[] {
  return letters.slice(size - 1).map((last, at) => {
    const gram = letters.slice(at, at + size)
    return {
      term: truncate(gram.map(({ folded }) => folded).join('')),
      alternatives: [],
      start: gram[0]?.start ?? 0,
      end: last.end,
      isCut: false,
    }
  })
}

const truncate = (term: string) => [...term].slice(0, SEARCHED_WORD_MAX).join('')
