import { sql } from 'drizzle-orm'
import { chunksOf } from '#backend/db/chunks.ts'
import type { Transaction } from '#backend/db/connect.ts'
import { preferIndexes } from '#backend/db/prefer-indexes.ts'
import { searchWords } from '#backend/db/search-schema.ts'
import { CORRECTED_MIN, spellings } from '#backend/text/spelling.ts'
import { isGram } from '#backend/text/tokens.ts'
import type { Field } from './document.ts'

/** So many words one statement changes: new ones cost up to 1 ms each in the trigram indexes. */
const WORDS_AT_ONCE = 250

/** Counts one document more for each of `terms`; new words become known. */
export async function addWords(tx: Transaction, terms: Map<string, Field>) {
  for (const { words, titles } of inBatches(terms)) {
    await tx.execute(sql`
      INSERT INTO ${searchWords} AS known (word, documents, titles, spellings)
      SELECT word, 1, title, string_to_array(spelled, ' ')
      FROM unnest(${sql.param(words)}::text[], ${sql.param(titles)}::integer[],
        ${sql.param(words.map(spelled))}::text[]) AS given (word, title, spelled)
      ON CONFLICT (word) DO UPDATE
        SET documents = known.documents + 1, titles = known.titles + excluded.titles`)
  }
}

/** Counts one document less for each of `terms`; words that no document has any more are gone. */
export async function removeWords(tx: Transaction, terms: Map<string, Field>) {
  if (terms.size === 0) return
  await preferIndexes(tx)
  for (const { words, titles } of inBatches(terms)) {
    const gone = sql.param(words)
    await tx.execute(sql`
      SELECT FROM ${searchWords} WHERE word = ANY(${gone}::text[]) ORDER BY word FOR UPDATE`)
    await tx.execute(sql`
      UPDATE ${searchWords} AS known SET documents = documents - 1, titles = titles - title
      FROM unnest(${gone}::text[], ${sql.param(titles)}::integer[]) AS given (word, title)
      WHERE known.word = given.word`)
    await tx.execute(sql`
      DELETE FROM ${searchWords} WHERE word = ANY(${gone}::text[]) AND documents <= 0`)
  }
}

/**
 * The terms in batches, in one order everywhere, so that two transactions that change the same words
 * wait for each other instead of deadlocking.
 */
function inBatches(terms: Map<string, Field>) {
  const words = [...terms.keys()].toSorted()
  return chunksOf(words, WORDS_AT_ONCE).map((some) => ({
    words: some,
    titles: some.map((word) => (terms.get(word) === 'title' ? 1 : 0)),
  }))
}

/** The spellings that lead to a word, with spaces between them; none for one that is not corrected. */
export function spelled(word: string): string {
  return isCorrected(word) ? spellings(word).join(' ') : ''
}

function isCorrected(word: string): boolean {
  return [...word].length >= CORRECTED_MIN && !isGram(word) && !/^\p{N}+$/u.test(word)
}
