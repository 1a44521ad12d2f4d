import { SEARCHED_WORD_MAX, SEARCHED_WORDS_MAX } from '#lib/contract/limits.ts'
import { hanVariants } from './han.ts'
import { romajiOf } from './kana.ts'
import { type Letter, type TextRun, splitRuns } from './runs.ts'
import { type SymbolName, symbolNames } from './symbols.ts'

/** A searchable part of a text: a word, a name with symbols, or one or two characters of an unspaced script. */
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

export type QueryToken = Token & {
  /** Further words that mean the same: in other characters or Latin letters, with a symbol; and its derived form (`DERIVED`). */
  similar: string[]
  /** The word as one with its neighbours. */
  joined: string[]
  /** The words of a name with symbols. */
  parts: string[]
  /** Whether these words mean something else alone (`SymbolName`). */
  isOther: boolean
}

/** Before forms of words that are derived from how a title or tag is written (`derivedForms`). */
export const DERIVED = '-'
/** Words of a query that are searched for as one word too: at most so many neighbours. */
const JOINED_MAX = 3
/** Symbols of names that a word without them may mean, if it is so short. */
const SYMBOL_NAMES: ((word: string) => string)[] = [
  (word) => `${word}++`,
  (word) => `${word}#`,
  (word) => `.${word}`,
]
const SHORT = /^\p{L}{1,3}$/u

/** The tokens that a text is indexed by: words and names with symbols; unigrams and bigrams of unspaced scripts. */
export function indexTokens(text: string): Token[] {
  const runs = splitRuns(text)
  const names = symbolNames(text, runs)
  const left = new Set(names.flatMap(({ isOther, first }) => (isOther ? [first] : [])))
  const words = runs.flatMap((run, at) => {
    if (left.has(at)) return []
    if (!run.isUnspaced) return [wordOf(run.letters)]
    return [...ngrams(run.letters, 1), ...ngrams(run.letters, 2)]
  })
  return [...words, ...names.map(toToken)]
}

/**
 * The distinct tokens of a query, the first `SEARCHED_WORDS_MAX` of them.
 * @returns `isCut` if tokens, or ends of long words, were left out.
 */
export function queryTokens(text: string): { tokens: QueryToken[]; isCut: boolean } {
  const byTerm = new Map<string, QueryToken>()
  let isCut = false
  for (const token of allTokens(text)) {
    if (byTerm.has(token.term)) continue
    if (byTerm.size === SEARCHED_WORDS_MAX) {
      isCut = true
      break
    }
    byTerm.set(token.term, token)
  }
  const tokens = [...byTerm.values()]
  return { tokens, isCut: isCut || tokens.some((token) => token.isCut) }
}

/**
 * The tokens of a query in order, duplicates included: words and names with symbols; bigrams of unspaced scripts, or the
 * unigram of a single character.
 */
export function allTokens(text: string): QueryToken[] {
  const runs = splitRuns(text)
  const names = new Map(symbolNames(text, runs).map((name) => [name.first, name]))
  const tokens: QueryToken[] = []
  /** The words since the last token that is none. */
  let words: QueryToken[] = []
  for (let at = 0; at < runs.length;) {
    const [run, name] = [runs[at], names.get(at)]
    const isWord = run !== undefined && !run.isUnspaced && !name
    if (!isWord) words = []
    if (name) tokens.push(nameToken(name, runs))
    else if (run?.isUnspaced) tokens.push(...gramTokens(run))
    else if (run) {
      const token = wordToken(run)
      tokens.push(token)
      words.push(token)
      joinLast(words)
    }
    at = (name?.last ?? at) + 1
  }
  return tokens
}

/** Adds the last words, written as one, to each of them: a document that has that word has them all. */
function joinLast(words: QueryToken[]) {
  for (let count = 2; count <= Math.min(JOINED_MAX, words.length); count += 1) {
    const last = words.slice(-count)
    const joined = last.map(({ term }) => term).join('')
    if ([...joined].length > SEARCHED_WORD_MAX) return
    for (const word of last) word.joined.push(joined)
  }
}

function wordToken(run: TextRun): QueryToken {
  const token = wordOf(run.letters)
  const named = SHORT.test(token.term) ? SYMBOL_NAMES.map((write) => write(token.term)) : []
  return {
    ...token,
    similar: [DERIVED + token.term, ...named],
    joined: [],
    parts: [],
    isOther: false,
  }
}

function gramTokens({ letters }: TextRun): QueryToken[] {
  const romaji = romajiOf(letters.map(({ folded }) => folded).join(''))
  return ngrams(letters, Math.min(letters.length, 2)).map((gram) => ({
    ...gram,
    similar: [DERIVED + gram.term, ...romaji, ...hanVariants(gram.term)],
    joined: [],
    parts: [],
    isOther: false,
  }))
}

function nameToken(name: SymbolName, runs: TextRun[]): QueryToken {
  const parts = runs
    .slice(name.first, name.last + 1)
    .flatMap(({ isUnspaced, letters }) =>
      isUnspaced ? ngrams(letters, Math.min(letters.length, 2)) : [wordOf(letters)],
    )
    .slice(0, SEARCHED_WORDS_MAX)
    .map(({ term }) => term)
  const joined = parts.length > 1 ? [parts.join('')] : []
  const similar = joined.map((word) => DERIVED + word)
  return { ...toToken(name), similar, joined, parts, isOther: name.isOther }
}

const toToken = ({ term, start, end }: SymbolName): Token => ({
  term: truncate(term),
  alternatives: [],
  start,
  end,
  isCut: truncate(term) !== term,
})

export function wordOf(letters: Letter[]): Token {
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
