import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '#backend/db/connect.ts'
import { searchWords } from '#backend/db/search-schema.ts'
import { CORRECTED_MIN, isOneLetterOff, spellings } from '#backend/text/spelling.ts'
import { isGram, type Token } from '#backend/text/tokens.ts'

/** A word in fewer documents than this may be a slip of somebody else: it is corrected too. */
const RARE = 5
/** A shorter beginning is a beginning of too much. */
const BEGINNING_MIN = 2
/** Of many words that begin alike or are one letter away, so many are looked for. */
const BEGUN_MAX = 16
const MEANT_MAX = 8
/** So many words of a term are corrected: each asks for every spelling with one letter missing. */
export const CORRECTED_MAX = 3

/** A form of a word, in how many documents it stands, and in how many titles. */
const formSchema = z.object({ word: z.string(), documents: z.number(), titles: z.number() })
export type Form = z.infer<typeof formSchema>

/** One word of the term, and what is looked for in its place. */
export type Word = {
  token: Token
  exact: Form[]
  /** Words that begin so: of the last one, which may still be being typed. */
  begun: Form[]
  /** Words that are one letter away. */
  meant: Form[]
}
/** How many documents have the word itself, at least. */
export const documentsOf = ({ exact }: Word) => Math.max(...exact.map(({ documents }) => documents))

const rowsSchema = z.array(formSchema)

/**
 * Looks the words of a term up in the catalogue's own vocabulary.
 * @param isGenerous corrects words also that are known well: for a term that finds nothing.
 */
export async function lookUp(db: Database, tokens: Token[], isGenerous = false): Promise<Word[]> {
  if (tokens.length === 0) return []
  const last = tokens.at(-1)
  const words = tokens.flatMap(({ term, others }) => [term, ...others])
  const [known, begun] = await Promise.all([readWords(db, words), readBegun(db, last)])
  const found = tokens.map((token) => {
    const exact = [token.term, ...token.others].map(
      (word) => known.get(word) ?? { word, documents: 0, titles: 0 },
    )
    return { token, exact, begun: token === last ? begun : [], meant: [] }
  })
  const doubtful = found
    .filter((word) => {
      return (isGenerous || documentsOf(word) < RARE) && isCorrectable(word.token.term)
    })
    .toSorted((a, b) => documentsOf(a) - documentsOf(b))
    .slice(0, CORRECTED_MAX)
  const corrections = await readMeant(
    db,
    doubtful.map(({ token }) => token.term),
  )
  return found.map((word) => ({ ...word, meant: corrections.get(word.token.term) ?? [] }))
}

async function readWords(db: Database, words: string[]): Promise<Map<string, Form>> {
  const { rows } = await db.execute(sql`
    SELECT word, documents, titles FROM ${searchWords} WHERE word = ANY(${sql.param(words)}::text[])`)
  return new Map(rowsSchema.parse(rows).map((form) => [form.word, form]))
}

async function readBegun(db: Database, last: Token | undefined): Promise<Form[]> {
  if (!last || isGram(last.term) || [...last.term].length < BEGINNING_MIN) return []
  const { rows } = await db.execute(sql`
    SELECT word, documents, titles FROM ${searchWords}
    WHERE word > ${last.term} AND word < ${`${last.term}\u{10ffff}`}
    ORDER BY documents DESC, word LIMIT ${BEGUN_MAX}`)
  return rowsSchema.parse(rows)
}

/** One letter missing makes a word of five letters one of four. */
const isCorrectable = (term: string) => !isGram(term) && [...term].length >= CORRECTED_MIN - 1

async function readMeant(db: Database, typed: string[]): Promise<Map<string, Form[]>> {
  const found = new Map<string, Form[]>()
  if (typed.length === 0) return found
  const variants = sql.param([...new Set(typed.flatMap(spellings))])
  // One by one: for the overlap of two arrays the planner expects so much that it reads every word.
  const { rows } = await db.execute(sql`
    SELECT DISTINCT word, documents, titles
    FROM unnest(${variants}::text[]) AS variant (spelling)
    JOIN ${searchWords} ON spellings @> ARRAY[variant.spelling]
    ORDER BY documents DESC, word LIMIT 500`)
  const candidates = rowsSchema.parse(rows)
  for (const term of typed) {
    const near = candidates.filter(({ word }) => word !== term && isOneLetterOff(term, word))
    found.set(term, near.slice(0, MEANT_MAX))
  }
  return found
}
