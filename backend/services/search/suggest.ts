import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '#backend/db/connect.ts'
import { projects, searchDocuments, searchWords } from '#backend/db/tables.ts'
import { CORRECTED_TOKENS_MAX } from './expand-tokens.ts'
import { documentsOf, entriesOf, type ExpandedToken } from './expanded-token.ts'
import { anyWordQuery } from './token-query.ts'

const SUGGESTIONS_MAX = 5
/** Documents with a similar word that are compared. */
const COMPARED_MAX = 1000

/** Titles for a query without matches: those with the most of its words, or similar ones. */
export async function suggestTitles(db: Database, tokens: ExpandedToken[]): Promise<string[]> {
  const unknown = tokens
    .filter((item) => documentsOf(item) === 0)
    .map(({ token }) => token.term)
    .slice(0, CORRECTED_TOKENS_MAX)
  const known = tokens.flatMap(entriesOf).filter(({ documents }) => documents > 0)
  const similar = await findSimilarWords(db, unknown)
  const words = [...new Set([...known.map(({ word }) => word), ...similar])]
  if (words.length === 0) return []
  const hits = words.map((word) => sql`(terms @@ ${anyWordQuery([word])}::tsquery)::integer`)
  const { rows } = await db.execute(sql`
    WITH candidates AS MATERIALIZED (
      SELECT project_id, rank, terms FROM ${searchDocuments}
      WHERE terms @@ ${anyWordQuery(words)}::tsquery LIMIT ${COMPARED_MAX}
    ), best AS (
      SELECT project_id, rank, ${sql.join(hits, sql` + `)} AS hits FROM candidates
      ORDER BY hits DESC, rank DESC, project_id LIMIT ${SUGGESTIONS_MAX * 2}
    )
    SELECT title FROM best JOIN ${projects} ON id = project_id
    ORDER BY hits DESC, rank DESC, project_id`)
  const titles = z.array(z.object({ title: z.string() })).parse(rows)
  return [...new Set(titles.map(({ title }) => title))].slice(0, SUGGESTIONS_MAX)
}

async function findSimilarWords(db: Database, unknown: string[]): Promise<string[]> {
  if (unknown.length === 0) return []
  const { rows } = await db.execute(sql`
    SELECT similar_word.word FROM unnest(${sql.param(unknown)}::text[]) AS typed (word)
    CROSS JOIN LATERAL (
      SELECT word FROM ${searchWords} WHERE (word || '') % typed.word AND word NOT LIKE '#%'
      ORDER BY similarity(word, typed.word) DESC, documents DESC LIMIT 3
    ) AS similar_word`)
  return z
    .array(z.object({ word: z.string() }))
    .parse(rows)
    .map(({ word }) => word)
}
