import { and, eq, sql } from 'drizzle-orm'
import type { Transaction } from '#backend/db/connect.ts'
import {
  authors,
  fileIcons,
  pluginReadmes,
  projects,
  relatedProjects,
  searchDocuments,
} from '#backend/db/tables.ts'
import { isListed } from '#backend/db/visible.ts'
import { settleFitting } from '#backend/services/fitting/settle-fitting.ts'
import { searchKey } from '#backend/text/title-key.ts'
import { documentTerms, type DocumentField, parseLexeme, toTsvector } from './document.ts'
import { updateIconTerms } from './icon-terms.ts'
import { rankOf } from './rank.ts'
import { addToVocabulary, removeFromVocabulary } from './vocabulary.ts'

/**
 * Indexes a project for search, in the transaction that writes it, or removes it from the index if no list shows it. Every change of a
 * project or a version ends with it, so that it also finds the versions that fit where the current one does not.
 */
export async function indexProject(tx: Transaction, projectId: string): Promise<void> {
  await settleFitting(tx, [projectId])
  const [row] = await tx
    .select({ project: projects, author: authors.name, displayName: authors.displayName })
    .from(projects)
    .innerJoin(authors, eq(authors.uid, projects.authorUid))
    .where(and(eq(projects.id, projectId), isListed))
  if (!row) return unindexProject(tx, projectId)
  const { project, author, displayName } = row
  const { kind, fileId } = project
  const icons = kind === 'icon' && fileId !== null ? await iconWords(tx, fileId) : []
  const readmes = kind === 'plugin' ? await readmeTexts(tx, projectId) : []
  const terms = documentTerms({ ...project, author, displayName, icons, readmes })
  const previousTerms = await indexedTerms(tx, projectId)
  const document = {
    ...documentColumns(project),
    terms: sql`${toTsvector(terms)}::tsvector`,
  }
  await tx
    .insert(searchDocuments)
    .values({ projectId, ...document })
    .onConflictDoUpdate({ target: searchDocuments.projectId, set: document })
  await tx.delete(relatedProjects).where(eq(relatedProjects.projectId, projectId))
  await removeFromVocabulary(tx, difference(previousTerms, terms))
  await addToVocabulary(tx, difference(terms, previousTerms))
}

/** Indexes a project and the icons of its file again. Packs without stored icons are indexed again by the job that reads them. */
export async function indexWithIcons(
  tx: Transaction,
  { id, kind, fileId }: Pick<typeof projects.$inferSelect, 'id' | 'kind' | 'fileId'>,
): Promise<void> {
  if (fileId && kind === 'icon') await updateIconTerms(tx, fileId)
  await indexProject(tx, id)
}

type DocumentSource = Pick<
  typeof projects.$inferSelect,
  | 'kind'
  | 'authorUid'
  | 'fileId'
  | 'category'
  | 'operatingSystems'
  | 'minimumVersionParts'
  | 'title'
  | 'sortKey'
  | 'updatedAt'
  | 'popularity'
> &
  Partial<Pick<typeof projects.$inferSelect, 'fittingMinimums'>>

/** The columns of `search_documents` that a project determines, except for the terms. */
export function documentColumns(project: DocumentSource) {
  return {
    kind: project.kind,
    authorUid: project.authorUid,
    fileId: project.fileId,
    category: project.category,
    operatingSystems: project.operatingSystems,
    minimumVersionParts: project.minimumVersionParts,
    fittingMinimums: project.fittingMinimums ?? null,
    titleKey: searchKey(project.title),
    sortKey: project.sortKey,
    updatedAt: project.updatedAt,
    rank: rankOf(project.popularity),
  }
}

/** Removes a project from the index, in the transaction that deletes it. */
export async function unindexProject(tx: Transaction, projectId: string): Promise<void> {
  await removeFromVocabulary(tx, await indexedTerms(tx, projectId))
  await tx.delete(searchDocuments).where(eq(searchDocuments.projectId, projectId))
}

/** The terms that `other` does not have, or has in another field. */
function difference(terms: Map<string, DocumentField>, other: Map<string, DocumentField>) {
  return new Map([...terms].filter(([term, field]) => other.get(term) !== field))
}

/** The icons of a pack as their authors named them, then names that are not what was written, then tags. */
async function iconWords(tx: Transaction, fileId: string): Promise<string[]> {
  const rows = await tx
    .select({ name: fileIcons.name, label: fileIcons.label, tags: fileIcons.tags })
    .from(fileIcons)
    .where(eq(fileIcons.fileId, fileId))
    .orderBy(fileIcons.position)
  return [
    ...rows.map(({ name, label }) => label ?? name),
    ...rows.flatMap(({ name, label }) => (label === null ? [] : [name])),
    ...new Set(rows.flatMap(({ tags }) => tags)),
  ]
}

async function readmeTexts(tx: Transaction, projectId: string): Promise<string[]> {
  const rows = await tx
    .select({ texts: pluginReadmes.texts })
    .from(pluginReadmes)
    .where(eq(pluginReadmes.projectId, projectId))
  return rows.flatMap(({ texts }) => texts.map(({ text }) => text))
}

async function indexedTerms(
  tx: Transaction,
  projectId: string,
): Promise<Map<string, DocumentField>> {
  const [row] = await tx
    .select({ terms: sql<string[]>`tsvector_to_array(${searchDocuments.terms})` })
    .from(searchDocuments)
    .where(eq(searchDocuments.projectId, projectId))
  return new Map(row?.terms.map(parseLexeme))
}
