import { sql } from 'drizzle-orm'
import { chunksOf } from '#backend/db/chunks.ts'
import type { Transaction } from '#backend/db/connect.ts'
import { searchWords } from '#backend/db/tables.ts'
import { CORRECTED_MIN, spellings } from '#backend/text/spelling.ts'
import { isGram } from '#backend/text/runs.ts'
import { type DocumentField, isWord } from './document.ts'

/** Words per statement: a new word costs up to 1 ms in the trigram index. */
const BATCH = 250

/** Counts one more document for each of `terms`; inserts new words. */
export async function addToVocabulary(
  tx: Transaction,
  terms: Map<string, DocumentField>,
): Promise<void> {
  for (const { words, titles } of batchesOf(terms)) {
    await tx.execute(sql`
      INSERT INTO ${searchWords} AS existing (word, documents, titles, spellings)
      SELECT word, 1, title, string_to_array(spellings, ' ')
      FROM unnest(${sql.param(words)}::text[], ${sql.param(titles)}::integer[],
        ${sql.param(words.map(indexedSpellings))}::text[]) AS added (word, title, spellings)
      ON CONFLICT (word) DO UPDATE
        SET documents = existing.documents + 1, titles = existing.titles + excluded.titles`)
  }
}

/** Counts one document less for each of `terms`; deletes words without documents. */
export async function removeFromVocabulary(
  tx: Transaction,
  terms: Map<string, DocumentField>,
): Promise<void> {
  if (terms.size === 0) return
  await preferIndexes(tx)
  for (const { words, titles } of batchesOf(terms)) {
    const removed = sql.param(words)
    await tx.execute(sql`
      SELECT FROM ${searchWords} WHERE word = ANY(${removed}::text[]) ORDER BY word FOR UPDATE`)
    await tx.execute(sql`
      UPDATE ${searchWords} AS existing SET documents = documents - 1, titles = titles - title
      FROM unnest(${removed}::text[], ${sql.param(titles)}::integer[]) AS removed (word, title)
      WHERE existing.word = removed.word`)
    await tx.execute(sql`
      DELETE FROM ${searchWords} WHERE word = ANY(${removed}::text[]) AND documents <= 0`)
  }
}

/** Sorted, so that transactions that change the same words wait for each other, not deadlock. */
function batchesOf(terms: Map<string, DocumentField>) {
  const sorted = [...terms.keys()].filter(isWord).toSorted()
  return chunksOf(sorted, BATCH).map((words) => ({
    words,
    titles: words.map((word) => (terms.get(word) === 'title' ? 1 : 0)),
  }))
}

/** The spellings by which a word is found, separated by spaces; empty for a word without corrections. */
export function indexedSpellings(word: string): string {
  return isCorrected(word) ? spellings(word).join(' ') : ''
}

function isCorrected(word: string): boolean {
  return [...word].length >= CORRECTED_MIN && !isGram(word) && !/^\p{N}+$/u.test(word)
}

/**
 * Disables sequential scans, hash joins and merge joins for the rest of a transaction that looks up rows
 * by key. The planner's statistics are outdated after bulk changes until the next ANALYZE, and a server
 * may run without autovacuum.
 * https://www.postgresql.org/docs/current/runtime-config-query.html#RUNTIME-CONFIG-QUERY-ENABLE
 */
async function preferIndexes(tx: Transaction): Promise<void> {
  await tx.execute(sql`SELECT set_config('enable_seqscan', 'off', true),
    set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true)`)
}
