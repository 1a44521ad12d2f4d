import { and, eq, ne, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Kind } from '#lib/contract/kind.ts'
import type { ProjectView } from '#lib/contract/list.ts'
import type { Project } from '#lib/contract/project.ts'
import type { Database } from '#backend/db/connect.ts'
import { searchDocuments } from '#backend/db/tables.ts'
import { FIELD_PREFIXES } from '#backend/services/search-index/document.ts'
import { anyLexemeQuery } from './tiers.ts'
import { getProject } from '#backend/services/project/get.ts'
import { selectProjectsById, toProject } from '#backend/services/project/select.ts'

const RELATED_MAX = 8
/** Candidates of the same category, and candidates that share a keyword. */
const COMPARED_MAX = 200
/** Keywords that are compared; a pack may have thousands of icon names. */
const KEYWORDS_MAX = 60

/**
 * Related projects: same kind, other authors; those that share the most keywords (tags, author, icon
 * names) first, then those of the same category by popularity. May be empty, and is for a project that is not listed.
 * @throws NotFoundError for an unknown or hidden project.
 */
export async function listRelated(
  db: Database,
  kind: Kind,
  id: string,
  view: ProjectView,
): Promise<Project[]> {
  const [document] = await db
    .select({
      authorUid: searchDocuments.authorUid,
      category: searchDocuments.category,
      terms: sql<string[]>`tsvector_to_array(${searchDocuments.terms})`,
    })
    .from(searchDocuments)
    .where(and(eq(searchDocuments.projectId, id), eq(searchDocuments.kind, kind)))
  if (!document) {
    await getProject(db, kind, id)
    return []
  }
  const { authorUid, category } = document
  const keywords = document.terms
    .filter((term) => term.startsWith(FIELD_PREFIXES.keywords))
    .slice(0, KEYWORDS_MAX)
  const ids = await findRelated(db, { id, kind, authorUid, category, keywords })
  const rows = await selectProjectsById(db, ids, view)
  return rows.map(toProject)
}

type Reference = {
  id: string
  kind: Kind
  authorUid: string
  category: string
  keywords: string[]
}

async function findRelated(db: Database, project: Reference): Promise<string[]> {
  const { projectId, rank, terms, authorUid, category } = searchDocuments
  const others = and(
    eq(searchDocuments.kind, project.kind),
    ne(projectId, project.id),
    ne(authorUid, project.authorUid),
  )
  const isSameCategory = sql`${category} = ${project.category}`
  const fields = sql`${projectId} AS id, ${rank} AS rank, ${terms} AS terms, ${isSameCategory} AS is_same_category`
  const sharingKeywords =
    project.keywords.length === 0
      ? sql``
      : sql`UNION (SELECT ${fields} FROM ${searchDocuments}
          WHERE ${and(others, sql`${terms} @@ ${anyLexemeQuery(project.keywords)}::tsquery`)}
          LIMIT ${COMPARED_MAX})`
  const { rows } = await db.execute(sql`
    WITH candidates AS (
      (SELECT ${fields} FROM ${searchDocuments} WHERE ${and(others, isSameCategory)}
        ORDER BY ${rank} DESC, ${projectId} DESC LIMIT ${COMPARED_MAX})
      ${sharingKeywords}
    )
    SELECT id FROM candidates, LATERAL (
      SELECT count(*) AS shared FROM unnest(tsvector_to_array(terms)) AS term
      WHERE term = ANY(${sql.param(project.keywords)}::text[])
    ) AS similarity
    ORDER BY shared DESC, is_same_category DESC, rank DESC, id LIMIT ${RELATED_MAX}`)
  return z
    .array(z.object({ id: z.string() }))
    .parse(rows)
    .map(({ id }) => id)
}
