import { sql } from 'drizzle-orm'
import type { Database } from '#backend/db/connect.ts'
import { searchWords } from '#backend/db/tables.ts'
import { shortSpellings } from '#backend/text/spelling.ts'
import { CORRECTIONS_MAX, parseEntries, type VocabularyEntry } from './vocabulary-entry.ts'

/** Words of the vocabulary with the same first letter that are looked at for one term. */
const SCANNED_MAX = 20_000

/** Words for which one letter of difference is too little (“wetr” for “weather”), or which are not indexed by spelling. */
export const isShort = (term: string) => /^\p{L}{3,5}$/u.test(term)

/**
 * Corrections of short terms that match nothing: words one letter away, and words of up to twice their length that begin and
 * end with the same letter and have the others in this order. Both have the first letter of the term.
 */
export async function readShortCorrections(
  db: Database,
  terms: string[],
): Promise<Map<string, VocabularyEntry[]>> {
  const corrections = await Promise.all(
    terms.map(async (term) => [term, await readCorrections(db, term)] as const),
  )
  return new Map(corrections)
}

async function readCorrections(db: Database, term: string): Promise<VocabularyEntry[]> {
  const letters = [...term]
  const [first = ''] = letters
  const { rows } = await db.execute(sql`
    SELECT word, documents, titles FROM (
      SELECT word, documents, titles FROM ${searchWords}
      WHERE word = ANY(${sql.param(shortSpellings(term))}::text[])
      UNION
      SELECT word, documents, titles FROM (
        SELECT word, documents, titles FROM ${searchWords}
        WHERE word >= ${first} AND word < ${`${first}\u{10ffff}`} LIMIT ${SCANNED_MAX}
      ) AS same_letter
      WHERE word LIKE ${letters.join('%')} AND length(word) BETWEEN ${letters.length + 1} AND ${2 * letters.length}
    ) AS near
    ORDER BY documents DESC, word LIMIT ${CORRECTIONS_MAX}`)
  return parseEntries(rows)
}
