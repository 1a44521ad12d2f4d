import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Kind } from '#lib/contract/kind.ts'
import type { Project } from '#lib/contract/project.ts'
import type { Database } from '#backend/db/connect.ts'
import { projects } from '#backend/db/schema.ts'
import { searchDocuments } from '#backend/db/search-schema.ts'
import { NotFound } from '#backend/http/errors.ts'
import { FIELD_MARKS } from '#backend/services/search/document.ts'
import { anyMarkedQuery } from '#backend/services/search/tiers.ts'
import { selectProjects, toProject } from './columns.ts'

const RELATED_MAX = 8
/** So many of the most popular of the category, and of those that share a word, are compared. */
const COMPARED_MAX = 200
/** A pack of a thousand icons is like others by its first ones. */
const WORDS_MAX = 60

/**
 * Projects of the same kind by others that come near: those that share the most tags and icon names,
 * then those of the same category, the popular first. There may be none.
 * @throws NotFound for a project that is not there.
 */
export async function listRelated(db: Database, kind: Kind, id: string): Promise<Project[]> {
  const [own] = await db
    .select({
      authorUid: searchDocuments.authorUid,
      category: searchDocuments.category,
      words: sql<string[]>`tsvector_to_array(${searchDocuments.terms})`,
    })
    .from(searchDocuments)
    .where(and(eq(searchDocuments.projectId, id), eq(searchDocuments.kind, kind)))
  if (!own) throw new NotFound()
  const words = own.words.filter((word) => word.startsWith(FIELD_MARKS.head)).slice(0, WORDS_MAX)
  const ids = await nearest(db, { ...own, id, kind, words })
  if (ids.length === 0) return []
  const rows = await selectProjects(db).where(inArray(projects.id, ids))
  const byId = new Map(rows.map((row) => [row.project.id, row]))
  return ids.flatMap((one) => {
    const row = byId.get(one)
    return row ? [toProject(row)] : []
  })
}

type Own = { id: string; kind: Kind; authorUid: string; category: string; words: string[] }

async function nearest(db: Database, own: Own): Promise<string[]> {
  const { projectId, rank, terms, authorUid, category } = searchDocuments
  const others = and(
    eq(searchDocuments.kind, own.kind),
    ne(projectId, own.id),
    ne(authorUid, own.authorUid),
  )
  const isSame = sql`${category} = ${own.category}`
  const fields = sql`${projectId} AS id, ${rank} AS rank, ${terms} AS terms, ${isSame} AS is_same`
  const sharing =
    own.words.length === 0
      ? sql``
      : sql`UNION (SELECT ${fields} FROM ${searchDocuments}
          WHERE ${and(others, sql`${terms} @@ ${anyMarkedQuery(own.words)}::tsquery`)}
          LIMIT ${COMPARED_MAX})`
  const { rows } = await db.execute(sql`
    WITH near AS (
      (SELECT ${fields} FROM ${searchDocuments} WHERE ${and(others, isSame)}
        ORDER BY ${rank} DESC, ${projectId} DESC LIMIT ${COMPARED_MAX})
      ${sharing}
    )
    SELECT id FROM near, LATERAL (
      SELECT count(*) AS shared FROM unnest(tsvector_to_array(terms)) AS word
      WHERE word = ANY(${sql.param(own.words)}::text[])
    ) AS likeness
    ORDER BY shared DESC, is_same DESC, rank DESC, id LIMIT ${RELATED_MAX}`)
  return z
    .array(z.object({ id: z.string() }))
    .parse(rows)
    .map(({ id }) => id)
}
