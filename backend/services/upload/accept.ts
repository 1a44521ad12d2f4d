import { buffer } from 'node:stream/consumers'
import path from 'node:path'
import { Readable } from 'node:stream'
import { eq } from 'drizzle-orm'
import { fileTypeFromBuffer } from 'file-type'
import { KIND_TABLE, KINDS } from '#lib/contract/kind.ts'
import { IMAGE_MAX_BYTES } from '#lib/contract/limits.ts'
import type { Pool } from '#lib/worker/pool.ts'
import type { Crop, Inside } from '#lib/contract/publish.ts'
import type { Database } from '#backend/db/connect.ts'
import { files } from '#backend/db/schema.ts'
import { BadRequest, HttpError } from '#backend/http/errors.ts'
import type { StoredFile } from '#backend/services/container/archive.ts'
import {
  type Contents,
  kindOfFile,
  NO_CONTENTS,
  noteContents,
} from '#backend/services/drawing/contents.ts'
import { DRAWINGS_JOB } from '#backend/services/drawing/job.ts'
import { enqueue, PRIORITY } from '#backend/services/job/queue.ts'
import { newId } from '#backend/services/project/id.ts'
import { type Storage, TooLarge } from '#backend/storage/storage.ts'
import { checkedContents } from './checked-contents.ts'
import { makePicture } from './picture.ts'

export type Upload = {
  uid: string
  purpose: 'project' | 'cover' | 'gallery'
  name: string
  bytes: AsyncIterable<Uint8Array>
  /** Of pictures: what is kept of them. */
  crop?: Crop | undefined
  now: Date
}
export type Uploaded = {
  id: string
  name: string
  size: number
  sha256: string
  width?: number
  height?: number
  /** What a container of ours says of itself. */
  inside?: Inside
  /** Of projects' files: whether their drawings are made safe already. */
  state?: 'working' | 'ready'
}
type Parts = {
  db: Database
  storage: Storage
  workers: Pool
  jobs: { wake: () => void }
  uploadMaxBytes: number
}

const NAME_MAX = 200
/** So much of a file tells what it is. */
const SNIFFED_BYTES = 4100

/**
 * Takes a file in: a pending row, the bytes as they come, the checks, and only then the file is there.
 * No transaction is open while bytes flow; whatever goes wrong leaves neither row nor object.
 * @throws HttpError 413 (`too_large`), 400 (`wrong_type`, `bad_archive`, `bad_image`), 503 (`disk_full`).
 */
export async function acceptUpload(parts: Parts, upload: Upload): Promise<Uploaded> {
  const { db, storage } = parts
  const isProject = upload.purpose === 'project'
  const name = cleanName(upload.name)
  if (isProject) checkEnding(name)
  const id = newId()
  const about = { id, key: id, name, ownerUid: upload.uid, createdAt: upload.now }
  const empty = { mediaType: '', size: 0, sha256: '', state: 'pending' as const }
  await db.insert(files).values({ ...about, ...empty, purpose: isProject ? 'project' : 'image' })
  try {
    const maxBytes = isProject ? parts.uploadMaxBytes : IMAGE_MAX_BYTES
    const { size, sha256 } = await storage.writeStream(id, upload.bytes, { maxBytes })
    if (size === 0) throw new BadRequest('file: empty')
    if (isProject) return await keepProjectFile(parts, { id, name, size, sha256 })
    const stored = await keepPicture(storage, { key: id, size }, upload.crop)
    await db
      .update(files)
      .set({ ...stored, state: 'stored' })
      .where(eq(files.id, id))
    const { width, height } = stored
    return { id, name, size: stored.size, sha256: stored.sha256, width, height }
  } catch (error) {
    await forget(parts, id)
    throw nameFault(error)
  }
}

/**
 * The file is there once it is looked through; what is in it is noted in the same transaction as the
 * job that makes its drawings safe.
 */
async function keepProjectFile(
  parts: Parts,
  { id, name, size, sha256 }: Pick<Uploaded, 'id' | 'name' | 'size' | 'sha256'>,
): Promise<Uploaded> {
  const { mediaType, contents } = await checkProjectFile(parts, { key: id, size })
  const isWorking = contents.icons.length > 0
  await parts.db.transaction(async (tx) => {
    await tx.update(files).set({ mediaType, size, sha256, state: 'stored' }).where(eq(files.id, id))
    await noteContents(tx, { fileId: id, kind: kindOfFile(name) }, contents)
    const job = { name: DRAWINGS_JOB, subject: id, priority: PRIORITY.soon }
    if (isWorking) await enqueue(tx, job)
  })
  parts.jobs.wake()
  const inside = insideOf(contents)
  const state = isWorking ? 'working' : 'ready'
  return { id, name, size, sha256, state, ...(inside && { inside }) }
}

/** What a container of ours says of itself; nothing where it is none. */
function insideOf({ manifest }: Contents): Inside | undefined {
  if (!manifest) return undefined
  const { name: title, version, minimum_version, license } = manifest
  const counts =
    manifest.format === 'iconpack'
      ? { icons: manifest.icons.length, pages: null }
      : { icons: null, pages: manifest.pages.length }
  return { title, version, minimum_version, license, ...counts }
}

async function forget({ db, storage }: Parts, id: string): Promise<void> {
  await storage.remove(id)
  await db.delete(files).where(eq(files.id, id))
}

/** What a browser calls a file, without a path and without what cannot stand in a header. */
function cleanName(given: string): string {
  const last = path.win32.basename(given.toWellFormed().normalize('NFC'))
  // oxlint-disable-next-line no-control-regex -- control and direction characters are taken out
  const plain = last.replaceAll(/[\u0000-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
  const ending = path.extname(plain).slice(0, 20)
  const stem = path.basename(plain, path.extname(plain))
  return `${stem.slice(0, NAME_MAX - ending.length) || 'file'}${ending}`
}

function checkEnding(name: string): void {
  const ending = path.extname(name).toLowerCase()
  if (KINDS.some((kind) => KIND_TABLE[kind].fileEnding === ending)) return
  throw new HttpError(400, 'The file has another ending than any kind of project.', 'wrong_type')
}

/** An archive is looked through; what is none, and no other known sort of file, is kept as it is. */
async function checkProjectFile(parts: Parts, file: StoredFile) {
  const end = Math.min(file.size, SNIFFED_BYTES) - 1
  const head = await buffer(parts.storage.read(file.key, { start: 0, end }))
  const type = await fileTypeFromBuffer(head)
  if (head.subarray(0, 2).toString('latin1') === 'PK') {
    return { mediaType: 'application/zip', contents: await checkedContents(parts, file) }
  }
  const isMarkup = /^\s*(?:<!doctype|<html|<script|<\?xml|<svg)/i.test(head.toString('latin1'))
  if (type || isMarkup) {
    throw new HttpError(400, 'The file is of another type than its ending says.', 'wrong_type')
  }
  return { mediaType: 'application/octet-stream', contents: NO_CONTENTS }
}

/** The picture takes the place of what was uploaded. */
async function keepPicture(storage: Storage, file: StoredFile, crop: Crop | undefined) {
  const { bytes, ...about } = await makePicture(storage, file, crop)
  const { size, sha256 } = await storage.writeStream(file.key, Readable.from([bytes]), {
    maxBytes: Infinity,
  })
  return { ...about, mediaType: 'image/webp', size, sha256 }
}

function nameFault(error: unknown): unknown {
  if (error instanceof TooLarge) {
    return new HttpError(413, 'The file is too large.', 'too_large')
  }
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new HttpError(503, 'There is no room for the file at the moment.', 'disk_full')
  }
  return error
}
