import { type SQL, sql } from 'drizzle-orm'
import { searchDocuments } from '#backend/db/tables.ts'
import { type DocumentField, WHOLE_TITLE } from '#backend/services/search-index/document.ts'
import { wholeForms } from '#backend/text/forms.ts'
import { isGram } from '#backend/text/runs.ts'
import { searchKey } from '#backend/text/title-key.ts'
import { entriesOf, type ExpandedToken } from './expanded-token.ts'
import { idIn } from './meant-term.ts'
import {
  addedWays,
  allTokensQuery,
  anyLexemeQuery,
  countsOf,
  isAdding,
  STRICTNESS,
  type Strictness,
} from './token-query.ts'

/**
 * A class of matches: its condition, and for each token the number of documents that contain it
 * according to the vocabulary; `null` for matches by id and title.
 */
export type Tier = { condition: SQL; counts: number[] | null }
export type RankedTier = Tier & {
  /** How loosely words are matched, and in how many fields; `null` for matches by id and title. */
  level: readonly [strictness: number, fields: number] | null
  /** A condition of the matches that no stricter tier with the same fields has. */
  added: SQL
  /** The documents of each token, for each way in which they match so. */
  ways: number[][] | null
}
/** The tiers of a query, the best first. A document is in the first tier whose condition holds. */
export type Tiers = {
  all: RankedTier[]
  /** The union of the tiers. */
  any: Tier
  /** The condition of `any` for estimates: with constants, for which the planner reads statistics. */
  estimated: SQL
  /** A lower bound of the number of matches; 0 for a query of several tokens. */
  least: number
}

const FIELDS = ['title', 'keywords', 'text'] as const
/** Tokens up to which matches that a looser tier adds are looked for alone: of more tokens, few documents have all. */
const ADDED_TOKENS_MAX = 3
/** Titles in other forms of their words that are looked for. */
const INFLECTED_TITLES_MAX = 32

/**
 * The tiers of a term, in this order: the id; the whole title; the whole title in another spelling; a title that begins with these
 * words; all tokens in the title, as they are or in another spelling; a title that begins with these letters; all tokens in title and
 * keywords; the title, then title and keywords, with other forms of the words; all tokens anywhere, at last with other forms; the
 * same with the last token as a prefix; the same with words one letter away. `null` for a term without tokens and symbols.
 */
export function tiersOf(term: string, tokens: ExpandedToken[]): Tiers | null {
  const { whole, begun } = directTiers(term)
  const known = STRICTNESS.filter((strictness) => isAdding(tokens, strictness))
  const words = (strictness: Strictness, field: DocumentField) =>
    known.includes(strictness) ? [wordTier(tokens, strictness, field)] : []
  const written = (field: DocumentField) => [...words('exact', field), ...words('alike', field)]
  const all = [
    ...whole,
    ...written('title'),
    ...begun,
    ...written('keywords'),
    ...wholeInflected(tokens),
    ...words('inflected', 'title'),
    ...words('inflected', 'keywords'),
    ...written('text'),
    ...words('inflected', 'text'),
    ...FIELDS.flatMap((field) => words('related', field)),
    ...FIELDS.flatMap((field) => words('fuzzy', field)),
  ]
  if (all.length === 0) return null
  const direct = all.filter(({ level }) => level === null).map(({ condition }) => condition)
  // The loosest tier of words includes all others of words.
  const loosest = known.at(-1)
  const [last] = loosest ? words(loosest, 'text') : []
  const query = loosest && !last?.counts?.includes(0) && allTokensQuery(tokens, loosest, 'text')
  const single = tokens.length === 1 ? tokens.flatMap(entriesOf) : []
  return {
    all,
    any: {
      condition: anyOf([...direct, ...(last ? [last.condition] : [])]),
      counts: last?.counts ?? null,
    },
    estimated: anyOf([
      ...direct,
      ...(query ? [sql`${searchDocuments.terms} @@ ${query}::tsquery`] : []),
    ]),
    least: Math.max(0, ...single.map(({ documents }) => documents)),
  }
}

function wordTier(
  tokens: ExpandedToken[],
  strictness: Strictness,
  field: DocumentField,
): RankedTier {
  const level = [STRICTNESS.indexOf(strictness), FIELDS.indexOf(field)] as const
  const counts = countsOf(tokens, strictness, field)
  const isEmpty = counts.includes(0)
  const condition = isEmpty ? sql`false` : matchesQuery(allTokensQuery(tokens, strictness, field))
  if (strictness === 'exact' || tokens.length > ADDED_TOKENS_MAX) {
    return { condition, counts, level, added: condition, ways: [counts] }
  }
  const ways = addedWays(tokens, strictness, field).filter((way) => !way.counts.includes(0))
  const added =
    ways.length > 0 ? matchesQuery(ways.map(({ query }) => query).join(' | ')) : sql`false`
  return { condition, counts, level, added, ways: ways.map((way) => way.counts) }
}

const anyOf = (conditions: SQL[]) =>
  conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` OR `)})`

/**
 * Hides the query from the planner: for each condition with a constant it reads the statistics of ten
 * thousand terms, half a millisecond.
 */
const matchesQuery = (query: string) => sql`${searchDocuments.terms} @@ (SELECT ${query}::tsquery)`

/** A tier without words. */
const toTier = (condition: SQL): RankedTier => ({
  condition,
  counts: null,
  level: null,
  added: condition,
  ways: null,
})

/** Tiers that match the id or the title: as a whole or from its first words on, and from its first letters on. */
function directTiers(term: string): Record<'whole' | 'begun', RankedTier[]> {
  const { projectId, titleKey } = searchDocuments
  // A tag is no title.
  const title = /^[#＃]/.test(term) ? '' : term
  const key = searchKey(title)
  const id = idIn(term)
  const forms = wholeForms(title).map((form) => WHOLE_TITLE + form)
  const begins = (start: string, end: string) =>
    sql`(${titleKey} >= ${start} AND ${titleKey} < ${end})`
  const letters = key ? [begins(key, `${key}\u{10ffff}`)] : []
  // Words of unspaced scripts end anywhere.
  const isUnspaced = isGram([...key].at(-1) ?? '')
  const firstWords = isUnspaced || !key ? letters : [begins(`${key} `, `${key}!`)]
  return {
    whole: [
      ...(id === null ? [] : [sql`${projectId} = ${id}`]),
      ...(key ? [sql`${titleKey} = ${key}`] : []),
      ...(forms.length > 0 ? [matchesQuery(anyLexemeQuery(forms))] : []),
      ...firstWords,
    ].map(toTier),
    begun: isUnspaced ? [] : letters.map(toTier),
  }
}

/** Titles that consist of the words in other forms. */
function wholeInflected(tokens: ExpandedToken[]): RankedTier[] {
  if (!isAdding(tokens, 'inflected')) return []
  let titles = ['']
  for (const { token, inflections } of tokens) {
    const forms = [token.term, ...inflections.map(({ word }) => word)]
    titles = titles
      .flatMap((title) => forms.map((form) => title + form))
      .slice(0, INFLECTED_TITLES_MAX)
  }
  return [toTier(matchesQuery(anyLexemeQuery(titles.map((title) => WHOLE_TITLE + title))))]
}

/** The expected number of matches among `total` documents if its tokens were independent. */
export function expectedMatches(counts: number[] | null, total: number): number {
  if (!counts) return 0
  return counts.reduce((expected, count) => expected * Math.min(1, count / total), total)
}
