import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '#backend/db/connect.ts'
import { stemsOf } from '#backend/db/search-schema.ts'
import { searchWords } from '#backend/db/tables.ts'
import type { QueryToken } from '#backend/text/tokens.ts'
import { parseEntries, type VocabularyEntry } from './vocabulary-entry.ts'

/** Other forms of a token. */
export const INFLECTIONS_MAX = 6
/** Words that share a stem with any token. */
const READ_MAX = 200
/** Letters after the common beginning of two forms: “cities” of “city”, but not “organisation” of “organ”. */
const ENDING_MAX = 3
/** Letters of the languages that have stems, without diacritics. */
const INFLECTED = /^[a-z]{3,}$/

/** Other forms by word, the most frequent first. */
export type Inflections = ReadonlyMap<string, VocabularyEntry[]>

const formsSchema = z.array(z.object({ token: z.string() }))

/** The most frequent other forms of each token, and of it joined with its neighbours, in any of the languages. */
export async function readInflections(db: Database, tokens: QueryToken[]): Promise<Inflections> {
  const inflections = new Map<string, VocabularyEntry[]>()
  const terms = [...new Set(tokens.flatMap(({ term, joined }) => [term, ...joined]))].filter(
    (term) => INFLECTED.test(term),
  )
  if (terms.length === 0) return inflections
  // A join by each stem, as for spellings (expand-tokens.ts).
  const { rows } = await db.execute(sql`
    SELECT DISTINCT typed.word AS token, near.word, near.documents, near.titles
    FROM unnest(${sql.param(terms)}::text[]) AS typed (word)
    CROSS JOIN LATERAL unnest(${stemsOf(sql`typed.word`)}) AS stem (stem)
    JOIN ${searchWords} AS near ON ${stemsOf(sql`near.word`)} @> ARRAY[stem.stem]
    ORDER BY near.documents DESC, near.word LIMIT ${READ_MAX}`)
  const entries = parseEntries(rows)
  for (const [at, { token }] of formsSchema.parse(rows).entries()) {
    const entry = entries[at]
    const known = inflections.get(token) ?? []
    if (!entry || known.length === INFLECTIONS_MAX || !isInflection(token, entry.word)) continue
    inflections.set(token, [...known, entry])
  }
  return inflections
}

function isInflection(a: string, b: string): boolean {
  if (a === b || !INFLECTED.test(b)) return false
  let common = 0
  while (common < Math.min(a.length, b.length) && a[common] === b[common]) common += 1
  return Math.max(a.length, b.length) - common <= ENDING_MAX
}
