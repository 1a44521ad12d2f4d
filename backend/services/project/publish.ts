import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { isCategoryOf, type Kind, KIND_TABLE } from '#lib/contract/kind.ts'
import type { Project } from '#lib/contract/project.ts'
import type { createRequestSchema, updateRequestSchema } from '#lib/contract/publish.ts'
import { isHigher } from '#lib/contract/version.ts'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { files, projects, type StoredImage, versions } from '#backend/db/schema.ts'
import { BadRequest, HttpError, NotFound } from '#backend/http/errors.ts'
import { noteChanges } from '#backend/services/change/note.ts'
import { indexProject } from '#backend/services/search/index-project.ts'
import { initialPopularity } from '#backend/services/statistic/popularity.ts'
import { selectProjects, toProject } from './columns.ts'
import { newId } from './id.ts'
import { forgetFiles } from './remove.ts'
import { sortKey } from './sort-key.ts'
import { versionParts } from './version.ts'

/** What a plugin's repository says besides. */
export type Facts = Partial<Pick<Project, 'license' | 'release' | 'owner'>> &
  Partial<Pick<typeof projects.$inferInsert, 'repositoryId' | 'manifestId' | 'ownerProof'>>
type Create = z.infer<typeof createRequestSchema> & Facts
type Update = z.infer<typeof updateRequestSchema> & Facts
type StoredRow = typeof files.$inferSelect
type Who = { uid: string; kind: Kind; now: Date }

/**
 * Publishes a project out of files that its author has uploaded.
 * @throws BadRequest; NotFound for a file that is not theirs, or was taken before; HttpError 409
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
  if (file) checkReady(file)
  const id = newId()
  const alt = wish.alternative_texts ?? []
  const counts = { view: 0, download: 0, install: 0 }
  await tx.insert(projects).values({
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
  const notes = wish.notes ?? ''
  const version = { projectId: id, version: wish.version, notes, createdAt: now }
  await tx.insert(versions).values({ ...version, fileId: file?.id ?? null })
  await indexProject(tx, id)
  const project = await shown(tx, id)
  await noteChanges(tx, [project], { author: project.author.name, now, isNew: true })
  return project
}

/**
 * Changes one's own project: what is not said stays. Another file wants a higher version; the earlier
 * one is kept as it was. Pictures that are not shown any more go.
 * @returns the project, and the keys of the objects that may go once the transaction is kept.
 * @throws BadRequest, HttpError 409 (`version_not_higher`, `not_ready`), NotFound also for somebody else's.
 */
export async function updateProject(
  tx: Transaction,
  { uid, kind, now }: Who,
  wish: Update,
): Promise<{ project: Project; keys: string[] }> {
  checkKind(kind, wish)
  const [before] = await tx
    .select()
    .from(projects)
    .where(
      and(
        eq(projects.id, wish.id),
        eq(projects.kind, kind),
        eq(projects.authorUid, uid),
        isNull(projects.hiddenAt),
      ),
    )
    .for('update')
  if (!before) throw new NotFound()
  const shownNow = [before.cover, ...before.gallery]
  const taken = await takeFiles(tx, { uid, now }, wish, [
    ...shownNow.map(({ fileId }) => fileId),
    ...(before.fileId === null ? [] : [before.fileId]),
  ])
  const file = fileOf(taken, kind, wish.file_id)
  const isNewFile = file !== null && file.id !== before.fileId
  if (isNewFile) checkReady(file)
  const version = wish.version ?? before.version
  if (isNewFile || version !== before.version) checkHigher(version, before.version)
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
  await tx
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
      updatedAt: now,
    })
    .where(and(eq(projects.id, wish.id), eq(projects.authorUid, uid)))
  if (version !== before.version) {
    const notes = wish.notes ?? ''
    const fileId = file?.id ?? before.fileId
    const row = { projectId: wish.id, version, fileId, notes, createdAt: now }
    await tx.insert(versions).values(row)
  }
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
 * The files that a wish names, marked as taken: one's own that nobody took, or those in `before`.
 * @throws NotFound where one is missing.
 */
async function takeFiles(
  tx: Transaction,
  { uid, now }: { uid: string; now: Date },
  { file_id, cover_id, gallery_ids = [] }: Partial<Create>,
  before: string[] = [],
): Promise<Map<string, StoredRow>> {
  const named = [file_id, cover_id, ...gallery_ids].filter((id) => id !== undefined)
  const ids = [...new Set(named)]
  if (ids.length === 0) return new Map()
  const isFree = and(eq(files.ownerUid, uid), isNull(files.attachedAt))
  const isMine = before.length > 0 ? or(isFree, inArray(files.id, before)) : isFree
  const rows = await tx
    .update(files)
    .set({ attachedAt: sql`coalesce(${files.attachedAt}, ${now.toISOString()}::timestamptz)` })
    .where(and(inArray(files.id, ids), eq(files.state, 'stored'), isMine))
    .returning()
  if (rows.length !== ids.length) throw new NotFound()
  return new Map(rows.map((row) => [row.id, row]))
}

function fileOf(taken: Map<string, StoredRow>, kind: Kind, id: string | undefined) {
  if (id === undefined) return null
  const file = taken.get(id)
  const ending = KIND_TABLE[kind].fileEnding
  const fits = ending !== null && file?.name.toLowerCase().endsWith(ending)
  if (!file || file.purpose !== 'project' || !fits) {
    throw new BadRequest('file_id: not a file of this kind')
  }
  return file
}

function imageOf(taken: Map<string, StoredRow>, id: string, alt = ''): StoredImage {
  const row = taken.get(id)
  if (!row || row.purpose !== 'image' || !row.width || !row.height) {
    throw new BadRequest('cover_id, gallery_ids: not a picture')
  }
  const { width, height, placeholder } = row
  return { fileId: id, width, height, alt, placeholder }
}

function checkHigher(version: string, before: string): void {
  if (isHigher(version, before)) return
  throw new HttpError(409, `The version must be higher than ${before}.`, 'version_not_higher')
}

/** @throws HttpError 409 (`not_ready`) while the drawings of a file are being made safe. */
function checkReady(file: StoredRow): void {
  if (file.drawings === 'ready') return
  throw new HttpError(409, 'The drawings of the file are still being prepared.', 'not_ready')
}

async function shown(tx: Database | Transaction, id: string): Promise<Project> {
  const [row] = await selectProjects(tx).where(eq(projects.id, id))
  if (!row) throw new NotFound()
  return toProject(row)
}
