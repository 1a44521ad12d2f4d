import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '#backend/db/connect.ts'
import { searchDocuments } from '#backend/db/tables.ts'
import { isGram } from '#backend/text/runs.ts'
import { DERIVED } from '#backend/text/tokens.ts'
import { documentsOf, type ExpandedToken } from './expanded-token.ts'
import { anyWordQuery } from './token-query.ts'
import { BEGUN } from './vocabulary-entry.ts'

/**
 * Derived forms are not in the vocabulary, which people's words are corrected by: they count as in one document, so that no tier
 * is left out for them.
 */
const toEntry = (word: string) => ({ word, documents: 1, titles: 1 })

/** A token with so many documents, with the words that begin like it, is not taken for the beginning of a derived form. */
const RARE_MAX = 100
/** Letters of such a beginning. */
const BEGUN_MIN = 4

/** The tokens with their derived forms; those of a token that no document contains as a word only if a document has the form. */
export async function withDerived(db: Database, tokens: ExpandedToken[]): Promise<ExpandedToken[]> {
  const last = tokens.at(-1)
  const derivedOf = (item: ExpandedToken) => {
    const derived = item.token.similar.filter((word) => word.startsWith(DERIVED))
    return item === last && isRare(item) ? derived.map((word) => word + BEGUN) : derived
  }
  const unknown = tokens.filter((item) => documentsOf(item) === 0)
  const found = await findForms(db, unknown.flatMap(derivedOf))
  return tokens.map((item) => {
    const isKnown = documentsOf(item) > 0
    const derived = derivedOf(item).filter((word) => isKnown || found.has(word))
    return { ...item, alike: [...item.alike, ...derived.map(toEntry)] }
  })
}

function isRare({ token, exact, completions }: ExpandedToken): boolean {
  const count = [...exact, ...completions].reduce((sum, { documents }) => sum + documents, 0)
  return count < RARE_MAX && !isGram(token.term) && [...token.term].length >= BEGUN_MIN
}

/** Which of the forms a document has. A materialised step reads the first match only, and never the whole table. */
async function findForms(db: Database, words: string[]): Promise<Set<string>> {
  if (words.length === 0) return new Set()
  const { rows } = await db.execute(sql`
    SELECT form.word FROM unnest(${sql.param(words)}::text[],
      ${sql.param(words.map((word) => anyWordQuery([word])))}::text[]) AS form (word, query)
    WHERE (
      WITH matching AS MATERIALIZED (
        SELECT FROM ${searchDocuments} WHERE terms @@ form.query::tsquery
      )
      SELECT EXISTS (SELECT FROM matching)
    )`)
  const parsed = z.array(z.object({ word: z.string() })).parse(rows)
  return new Set(parsed.map(({ word }) => word))
}
