import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Pool } from '#lib/worker/pool.ts'
import type { Database } from '#backend/db/connect.ts'
import {
  authors,
  derivedPictures,
  files,
  projects,
  type StoredImage,
  versions,
} from '#backend/db/schema.ts'
import { noteChanges } from '#backend/services/change/note.ts'
import { noteContents, readContents } from '#backend/services/drawing/contents.ts'
import { makeDrawings } from '#backend/services/drawing/make-drawings.ts'
import { indexProject } from '#backend/services/search/index-project.ts'
import type { DemoImage, DemoProject } from '#backend/demo/types.ts'
import { initialPopularity } from '#backend/services/statistic/popularity.ts'
import type { Storage } from '#backend/storage/storage.ts'
import { newId } from './id.ts'
import { sortKey } from './sort-key.ts'
import { versionParts } from './version.ts'

type NewFile = typeof files.$inferInsert

/**
 * Puts a complete project into the catalogue: its objects into the storage first, then all rows in
 * one transaction, so that a kill in between leaves no project without its files. Its drawings are made
 * safe before it returns; after a kill in between the queue does that.
 * @returns the new project's id.
 */
export async function importProject(
  { db, storage, workers }: { db: Database; storage: Storage; workers: Pool },
  project: DemoProject,
  demoKey: string,
): Promise<string> {
  const createdAt = new Date(project.created_at)
  const store = async (bytes: Buffer, about: Pick<NewFile, 'purpose' | 'name' | 'mediaType'>) => {
    const id = newId()
    await storage.write(id, bytes)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    return { ...about, id, key: id, size: bytes.byteLength, sha256, createdAt }
  }
  const derived: (typeof derivedPictures.$inferInsert)[] = []
  const storeImage = async ({ bytes, width, height, ...image }: DemoImage, name: string) => {
    const file = await store(bytes, { purpose: 'image', name, mediaType: 'image/webp' })
    for (const smaller of image.derived ?? []) {
      const key = newId()
      await storage.write(key, smaller.bytes)
      const about = { key, size: smaller.bytes.byteLength, lastUsedAt: createdAt }
      derived.push({ fileId: file.id, width: smaller.width, ...about })
    }
    return { ...file, width, height }
  }

  const cover = await storeImage(project.cover, 'cover.webp')
  const gallery: NewFile[] = []
  for (const [at, image] of project.gallery.entries()) {
    gallery.push(await storeImage(image, `gallery-${at + 1}.webp`))
  }
  const file =
    project.file &&
    (await store(project.file.bytes, {
      purpose: 'project',
      name: project.file.name,
      mediaType: 'application/zip',
    }))

  const contents = file && (await readContents({ storage, workers }, file))
  const id = newId()
  await db.transaction(async (tx) => {
    const wanted = { uid: newId(), name: project.author }
    await tx.insert(authors).values(wanted).onConflictDoNothing()
    const [author = wanted] = await tx.select().from(authors).where(eq(authors.name, wanted.name))
    await tx.insert(files).values([cover, ...gallery, ...(file ? [file] : [])])
    if (derived.length > 0) await tx.insert(derivedPictures).values(derived)
    await tx.insert(projects).values({
      id,
      ...columnsOf(project),
      authorUid: author.uid,
      cover: storedImage(project.cover, cover.id),
      gallery: project.gallery.map((image, at) => storedImage(image, gallery[at]?.id ?? '')),
      fileId: file?.id ?? null,
      createdAt,
      demoKey,
    })
    await tx.insert(versions).values({
      projectId: id,
      version: project.version,
      fileId: file?.id ?? null,
      notes: '',
      createdAt: new Date(project.updated_at),
    })
    if (file && contents) await noteContents(tx, { fileId: file.id, kind: project.kind }, contents)
    await indexProject(tx, id)
    const shown = { author: author.name, now: new Date(), isNew: true }
    await noteChanges(tx, [{ id, kind: project.kind }], shown)
  })
  if (file) await makeDrawings({ db, storage, workers }, file.id, { atOnce: 2 })
  return id
}

function columnsOf(project: DemoProject) {
  const updatedAt = new Date(project.updated_at)
  const { views, downloads, installs } = project
  return {
    kind: project.kind,
    title: project.title,
    sortKey: sortKey(project.title),
    description: project.description,
    language: project.language ?? null,
    version: project.version,
    operatingSystems: project.operating_systems,
    minimumVersion: project.minimum_version,
    minimumVersionParts: versionParts(project.minimum_version),
    category: project.category,
    tags: project.tags,
    license: project.license ?? null,
    attribution: project.attribution ?? null,
    isSample: project.sample,
    owner: project.owner ?? null,
    repositoryUrl: project.repository_url ?? null,
    release: project.release ?? null,
    keys: project.keys ?? null,
    views,
    downloads,
    installs,
    popularity: initialPopularity(
      { view: views, download: downloads, install: installs },
      updatedAt,
    ),
    updatedAt,
  }
}

function storedImage({ width, height, alt, placeholder }: DemoImage, fileId: string): StoredImage {
  return { fileId, width, height, alt, placeholder }
}
