import { type SQL, sql } from 'drizzle-orm'
import { idSchema } from '#lib/contract/project.ts'
import { searchDocuments } from '#backend/db/search-schema.ts'
import { titleKey } from '#backend/text/title-key.ts'
import { FIELD_MARKS, type Field, lexeme } from './document.ts'
import type { Form, Word } from './look-up.ts'

/**
 * A way to match: the condition, and in how many documents each of the words is, which the vocabulary
 * tells. `null` where it does not: of ids and titles.
 */
export type Tier = { condition: SQL; counts: number[] | null }
/** What makes a match better than another: the first of the tiers whose condition holds. */
export type Tiers = {
  all: Tier[]
  /** Holds for whatever one of the tiers holds for. */
  any: Tier
  /** At least so many documents match: what the vocabulary says of a single word. */
  least: number
}

type Strictness = 'exact' | 'begun' | 'meant'
const FIELDS: Record<Field, Field[]> = {
  title: ['title'],
  head: ['title', 'head'],
  text: ['title', 'head', 'text'],
}

/**
 * In this order: the id, the title, the beginning of a title; then all words in the title, in title,
 * tags, author and icon names, or anywhere; then the same with the last word begun; then with words
 * one letter away. `null` for a term that asks for nothing at all.
 */
export function tiersOf(term: string, words: Word[]): Tiers | null {
  const { projectId, titleKey: title, terms } = searchDocuments
  const key = titleKey(term)
  const apart: SQL[] = []
  const id = idSchema.safeParse(term)
  if (id.success) apart.push(sql`${projectId} = ${id.data}`)
  if (key) {
    apart.push(sql`${title} = ${key}`)
    apart.push(sql`(${title} >= ${key} AND ${title} < ${`${key}\u{10ffff}`})`)
  }
  const inWords = levels(words).map(([strictness, field]): Tier => {
    const counts = words.map((word) => countOf(formsOf(word, strictness), field))
    if (counts.includes(0)) return { condition: sql`false`, counts }
    const query = wordsQuery(words, strictness, field)
    return { condition: sql`${terms} @@ ${query}::tsquery`, counts }
  })
  const all = [...apart.map((condition) => ({ condition, counts: null })), ...inWords]
  if (all.length === 0) return null
  // The last condition on words holds for whatever the ones before it hold for.
  const loosest = inWords.at(-1)
  const conditions = [...apart, ...(loosest ? [loosest.condition] : [])]
  const any = sql`(${sql.join(conditions, sql` OR `)})`
  const forms = words.length === 1 ? words.flatMap((word) => formsOf(word, 'meant')) : []
  const least = Math.max(0, ...forms.map(({ documents }) => documents))
  return { all, any: { condition: any, counts: loosest?.counts ?? null }, least }
}

/** The number of the first condition that holds, as SQL. */
export function tierIn({ all }: Tiers): SQL {
  const cases = all.map(({ condition }, at) => sql`WHEN ${condition} THEN ${sql.raw(`${at}`)}`)
  return sql`CASE ${sql.join(cases, sql` `)} END`
}

function levels(words: Word[]): [Strictness, Field][] {
  if (words.length === 0) return []
  const strictness: Strictness[] = ['exact']
  if (words.some(({ begun }) => begun.length > 0)) strictness.push('begun')
  if (words.some(({ meant }) => meant.length > 0)) strictness.push('meant')
  return strictness.flatMap((one) =>
    (['title', 'head', 'text'] as const).map((field): [Strictness, Field] => [one, field]),
  )
}

/** A `tsquery` for all words, each in one of the fields and in one of its forms. */
function wordsQuery(words: Word[], strictness: Strictness, field: Field): string {
  return words
    .map((word) =>
      anyOf(
        formsOf(word, strictness).map(({ word: form }) => form),
        field,
      ),
    )
    .join(' & ')
}

/** A `tsquery` for any of the words, each with its mark. */
export const anyMarkedQuery = (marked: string[]): string => marked.map(lexeme).join(' | ')

/** A `tsquery` for any of the words, wherever it stands. */
export function anyWordQuery(words: string[]): string {
  return anyOf(words, 'text')
}

/** In how many documents the forms of one word are; each is counted, though some hold several. */
function countOf(forms: Form[], field: Field): number {
  return forms.reduce((sum, { documents, titles }) => {
    return sum + (field === 'title' ? titles : documents)
  }, 0)
}

/** How many of `all` documents a tier holds for, as if its words knew nothing of each other. */
export function expectedIn({ counts }: Tier, all: number): number {
  if (!counts) return 0
  return counts.reduce((expected, count) => expected * Math.min(1, count / all), all)
}

function formsOf(word: Word, strictness: Strictness): Form[] {
  if (strictness === 'exact') return word.exact
  const begun = [...word.exact, ...word.begun]
  return strictness === 'begun' ? begun : [...begun, ...word.meant]
}

function anyOf(forms: string[], field: Field): string {
  const lexemes = forms.flatMap((form) =>
    FIELDS[field].map((one) => lexeme(FIELD_MARKS[one] + form)),
  )
  return `(${lexemes.join(' | ')})`
}
