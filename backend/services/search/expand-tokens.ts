import { sql } from 'drizzle-orm'
import type { Database } from '#backend/db/connect.ts'
import { searchWords } from '#backend/db/tables.ts'
import { hasFormerDocuments } from '#backend/services/search-index/index-again.ts'
import { isGram } from '#backend/text/runs.ts'
import { CORRECTED_MIN, isOneLetterOff, spellings } from '#backend/text/spelling.ts'
import { splitsOf } from '#backend/text/splits.ts'
import { DERIVED, type QueryToken } from '#backend/text/tokens.ts'
import { withDerived } from './derived.ts'
import { documentsOf, type ExpandedToken, isUnknown } from './expanded-token.ts'
import { type Inflections, INFLECTIONS_MAX, readInflections } from './inflections.ts'
import { isShort, readShortCorrections } from './short-words.ts'
import { CORRECTIONS_MAX, parseEntries, type VocabularyEntry } from './vocabulary-entry.ts'

/** Minimum length of a prefix that is completed. */
const PREFIX_MIN = 2
const COMPLETIONS_MAX = 16
/** Tokens that are corrected: each looks up every spelling with one letter deleted. */
export const CORRECTED_TOKENS_MAX = 3
/** Tokens that are taken for two words written as one. */
const SPLIT_TOKENS_MAX = 3
/** Pairs of words that one token may be joined from: those that are in most documents. */
const SPLITS_MAX = 2
/** Words of a query that are looked up in the vocabulary, with all that they may mean; the last ones are left out. */
export const LOOKED_UP_MAX = 240

/**
 * Looks up the tokens of a query in the vocabulary of the catalogue, without corrections.
 */
export async function lookUpTokens(db: Database, tokens: QueryToken[]): Promise<ExpandedToken[]> {
  return tokens.length === 0 ? [] : withDerived(db, await lookUp(db, tokens))
}

/**
 * Adds the words that tokens may be misspelt for. Words that the catalogue has are taken as meant: “weather” is no typo of
 * “feather”.
 * @param isUnmatched for a query without matches: corrects common and short words too, and splits words.
 */
export async function correctTokens(
  db: Database,
  tokens: ExpandedToken[],
  { isUnmatched = false } = {},
): Promise<ExpandedToken[]> {
  const doubtful = tokens
    .filter((item) => isUnmatched || isUnknown(item))
    .filter(({ token }) => isCorrectable(token.term, isUnmatched))
    .toSorted((a, b) => documentsOf(a) - documentsOf(b))
    .slice(0, CORRECTED_TOKENS_MAX)
    .map(({ token }) => token.term)
  const [corrections, short] = await Promise.all([
    readCorrections(db, doubtful),
    isUnmatched ? readShortCorrections(db, doubtful.filter(isShort)) : null,
  ])
  return tokens.map((item) => {
    const { term } = item.token
    return {
      ...item,
      phrases: isUnmatched ? [...item.phrases, ...item.splits] : item.phrases,
      corrections: [...(corrections.get(term) ?? []), ...(short?.get(term) ?? [])],
    }
  })
}

type Pairs = ReadonlyMap<QueryToken, [string, string][]>

async function lookUp(db: Database, tokens: QueryToken[]): Promise<ExpandedToken[]> {
  const last = tokens.at(-1)
  const pairs: Pairs = new Map(
    tokens
      .map((token) => [token, splitsOf(token.term)] as const)
      .filter(([, all]) => all.length > 0)
      .slice(0, SPLIT_TOKENS_MAX),
  )
  const [entries, completions, inflections, isMixed] = await Promise.all([
    readEntries(db, wordsOf(tokens, pairs)),
    readCompletions(db, last),
    readInflections(db, tokens),
    tokens.some(({ isOther }) => isOther) && hasFormerDocuments(db),
  ])
  const known = (words: string[]) => words.flatMap((word) => entries.get(word) ?? [])
  const phraseOf = (words: string[]) => {
    const found = known(words)
    return found.length === words.length ? [found] : []
  }
  return tokens.map((token) => {
    const exact = [token.term, ...token.alternatives].map(
      (word) => entries.get(word) ?? { word, documents: 0, titles: 0 },
    )
    const begun = token === last ? completions : []
    const splits = (pairs.get(token) ?? [])
      .flatMap(phraseOf)
      .toSorted((a, b) => rarestOf(b) - rarestOf(a))
      .slice(0, SPLITS_MAX)
    // A name that means something else without its symbols stands for its words only where it may be indexed without them.
    const isWhole = token.isOther && !isMixed && documentsOf({ exact }) > 0
    return {
      token,
      exact,
      alike: known([...token.joined, ...token.similar]),
      inflections: formsOf(token, { exact, begun, inflections }),
      completions: begun,
      phrases: token.parts.length > 0 && !isWhole ? phraseOf(token.parts) : [],
      splits,
      corrections: [],
    }
  })
}

function wordsOf(tokens: QueryToken[], pairs: Pairs): string[] {
  const words = [
    ...tokens.flatMap(({ term, alternatives }) => [term, ...alternatives]),
    ...tokens.flatMap(({ joined, similar, parts }) => [...joined, ...similar, ...parts]),
    ...[...pairs.values()].flat(2),
  ]
  const distinct = new Set(words.filter((word) => !word.startsWith(DERIVED)))
  return [...distinct].slice(0, LOOKED_UP_MAX)
}

type Known = { exact: VocabularyEntry[]; begun: VocabularyEntry[]; inflections: Inflections }

/** Other forms of a token; of the beginning of words, which is no word itself, only those that continue it. */
function formsOf({ term, joined }: QueryToken, { exact, begun, inflections }: Known) {
  const isPart = documentsOf({ exact }) === 0 && begun.length > 0
  return [term, ...joined]
    .flatMap((word) => inflections.get(word) ?? [])
    .filter(({ word }) => !isPart || word.startsWith(term))
    .slice(0, INFLECTIONS_MAX)
}

/** The documents of the rarest word of a phrase: no more documents have all of it. */
const rarestOf = (phrase: VocabularyEntry[]) =>
  Math.min(...phrase.map(({ documents }) => documents))

async function readEntries(db: Database, words: string[]): Promise<Map<string, VocabularyEntry>> {
  const { rows } = await db.execute(sql`
    SELECT word, documents, titles FROM ${searchWords} WHERE word = ANY(${sql.param(words)}::text[])`)
  return new Map(parseEntries(rows).map((entry) => [entry.word, entry]))
}

async function readCompletions(
  db: Database,
  last: QueryToken | undefined,
): Promise<VocabularyEntry[]> {
  if (!last || isGram(last.term) || [...last.term].length < PREFIX_MIN) return []
  const { rows } = await db.execute(sql`
    SELECT word, documents, titles FROM ${searchWords}
    WHERE word > ${last.term} AND word < ${`${last.term}\u{10ffff}`}
    ORDER BY documents DESC, word LIMIT ${COMPLETIONS_MAX}`)
  return parseEntries(rows)
}

/** With one letter missing, the shortest corrected word is a letter shorter. */
const isCorrectable = (term: string, isUnmatched: boolean) =>
  !isGram(term) && ([...term].length >= CORRECTED_MIN - 1 || (isUnmatched && isShort(term)))

async function readCorrections(
  db: Database,
  terms: string[],
): Promise<Map<string, VocabularyEntry[]>> {
  const corrections = new Map<string, VocabularyEntry[]>()
  if (terms.length === 0) return corrections
  const variants = sql.param([...new Set(terms.flatMap(spellings))])
  // A join, not an array overlap: the planner overestimates overlaps and scans the whole table.
  const { rows } = await db.execute(sql`
    SELECT DISTINCT word, documents, titles
    FROM unnest(${variants}::text[]) AS variant (spelling)
    JOIN ${searchWords} ON spellings @> ARRAY[variant.spelling]
    ORDER BY documents DESC, word LIMIT 500`)
  const candidates = parseEntries(rows)
  for (const term of terms) {
    const near = candidates.filter(({ word }) => word !== term && isOneLetterOff(term, word))
    corrections.set(term, near.slice(0, CORRECTIONS_MAX))
  }
  return corrections
}
