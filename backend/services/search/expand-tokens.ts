import { sql } from 'drizzle-orm'
import type { Database } from '#backend/db/connect.ts'
import { searchWords } from '#backend/db/tables.ts'
import { CORRECTED_MIN, isOneLetterOff, spellings } from '#backend/text/spelling.ts'
import { isGram, type Token } from '#backend/text/tokens.ts'
import { isShort, readShortCorrections } from './short-words.ts'
import { CORRECTIONS_MAX, parseEntries, type VocabularyEntry } from './vocabulary-entry.ts'

/** Minimum length of a prefix that is completed. */
const PREFIX_MIN = 2
const COMPLETIONS_MAX = 16
/** Tokens that are corrected: each looks up every spelling with one letter deleted. */
export const CORRECTED_TOKENS_MAX = 3

/** A token of a query with the words that it may match. */
export type ExpandedToken = {
  token: Token
  /** The term and its alternatives, with counts of zero if no document contains them. */
  exact: VocabularyEntry[]
  /** Words that start with the last token, which may still be being typed. */
  completions: VocabularyEntry[]
  /** Words one letter away, of a token that is in no document or of a query without matches. */
  corrections: VocabularyEntry[]
}

/** A lower bound of the number of documents that contain the token itself. */
export const documentsOf = ({ exact }: ExpandedToken) =>
  Math.max(...exact.map(({ documents }) => documents))

/** Whether no document contains a token or, if it may still be being typed, a word that begins with it. */
const isUnknown = (item: ExpandedToken) => documentsOf(item) === 0 && item.completions.length === 0

/** Every word that an expanded token may match. */
export const entriesOf = ({ exact, completions, corrections }: ExpandedToken) => [
  ...exact,
  ...completions,
  ...corrections,
]

/**
 * Looks up the tokens of a query in the vocabulary of the catalogue. Words that it has are taken as meant: “weather” is no typo
 * of “feather”.
 * @param isUnmatched for a query without matches: corrects common and short words too.
 */
export async function expandTokens(
  db: Database,
  tokens: Token[],
  { isUnmatched = false } = {},
): Promise<ExpandedToken[]> {
  if (tokens.length === 0) return []
  const last = tokens.at(-1)
  const words = tokens.flatMap(({ term, alternatives }) => [term, ...alternatives])
  const [entries, completions] = await Promise.all([
    readEntries(db, words),
    readCompletions(db, last),
  ])
  const expanded = tokens.map((token) => {
    const exact = [token.term, ...token.alternatives].map(
      (word) => entries.get(word) ?? { word, documents: 0, titles: 0 },
    )
    return { token, exact, completions: token === last ? completions : [], corrections: [] }
  })
  const doubtful = expanded
    .filter((item) => isUnmatched || isUnknown(item))
    .filter(({ token }) => isCorrectable(token.term, isUnmatched))
    .toSorted((a, b) => documentsOf(a) - documentsOf(b))
    .slice(0, CORRECTED_TOKENS_MAX)
    .map(({ token }) => token.term)
  const [corrections, short] = await Promise.all([
    readCorrections(db, doubtful),
    isUnmatched ? readShortCorrections(db, doubtful.filter(isShort)) : null,
  ])
  return expanded.map((item) => {
    const { term } = item.token
    return { ...item, corrections: [...(corrections.get(term) ?? []), ...(short?.get(term) ?? [])] }
  })
}

async function readEntries(db: Database, words: string[]): Promise<Map<string, VocabularyEntry>> {
  const { rows } = await db.execute(sql`
    SELECT word, documents, titles FROM ${searchWords} WHERE word = ANY(${sql.param(words)}::text[])`)
  return new Map(parseEntries(rows).map((entry) => [entry.word, entry]))
}

async function readCompletions(db: Database, last: Token | undefined): Promise<VocabularyEntry[]> {
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
