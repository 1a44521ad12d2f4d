import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { KIND_TABLE } from '#lib/contract/kind.ts'
import type { Project } from '#lib/contract/project.ts'
import { versionParts } from '#lib/contract/version/minimum-version.ts'
import type { VersionNeeds } from '#lib/contract/version/version-needs.ts'
import type { Pool } from '#lib/worker/pool.ts'
import type { Database, Transaction } from '#backend/db/connect.ts'
import {
  authors,
  derivedPictures,
  files,
  projects,
  type StoredImage,
  versions,
} from '#backend/db/tables.ts'
import { newId } from '#backend/db/new-id.ts'
import { recordChanges } from '#backend/services/change/changes.ts'
import { recordContents, readContents } from '#backend/services/drawing/contents.ts'
import { makeDrawings } from '#backend/services/drawing/make-drawings.ts'
import { authorKeys } from '#backend/services/name/author-names.ts'
import { indexProject } from '#backend/services/search-index/index-project.ts'
import type { Storage } from '#backend/storage/storage.ts'
import { counterColumns, projectColumns } from './columns.ts'

/**
 * An encoded WebP picture with its actual size in pixels; `alt` in the language of the project.
 * `placeholder` is a WebP data URL, at most 24 pixels wide and 400 characters long.
 */
export type ImportedImage = {
  bytes: Buffer
  width: number
  height: number
  alt: string
  placeholder: string
  /** The picture in smaller widths, for lists. */
  derived?: { width: number; bytes: Buffer }[]
}

type ImportedFile = { name: string; bytes: Buffer }

/** A version before the current one. `notes` in the language of the project; `created_at` in ISO 8601. Without needs it has those of the project. */
export type ImportedVersion = Partial<Omit<VersionNeeds, 'version'>> & {
  version: string
  notes: string
  created_at: string
  file: ImportedFile | null
}

/**
 * A project with the bytes of its pictures and file. `author` is a user name; equal names are the
 * same author.
 */
export type ImportedProject = Omit<
  Project,
  'id' | 'author' | 'cover' | 'gallery' | 'file' | 'summary' | 'demo'
> & {
  author: string
  /** What is shown in its place. */
  display_name?: string
  cover: ImportedImage
  gallery: ImportedImage[]
  file: ImportedFile | null
  /** Notes of the current version. */
  notes?: string
  /** Versions before the current one, with their files, in any order. */
  earlier?: ImportedVersion[]
  /** The counted events are spread evenly from the creation to this; without it all are of the last update. */
  counted_until?: string
}

type Deps = { db: Database; storage: Storage; workers: Pool }
type NewFile = typeof files.$inferInsert
type NewDerivedPicture = typeof derivedPictures.$inferInsert

/**
 * Imports a complete project without an account. Writes the objects to the storage first and then all
 * rows in one transaction, so that a project never lacks its files after a crash. Its drawings are
 * sanitised before this returns; after a crash the job queue does it.
 * @param demoKey identifies the project, so that an interrupted import can be resumed.
 * @returns the id of the new project.
 */
export async function importProject(
  { db, storage, workers }: Deps,
  project: ImportedProject,
  demoKey: string,
): Promise<string> {
  const stored = await storeObjects(storage, project)
  const { file } = stored
  const contents =
    file && (await readContents({ storage, workers }, file, { name: `file ${file.id}` }))
  const id = newId()
  await db.transaction(async (tx) => {
    const author = await insertAuthor(tx, project.author, project.display_name ?? null)
    await insertProject(tx, { id, authorUid: author.uid, demoKey }, project, stored)
    if (file && contents)
      await recordContents(tx, { fileId: file.id, kind: project.kind }, contents)
    await indexProject(tx, id)
    const change = { author: author.name, now: new Date(), isNew: true }
    await recordChanges(tx, [{ id, kind: project.kind }], change)
  })
  if (file) await makeDrawings({ db, storage, workers }, file.id)
  return id
}

type StoredObjects = {
  cover: NewFile
  gallery: NewFile[]
  derived: NewDerivedPicture[]
  file: NewFile | null
  earlier: (Omit<ImportedVersion, 'file'> & { file: NewFile | null })[]
}

async function storeObjects(storage: Storage, project: ImportedProject): Promise<StoredObjects> {
  const createdAt = new Date(project.created_at)
  const store = async (bytes: Buffer, file: Pick<NewFile, 'purpose' | 'name' | 'mediaType'>) => {
    const id = newId()
    await storage.write(id, bytes)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    return { ...file, id, key: id, size: bytes.byteLength, sha256, createdAt }
  }
  const derived: NewDerivedPicture[] = []
  const storeImage = async ({ bytes, width, height, ...image }: ImportedImage, name: string) => {
    const file = await store(bytes, { purpose: 'image', name, mediaType: 'image/webp' })
    for (const smaller of image.derived ?? []) {
      const key = newId()
      await storage.write(key, smaller.bytes)
      const size = smaller.bytes.byteLength
      derived.push({ fileId: file.id, width: smaller.width, key, size, lastUsedAt: createdAt })
    }
    return { ...file, width, height }
  }
  const cover = await storeImage(project.cover, 'cover.webp')
  const gallery: NewFile[] = []
  for (const [at, image] of project.gallery.entries()) {
    gallery.push(await storeImage(image, `gallery-${at + 1}.webp`))
  }
  const columns = { purpose: 'project', mediaType: 'application/zip', reader: 'keystrip' } as const
  const storeFile = async (file: ImportedFile | null) =>
    file && (await store(file.bytes, { ...columns, name: file.name }))
  const earlier: StoredObjects['earlier'] = []
  for (const version of project.earlier ?? []) {
    const file = await storeFile(version.file)
    // What it holds is shown of the current version only.
    const { format } = KIND_TABLE[project.kind]
    earlier.push({ ...version, file: file && { ...file, format, drawings: 'ready' } })
  }
  return { cover, gallery, derived, file: await storeFile(project.file), earlier }
}

async function insertAuthor(tx: Transaction, name: string, displayName: string | null) {
  const nameSkeletons = authorKeys(name, displayName)
  const author = { uid: newId(), name, displayName, nameSkeletons }
  await tx.insert(authors).values(author).onConflictDoNothing()
  const [row = author] = await tx.select().from(authors).where(eq(authors.name, name))
  return row
}

async function insertProject(
  tx: Transaction,
  { id, authorUid, demoKey }: { id: string; authorUid: string; demoKey: string },
  project: ImportedProject,
  { cover, gallery, derived, file, earlier }: StoredObjects,
): Promise<void> {
  const createdAt = new Date(project.created_at)
  const updatedAt = new Date(project.updated_at)
  const archives = [file, ...earlier.map((version) => version.file)].filter((one) => one !== null)
  await tx.insert(files).values([cover, ...gallery, ...archives])
  if (derived.length > 0) await tx.insert(derivedPictures).values(derived)
  await tx.insert(projects).values({
    id,
    kind: project.kind,
    authorUid,
    ...projectColumns(project),
    ...counterColumns(
      project,
      project.counted_until === undefined
        ? { from: updatedAt, until: updatedAt }
        : { from: createdAt, until: new Date(project.counted_until) },
    ),
    cover: toStoredImage(project.cover, cover.id),
    gallery: project.gallery.map((image, at) => toStoredImage(image, gallery[at]?.id ?? '')),
    fileId: file?.id ?? null,
    createdAt,
    updatedAt,
    demoKey,
  })
  const { version, operating_systems, minimum_version, notes = '' } = project
  const needs = { operating_systems, minimum_version }
  const current = { version, ...needs, notes, file, createdAt: updatedAt }
  const before = earlier.map((one) => ({ ...one, createdAt: new Date(one.created_at) }))
  await tx.insert(versions).values(
    [current, ...before].map((one) => ({
      projectId: id,
      version: one.version,
      fileId: one.file?.id ?? null,
      notes: one.notes,
      createdAt: one.createdAt,
      operatingSystems: one.operating_systems,
      minimumVersion: one.minimum_version,
      minimumVersionParts:
        one.minimum_version === undefined ? undefined : versionParts(one.minimum_version),
    })),
  )
}

function toStoredImage(image: ImportedImage, fileId: string): StoredImage {
  const { width, height, alt, placeholder } = image
  return { fileId, width, height, alt, placeholder }
}
