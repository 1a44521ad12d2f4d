import { and, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { isCategoryOf, type Kind, KIND_TABLE } from '#lib/contract/kind.ts'
import type { Project } from '#lib/contract/project.ts'
import type { createRequestSchema, updateRequestSchema } from '#lib/contract/publish.ts'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { projects, type StoredImage, versions } from '#backend/db/schema.ts'
import { BadRequest, HttpError, NotFound } from '#backend/http/errors.ts'
import { noteChanges } from '#backend/services/change/note.ts'
import { indexProject } from '#backend/services/search/index-project.ts'
import { initialPopularity } from '#backend/services/statistic/popularity.ts'
import { selectProjects, toProject } from './columns.ts'
import { newId } from './id.ts'
import { forgetFiles } from './remove.ts'
import { lockOwn, type Own } from './own.ts'
import { sortKey } from './sort-key.ts'
import { checkReady, fileOf, imageOf, takeFiles } from './take-files.ts'
import { checkHigher, keepFacts, versionParts } from './version.ts'

/** What a plugin's repository says besides. */
export type Facts = Partial<Pick<Project, 'license' | 'release' | 'owner'>> &
  Partial<Pick<typeof projects.$inferInsert, 'repositoryId' | 'manifestId' | 'ownerProof'>>
type Create = z.infer<typeof createRequestSchema> & Facts
type Update = z.infer<typeof updateRequestSchema> & Facts
type Who = { uid: string; kind: Kind; now: Date }

/**
 * Publishes a project out of files that its author has uploaded.
 * @throws BadRequest; FileMissing for a file that is not theirs, or was taken before; HttpError 409
 * (`not_ready`).
 */
export async function createProject(
  tx: Transaction,
  { uid, kind, now }: Who,
  wish: Create,
): Promise<Project> {
  checkKind(kind, wish)
  const taken = await takeFiles(tx, { uid, now }, wish)
  const file = fileOf(taken, kind, wish.file_id)
  if (!file && KIND_TABLE[kind].fileEnding !== null) throw new BadRequest('file_id: missing')
  if (file) checkReady(file, kind)
  const id = newId()
  const alt = wish.alternative_texts ?? []
  const counts = { view: 0, download: 0, install: 0 }
  const made = await tx
    .insert(projects)
    .values({
      id,
      kind,
      authorUid: uid,
      ...textColumns(wish),
      title: wish.title,
      sortKey: sortKey(wish.title),
      description: wish.description,
      version: wish.version,
      operatingSystems: wish.operating_systems,
      minimumVersion: wish.minimum_version,
      minimumVersionParts: versionParts(wish.minimum_version),
      category: wish.category,
      cover: imageOf(taken, wish.cover_id, alt[0]),
      gallery: wish.gallery_ids.map((one, at) => imageOf(taken, one, alt[at + 1])),
      fileId: file?.id ?? null,
      popularity: initialPopularity(counts, now),
      createdAt: now,
      updatedAt: now,
    })
    .returning()
  const notes = wish.notes ?? ''
  const version = { projectId: id, version: wish.version, notes, createdAt: now }
  await tx.insert(versions).values({ ...version, fileId: file?.id ?? null })
  for (const row of made) await keepFacts(tx, row)
  await indexProject(tx, id)
  const project = await shown(tx, id)
  await noteChanges(tx, [project], { author: project.author.name, now, isNew: true })
  return project
}

/**
 * Changes one's own project: what is not said stays. Another file wants a higher version, and a
 * higher version another file; the earlier ones are kept as they were. Pictures that are not shown any more go.
 * @returns the project, and the keys of the objects that may go once the transaction is kept.
 * @param match the revision that the change started from, where it says so.
 * @throws BadRequest; HttpError 409 (`stale`, `version_not_higher`, `file_unchanged`, `not_ready`);
 * FileMissing; NotFound also for somebody else's.
 */
export async function updateProject(
  tx: Transaction,
  { uid, kind, now, match }: Who & Pick<Own, 'match'>,
  wish: Update,
): Promise<{ project: Project; keys: string[] }> {
  checkKind(kind, wish)
  const before = await lockOwn(tx, { uid, kind, id: wish.id, match })
  const shownNow = [before.cover, ...before.gallery]
  const taken = await takeFiles(tx, { uid, now }, wish, [
    ...shownNow.map(({ fileId }) => fileId),
    ...(before.fileId === null ? [] : [before.fileId]),
  ])
  const file = fileOf(taken, kind, wish.file_id)
  const isNewFile = file !== null && file.id !== before.fileId
  if (isNewFile) checkReady(file, kind)
  const version = wish.version ?? before.version
  const isNewVersion = version !== before.version
  if (isNewFile || isNewVersion) {
    await checkHigher(tx, wish.id, { version, before: before.version })
  }
  if (isNewVersion && !isNewFile) checkNeedsNoFile(kind)
  const alt = wish.alternative_texts
  const known = new Map(shownNow.map((image) => [image.fileId, image]))
  const image = (id: string, at: number): StoredImage => {
    const old = known.get(id)
    const words = alt?.[at] ?? old?.alt
    return old ? { ...old, alt: words ?? '' } : imageOf(taken, id, words)
  }
  const cover = image(wish.cover_id ?? before.cover.fileId, 0)
  const galleryIds = wish.gallery_ids ?? before.gallery.map(({ fileId }) => fileId)
  const gallery = galleryIds.map((one, at) => image(one, at + 1))
  const changed = await tx
    .update(projects)
    .set({
      ...textColumns(wish),
      ...(wish.title !== undefined && { title: wish.title, sortKey: sortKey(wish.title) }),
      ...(wish.description !== undefined && { description: wish.description }),
      ...(wish.operating_systems && { operatingSystems: wish.operating_systems }),
      ...(wish.minimum_version !== undefined && {
        minimumVersion: wish.minimum_version,
        minimumVersionParts: versionParts(wish.minimum_version),
      }),
      ...(wish.category && { category: wish.category }),
      ...(isNewFile && { fileId: file.id }),
      version,
      cover,
      gallery,
      revision: sql`${projects.revision} + 1`,
      updatedAt: now,
    })
    .where(and(eq(projects.id, wish.id), eq(projects.authorUid, uid)))
    .returning()
  if (isNewVersion) {
    const notes = wish.notes ?? ''
    const fileId = file?.id ?? before.fileId
    const row = { projectId: wish.id, version, fileId, notes, createdAt: now }
    await tx.insert(versions).values(row)
  }
  for (const row of changed) await keepFacts(tx, row)
  await indexProject(tx, wish.id)
  const left = new Set([cover, ...gallery].map(({ fileId }) => fileId))
  const gone = shownNow.map(({ fileId }) => fileId).filter((one) => !left.has(one))
  const keys = await forgetFiles(tx, gone)
  const project = await shown(tx, wish.id)
  await noteChanges(tx, [project], { author: project.author.name, now })
  return { project, keys }
}

function checkKind(kind: Kind, { category, ...wish }: Partial<Create>): void {
  if (category && !isCategoryOf(kind, category)) {
    throw new BadRequest('category: not one of this kind')
  }
  const isPlugin = kind === 'plugin'
  if (isPlugin && wish.file_id) throw new BadRequest('file_id: a plugin has its repository')
  if (!isPlugin && (wish.owner ?? wish.repository_url)) {
    throw new BadRequest('repository_url: for plugins only')
  }
}

function textColumns(wish: Partial<Create>) {
  const { tags, owner, repository_url, license, release } = wish
  const { repositoryId, manifestId, ownerProof } = wish
  return {
    ...(repositoryId !== undefined && { repositoryId, manifestId, ownerProof }),
    ...(license !== undefined && { license }),
    ...(release !== undefined && { release }),
    ...(tags && { tags: [...new Set(tags.map((tag) => tag.trim().toLowerCase()))] }),
    ...(owner !== undefined && { owner }),
    ...(repository_url !== undefined && { repositoryUrl: repository_url }),
  }
}

/**
 * A version stands for its file; only a plugin's comes from its repository.
 * @throws HttpError 409 (`file_unchanged`).
 */
function checkNeedsNoFile(kind: Kind): void {
  if (KIND_TABLE[kind].fileEnding === null) return
  const message = 'A new version needs a new file; other changes leave the version as it is.'
  throw new HttpError(409, message, 'file_unchanged', { fields: ['file_id'] })
}

export async function shown(tx: Database | Transaction, id: string): Promise<Project> {
  const [row] = await selectProjects(tx).where(eq(projects.id, id))
  if (!row) throw new NotFound()
  return toProject(row)
}
