import { type SQL, sql } from 'drizzle-orm'
import { idSchema } from '#lib/contract/project.ts'
import { searchDocuments } from '#backend/db/tables.ts'
import { FIELD_PREFIXES, type Field, quoteLexeme } from '#backend/services/search-index/document.ts'
import { titleKey } from '#backend/text/title-key.ts'
import { entriesOf, type ExpandedToken } from './expand-tokens.ts'
import type { VocabularyEntry } from './vocabulary-entry.ts'

/**
 * A class of matches: its condition, and for each token the number of documents that contain it
 * according to the vocabulary; `null` for matches by id and title.
 */
export type Tier = { condition: SQL; counts: number[] | null }
/** The tiers of a query, the best first. A document is in the first tier whose condition holds. */
export type Tiers = {
  all: Tier[]
  /** The number of tiers by id and title, which come first; then `LEVEL` tiers for each strictness. */
  direct: number
  /** The union of the tiers. */
  any: Tier
  /** The condition of `any` for estimates: with constants, for which the planner reads statistics. */
  estimated: SQL
  /** A lower bound of the number of matches; 0 for a query of several tokens. */
  least: number
}

type Strictness = 'exact' | 'prefix' | 'fuzzy'
/** The fields of the tiers of one strictness: each tier includes those before it of its level. */
const LEVEL = ['title', 'keywords', 'text'] as const
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
    return { condition: matchesQuery(allTokensQuery(tokens, strictness, field)), counts }
  })
  const all = [...direct.map((condition) => ({ condition, counts: null })), ...byTokens]
  if (all.length === 0) return null
  // The last token tier includes the ones before it.
  const loosest = byTokens.at(-1)
  const [strictness] = levelsOf(tokens).at(-1) ?? []
  const query = loosest && strictness ? allTokensQuery(tokens, strictness, 'text') : null
  const isEmpty = loosest?.counts?.includes(0)
  const single = tokens.length === 1 ? tokens.flatMap(entriesOf) : []
  return {
    all,
    direct: direct.length,
    any: {
      condition: anyOf([...direct, ...(loosest ? [loosest.condition] : [])]),
      counts: loosest?.counts ?? null,
    },
    estimated: anyOf([
      ...direct,
      ...(query && !isEmpty ? [sql`${searchDocuments.terms} @@ ${query}::tsquery`] : []),
    ]),
    least: Math.max(0, ...single.map(({ documents }) => documents)),
  }
}

const anyOf = (conditions: SQL[]) =>
  conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` OR `)})`

/**
 * Hides the query from the planner: for each condition with a constant it reads the statistics of ten
 * thousand terms, half a millisecond.
 */
const matchesQuery = (query: string) => sql`${searchDocuments.terms} @@ (SELECT ${query}::tsquery)`

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

/** SQL for the index of the first tier whose condition holds, for a document that is in any. */
export function tierIndex({ all, direct }: Tiers): SQL {
  const when = (at: number, result = sql.raw(`${at}`)) =>
    sql`WHEN ${all[at]?.condition} THEN ${result}`
  // Level by level: a document outside of the last tier of a level is in none of the level.
  const levels = lastOfLevels(all.length, direct).map((last) => {
    const within = sql`CASE ${when(last - 2)} ${when(last - 1)} ELSE ${sql.raw(`${last}`)} END`
    return last === all.length - 1 ? sql`WHEN true THEN ${within}` : when(last, within)
  })
  const directly = all.slice(0, direct).map((_, at) => when(at))
  return sql`CASE ${sql.join([...directly, ...levels], sql` `)} END`
}

/** The conditions of a document in tier `index` and in none before it. */
export function onlyIn({ all, direct }: Tiers, index: number): SQL[] {
  const earlierLevels = lastOfLevels(all.length, direct).filter((last) => last < index)
  const isFirstOfLevel = index < direct || (index - direct) % LEVEL.length === 0
  const earlier = new Set([
    ...Array.from({ length: Math.min(direct, index) }, (_, at) => at),
    ...earlierLevels,
    ...(isFirstOfLevel ? [] : [index - 1]),
  ])
  return [
    all[index]?.condition ?? sql`false`,
    ...[...earlier].map((at) => sql`NOT ${all[at]?.condition}`),
  ]
}

/** The indexes of the last tier of each level. */
const lastOfLevels = (count: number, direct: number) =>
  Array.from(
    { length: (count - direct) / LEVEL.length },
    (_, at) => direct + (at + 1) * LEVEL.length - 1,
  )

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
    LEVEL.map((field): [Strictness, Field] => [strictness, field]),
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
