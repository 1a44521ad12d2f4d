import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '#backend/db/connect.ts'
import { projects } from '#backend/db/schema.ts'
import { searchDocuments, searchWords } from '#backend/db/search-schema.ts'
import { CORRECTED_MAX, documentsOf, type Word } from './look-up.ts'
import { anyWordQuery } from './tiers.ts'

const SUGGESTIONS_MAX = 5
/** Of the titles that hold a near word, so many are compared. */
const COMPARED_MAX = 1000

/** Titles that come near to a term which finds nothing: they have one of its words, or a like one. */
export async function suggestTitles(db: Database, words: Word[]): Promise<string[]> {
  const unknown = words
    .filter((word) => documentsOf(word) === 0)
    .map(({ token }) => token.term)
    .slice(0, CORRECTED_MAX)
  const known = words.flatMap(({ exact, begun, meant }) => [...exact, ...begun, ...meant])
  const near = new Set(known.filter(({ documents }) => documents > 0).map(({ word }) => word))
  for (const one of await readAlike(db, unknown)) near.add(one)
  if (near.size === 0) return []
  const queries = [...near].map((word) => sql`(terms @@ ${anyWordQuery([word])}::tsquery)::integer`)
  const { rows } = await db.execute(sql`
    WITH near AS MATERIALIZED (
      SELECT project_id, rank, terms FROM ${searchDocuments}
      WHERE terms @@ ${anyWordQuery([...near])}::tsquery LIMIT ${COMPARED_MAX}
    ), best AS (
      SELECT project_id, rank, ${sql.join(queries, sql` + `)} AS hits FROM near
      ORDER BY hits DESC, rank DESC, project_id LIMIT ${SUGGESTIONS_MAX * 2}
    )
    SELECT title FROM best JOIN ${projects} ON id = project_id
    ORDER BY hits DESC, rank DESC, project_id`)
  const titles = z.array(z.object({ title: z.string() })).parse(rows)
  return [...new Set(titles.map(({ title }) => title))].slice(0, SUGGESTIONS_MAX)
}

async function readAlike(db: Database, unknown: string[]): Promise<string[]> {
  if (unknown.length === 0) return []
  const { rows } = await db.execute(sql`
    SELECT alike.word FROM unnest(${sql.param(unknown)}::text[]) AS typed (word)
    CROSS JOIN LATERAL (
      SELECT word FROM ${searchWords} WHERE (word || '') % typed.word
      ORDER BY similarity(word, typed.word) DESC, documents DESC LIMIT 3
    ) AS alike`)
  return z
    .array(z.object({ word: z.string() }))
    .parse(rows)
    .map(({ word }) => word)
}
