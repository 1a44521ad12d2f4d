import { and, eq, ne, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Kind } from '#lib/contract/kind.ts'
import type { ProjectView } from '#lib/contract/list.ts'
import type { Project } from '#lib/contract/project.ts'
import type { Database } from '#backend/db/connect.ts'
import { relatedProjects, searchDocuments } from '#backend/db/tables.ts'
import { enqueue, PRIORITY } from '#backend/services/job/queue.ts'
import type { JobHandler } from '#backend/services/job/runner.ts'
import { parseLexeme } from '#backend/services/search-index/document.ts'
import { anyLexemeQuery } from './token-query.ts'
import { getProject, selectProjectsById, toProject } from '#backend/services/project/select.ts'

const RELATED_MAX = 8
/** Candidates of the same category, and candidates that share a keyword. */
const COMPARED_MAX = 200
/** Words, not their derived forms and hashtags: a tag counts once. */
const PLAIN = /^[\p{L}\p{N}]/u
/** Keywords that are compared; a pack may have thousands of icon names. */
const KEYWORDS_MAX = 60

/** Age from which stored related projects are found again, in ms. */
const AGE_MS = 24 * 3600 * 1000

/** Job that finds the related projects of a project again. The subject is its id. Given up, it is enqueued again by the next request. */
export const RELATED_JOB = 'related' as const
declare module '#backend/services/job/queue.ts' {
  interface JobNames {
    [RELATED_JOB]: true
  }
}
/** Who takes turns for it: no account. */
const PAYER = 'related'

/**
 * Related projects: same kind, other authors; those that share the most keywords (tags, author, icon
 * names) first, then those of the same category by popularity. May be empty, and is for a project that is not listed.
 * They are stored, and found again by a job after a day, or at once after the project has changed.
 * @throws NotFoundError for an unknown or hidden project.
 */
export async function listRelated(
  db: Database,
  { kind, id, view, now }: { kind: Kind; id: string; view: ProjectView; now: Date },
): Promise<Project[]> {
  const ids = (await readStored(db, { kind, id, now })) ?? (await findAndStore(db, id, now, kind))
  if (ids === undefined) {
    await getProject(db, kind, id)
    return []
  }
  const rows = await selectProjectsById(db, ids, view)
  return rows.map(toProject)
}

type Wanted = { kind: Kind; id: string; now: Date }

/** The stored ids of projects that lists still show, and that are still another author's. */
const stillShown = sql<string[]>`ARRAY(
  SELECT others.project_id FROM unnest(${relatedProjects.ids}) WITH ORDINALITY AS found (id, place)
  JOIN ${searchDocuments} AS others ON others.project_id = found.id
  WHERE others.author_uid <> ${searchDocuments.authorUid} ORDER BY found.place)`

async function readStored(db: Database, { kind, id, now }: Wanted): Promise<string[] | undefined> {
  const [stored] = await db
    .select({ ids: stillShown, foundAt: relatedProjects.foundAt })
    .from(relatedProjects)
    // Only projects that lists show have one.
    .innerJoin(searchDocuments, eq(searchDocuments.projectId, relatedProjects.projectId))
    .where(and(eq(relatedProjects.projectId, id), eq(searchDocuments.kind, kind)))
  if (!stored) return undefined
  // A clock that was set back must not keep them.
  if (Math.abs(now.getTime() - stored.foundAt.getTime()) > AGE_MS) {
    await enqueue(db, { name: RELATED_JOB, subject: id, priority: PRIORITY.later, payer: PAYER })
  }
  return stored.ids
}

/** @returns nothing for a project that no list shows, or that has another kind. */
async function findAndStore(
  db: Database,
  id: string,
  now: Date,
  kind?: Kind,
): Promise<string[] | undefined> {
  const [document] = await db
    .select({
      kind: searchDocuments.kind,
      authorUid: searchDocuments.authorUid,
      category: searchDocuments.category,
      updatedAt: searchDocuments.updatedAt,
      terms: sql<string[]>`tsvector_to_array(${searchDocuments.terms})`,
    })
    .from(searchDocuments)
    .where(and(eq(searchDocuments.projectId, id), kind && eq(searchDocuments.kind, kind)))
  if (!document) return undefined
  const keywords = document.terms
    .filter((lexeme) => {
      const [term, field] = parseLexeme(lexeme)
      return field === 'keywords' && PLAIN.test(term)
    })
    .slice(0, KEYWORDS_MAX)
  const ids = await findRelated(db, { ...document, id, keywords })
  // Not for a project that was changed or deleted meanwhile.
  await db.execute(sql`
    INSERT INTO ${relatedProjects} (project_id, ids, found_at)
    SELECT project_id, ${sql.param(ids)}::text[], ${now.toISOString()}::timestamptz FROM ${searchDocuments}
    WHERE project_id = ${id} AND updated_at = ${document.updatedAt.toISOString()}::timestamptz
    ON CONFLICT (project_id) DO UPDATE SET ids = excluded.ids, found_at = excluded.found_at`)
  return ids
}

export const relatedHandler = ({ db, clock }: { db: Database; clock: () => Date }): JobHandler => ({
  async run(subject) {
    await findAndStore(db, subject, clock())
  },
})

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
