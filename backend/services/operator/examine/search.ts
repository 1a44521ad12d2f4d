import { asc, gt, inArray, sql } from 'drizzle-orm'
import type { Examined, Problem } from '#lib/contract/operator.ts'
import { projects, searchDocuments } from '#backend/db/tables.ts'
import { isListed } from '#backend/db/visible.ts'
import { indexProject } from '#backend/services/search-index/index-project.ts'
import type { ExamineDeps, ExamineOptions } from './dependencies.ts'

const BATCH = 500

/** Listed projects against the search index, in both directions; `fix` indexes and removes. */
export async function examineSearch(
  { db }: ExamineDeps,
  { after, fix }: ExamineOptions,
): Promise<Examined> {
  const rows = await db
    .select({ id: projects.id, isListed: sql<boolean>`${isListed}` })
    .from(projects)
    .where(gt(projects.id, after))
    .orderBy(asc(projects.id))
    .limit(BATCH)
  const last = rows.length < BATCH ? null : (rows.at(-1)?.id ?? null)
  const ids = rows.map(({ id }) => id)
  const { projectId } = searchDocuments
  const documents = await db
    .select({ id: projectId })
    .from(searchDocuments)
    .where(inArray(projectId, ids))
  const indexed = new Set(documents.map(({ id }) => id))
  const problems: Problem[] = []
  for (const { id, isListed: isMissing } of rows) {
    if (indexed.has(id) === isMissing) continue
    if (fix) await db.transaction((tx) => indexProject(tx, id))
    problems.push({
      code: isMissing ? 'not_indexed' : 'indexed_for_nobody',
      subject: id,
      text: isMissing ? `Search does not know ${id}.` : `Search finds ${id}, which no list shows.`,
      isFixed: fix,
    })
  }
  return { checked: rows.length, problems, next: last }
}
