import { type SQL, sql } from 'drizzle-orm'
import { idSchema } from '#lib/contract/project.ts'
import { searchDocuments } from '#backend/db/search-schema.ts'
import { FIELD_PREFIXES, type Field, quoteLexeme } from '#backend/services/search-index/document.ts'
import { titleKey } from '#backend/text/title-key.ts'
import { entriesOf, type ExpandedToken, type VocabularyEntry } from './expand-tokens.ts'

/**
 * A class of matches: its condition, and for each token the number of documents that contain it
 * according to the vocabulary; `null` for matches by id and title.
 */
export type Tier = { condition: SQL; counts: number[] | null }
/** The tiers of a query, the best first. A document is in the first tier whose condition holds. */
export type Tiers = {
  all: Tier[]
  /** The union of the tiers. */
  any: Tier
  /** A lower bound of the number of matches; 0 for a query of several tokens. */
  least: number
}

type Strictness = 'exact' | 'prefix' | 'fuzzy'
/** The fields that a tier searches, by the least important of them. */
const SEARCHED_FIELDS: Record<Field, Field[]> = {
  title: ['title'],
  keywords: ['title', 'keywords'],
  text: ['title', 'keywords', 'text'],
}

/**
 * The tiers of a term, in this order: the id; the whole title; the start of a title; then all tokens in
 * the title, in title and keywords, or anywhere; the same with the last token as a prefix; the same
 * with words one letter away. `null` for a term without tokens and symbols.
 */
export function tiersOf(term: string, tokens: ExpandedToken[]): Tiers | null {
  const direct = directConditions(term)
  const byTokens = levelsOf(tokens).map(([strictness, field]): Tier => {
    const counts = tokens.map((token) => countOf(allowedEntries(token, strictness), field))
    if (counts.includes(0)) return { condition: sql`false`, counts }
    const query = allTokensQuery(tokens, strictness, field)
    return { condition: sql`${searchDocuments.terms} @@ ${query}::tsquery`, counts }
  })
  const all = [...direct.map((condition) => ({ condition, counts: null })), ...byTokens]
  if (all.length === 0) return null
  // The last token tier includes the ones before it.
  const loosest = byTokens.at(-1)
  const conditions = [...direct, ...(loosest ? [loosest.condition] : [])]
  const any = sql`(${sql.join(conditions, sql` OR `)})`
  const single = tokens.length === 1 ? tokens.flatMap(entriesOf) : []
  const least = Math.max(0, ...single.map(({ documents }) => documents))
  return { all, any: { condition: any, counts: loosest?.counts ?? null }, least }
}

/** Conditions of the tiers that match the id or the title as a whole. */
function directConditions(term: string): SQL[] {
  const { projectId, titleKey: title } = searchDocuments
  const key = titleKey(term)
  const id = idSchema.safeParse(term)
  return [
    ...(id.success ? [sql`${projectId} = ${id.data}`] : []),
    ...(key
      ? [sql`${title} = ${key}`, sql`(${title} >= ${key} AND ${title} < ${`${key}\u{10ffff}`})`]
      : []),
  ]
}

/** SQL for the index of the first tier whose condition holds. */
export function tierIndex({ all }: Tiers): SQL {
  const cases = all.map(({ condition }, at) => sql`WHEN ${condition} THEN ${sql.raw(`${at}`)}`)
  return sql`CASE ${sql.join(cases, sql` `)} END`
}

/** The expected number of matches among `total` documents if its tokens were independent. */
export function expectedMatches({ counts }: Tier, total: number): number {
  if (!counts) return 0
  return counts.reduce((expected, count) => expected * Math.min(1, count / total), total)
}

function levelsOf(tokens: ExpandedToken[]): [Strictness, Field][] {
  if (tokens.length === 0) return []
  const levels: Strictness[] = ['exact']
  if (tokens.some(({ completions }) => completions.length > 0)) levels.push('prefix')
  if (tokens.some(({ corrections }) => corrections.length > 0)) levels.push('fuzzy')
  return levels.flatMap((strictness) =>
    (['title', 'keywords', 'text'] as const).map((field): [Strictness, Field] => [
      strictness,
      field,
    ]),
  )
}

function allowedEntries(token: ExpandedToken, strictness: Strictness): VocabularyEntry[] {
  if (strictness === 'exact') return token.exact
  if (strictness === 'prefix') return [...token.exact, ...token.completions]
  return entriesOf(token)
}

/** An upper bound: a document with several of the entries counts several times. */
function countOf(entries: VocabularyEntry[], field: Field): number {
  return entries.reduce(
    (sum, { documents, titles }) => sum + (field === 'title' ? titles : documents),
    0,
  )
}

/** A `tsquery` for all tokens, each as one of its entries in one of the fields. */
function allTokensQuery(tokens: ExpandedToken[], strictness: Strictness, field: Field): string {
  return tokens
    .map((token) => {
      const words = allowedEntries(token, strictness).map(({ word }) => word)
      return anyWordQuery(words, field)
    })
    .join(' & ')
}

/** A `tsquery` for any of the words in the fields up to `field`. */
export function anyWordQuery(words: string[], field: Field = 'text'): string {
  const lexemes = words.flatMap((word) =>
    SEARCHED_FIELDS[field].map((searched) => FIELD_PREFIXES[searched] + word),
  )
  return `(${anyLexemeQuery(lexemes)})`
}

/** A `tsquery` for any of the lexemes, whose field prefixes are part of them. */
export const anyLexemeQuery = (lexemes: string[]) => lexemes.map(quoteLexeme).join(' | ')
