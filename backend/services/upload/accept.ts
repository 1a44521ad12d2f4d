import { buffer } from 'node:stream/consumers'
import path from 'node:path'
import { Readable } from 'node:stream'
import { fileTypeFromBuffer } from 'file-type'
import type { FileNote } from '#lib/contract/file-note.ts'
import { KIND_TABLE } from '#lib/contract/kind.ts'
import { IMAGE_MAX_BYTES } from '#lib/contract/limits.ts'
import type { Pool } from '#lib/worker/pool.ts'
import type { Crop, Inside } from '#lib/contract/publish.ts'
import { cleanLine } from '#lib/contract/text.ts'
import type { Database } from '#backend/db/connect.ts'
import { BadRequest, diskFull, HttpError, isDiskFull } from '#backend/http/errors.ts'
import type { StoredFile } from '#backend/services/container/archive.ts'
import { deleteFiles } from '#backend/services/file/delete.ts'
import type { Pictures } from '#backend/services/picture/pictures.ts'
import type { FileKind } from '#backend/services/container/standardise.ts'
import { type Contents, noteContents } from '#backend/services/drawing/contents.ts'
import { DRAWINGS_JOB } from '#backend/services/drawing/job.ts'
import { enqueue, PRIORITY } from '#backend/services/job/queue.ts'
import { newId } from '#backend/services/project/id.ts'
import { type Storage, TooLarge } from '#backend/storage/storage.ts'
import { acceptArchive, badArchive } from './accept-archive.ts'
import { beginWithinQuota, storeWithinQuota } from './quota.ts'

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
  /** Of projects' files: what they say of themselves, and what is doubtful about them. */
  inside?: Inside
  warnings?: FileNote[]
  /** Whether what is stored is the standard archive instead of what was sent. */
  is_rewritten?: boolean
  /** Of projects' files: whether their drawings are made safe already. */
  state?: 'working' | 'ready'
}
type Parts = {
  db: Database
  storage: Storage
  workers: Pool
  jobs: { wake: () => void }
  pictures: Pictures
  uploadMaxBytes: number
  accountQuotaBytes: number
}

const NAME_MAX = 200
/** So much of a file tells what it is. */
const SNIFFED_BYTES = 4100

/**
 * Takes a file in: a pending row, the bytes as they come, the checks, and only then the file is there.
 * No transaction is open while bytes flow; whatever goes wrong leaves neither row nor object.
 * @throws HttpError 413 (`too_large`, `quota_full`), 400 (`wrong_type`, `bad_archive`, `bad_image`,
 * `costly_image`), 503 (`disk_full`).
 */
export async function acceptUpload(parts: Parts, upload: Upload): Promise<Uploaded> {
  const { db, storage } = parts
  const isProject = upload.purpose === 'project'
  const name = cleanName(upload.name)
  const kind = isProject ? kindByEnding(name) : undefined
  const id = newId()
  const about = { id, key: id, name, ownerUid: upload.uid, createdAt: upload.now }
  const empty = { mediaType: '', size: 0, sha256: '', state: 'pending' as const }
  const purpose = isProject ? ('project' as const) : ('image' as const)
  await beginWithinQuota(db, { ...about, ...empty, purpose }, parts.accountQuotaBytes)
  try {
    const maxBytes = isProject ? parts.uploadMaxBytes : IMAGE_MAX_BYTES
    const { size, sha256 } = await storage.writeStream(id, upload.bytes, { maxBytes })
    if (size === 0) throw new BadRequest('file: empty')
    if (kind) return await keepProjectFile(parts, { id, name, size, sha256, kind, uid: upload.uid })
    const stored = await keepPicture(parts, { key: id, size }, upload)
    await storeWithinQuota(db, { id, uid: upload.uid, quotaBytes: parts.accountQuotaBytes }, stored)
    const { width, height } = stored
    return { id, name, size: stored.size, sha256: stored.sha256, width, height }
  } catch (error) {
    await forget(parts, id)
    throw nameFault(error)
  }
}

type Sent = Pick<Uploaded, 'id' | 'name' | 'size' | 'sha256'> & { uid: string; kind: FileKind }

/**
 * The file is there once it is looked through; what is in it is noted in the same transaction as the
 * job that makes its drawings safe.
 */
async function keepProjectFile(parts: Parts, sent: Sent): Promise<Uploaded> {
  const { id, uid, kind, name } = sent
  await checkStart(parts, { key: id, size: sent.size })
  const title = path.basename(name, path.extname(name))
  const accepted = await acceptArchive(parts, { ...sent, key: id }, { kind, title })
  const { stored, warnings, isRewritten: is_rewritten, ...contents } = accepted
  const isWorking = contents.icons.length > 0
  const quota = { id, uid, quotaBytes: parts.accountQuotaBytes }
  await storeWithinQuota(
    parts.db,
    quota,
    { mediaType: 'application/zip', ...stored },
    async (tx) => {
      await noteContents(tx, { fileId: id, kind }, contents)
      const job = { name: DRAWINGS_JOB, subject: id, priority: PRIORITY.soon }
      if (isWorking) await enqueue(tx, job)
    },
  )
  parts.jobs.wake()
  const inside = isSaid(warnings) ? insideOf(contents) : undefined
  const state = isWorking ? 'working' : 'ready'
  return { id, name, ...stored, state, warnings, is_rewritten, ...(inside && { inside }) }
}

/** Whether name and version come from the file itself. */
const isSaid = (warnings: FileNote[]) =>
  warnings.every(
    ({ code, field }) =>
      code !== 'no_manifest' &&
      code !== 'manifest_ignored' &&
      !(code === 'field_replaced' && (field === 'name' || field === 'version')),
  )

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
  for (const key of [id, ...(await deleteFiles(db, [id]))]) await storage.remove(key)
}

/** What a browser calls a file, without a path and without what cannot stand in a header. */
function cleanName(given: string): string {
  const last = path.win32.basename(given.toWellFormed().normalize('NFC'))
  const plain = cleanLine(last).replaceAll(/[\u200e\u200f]/g, '')
  const ending = path.extname(plain).slice(0, 20)
  const stem = path.basename(plain, path.extname(plain))
  return `${stem.slice(0, NAME_MAX - ending.length) || 'file'}${ending}`
}

const FILE_KINDS = ['icon', 'profile', 'flexpage'] as const

function kindByEnding(name: string): FileKind {
  const ending = path.extname(name).toLowerCase()
  const kind = FILE_KINDS.find((one) => KIND_TABLE[one].fileEnding === ending)
  if (kind) return kind
  throw new HttpError(400, 'The file has another ending than any kind of project.', 'wrong_type')
}

/** What does not begin like an archive is none; of what it is another sort of, that is said. */
async function checkStart(parts: Parts, file: StoredFile): Promise<void> {
  const end = Math.min(file.size, SNIFFED_BYTES) - 1
  const head = await buffer(parts.storage.read(file.key, { start: 0, end }))
  if (head.subarray(0, 2).toString('latin1') === 'PK') return
  const type = await fileTypeFromBuffer(head)
  const isMarkup = /^\s*(?:<!doctype|<html|<script|<\?xml|<svg)/i.test(head.toString('latin1'))
  if (type || isMarkup) {
    throw new HttpError(400, 'The file is of another type than its ending says.', 'wrong_type')
  }
  throw badArchive({ code: 'no_archive' })
}

/** The picture takes the place of what was uploaded. */
async function keepPicture({ storage, pictures }: Parts, file: StoredFile, upload: Upload) {
  const isCover = upload.purpose === 'cover'
  const accepted = await pictures.accept(file, { crop: upload.crop, isCover })
  const { bytes, derived, ...about } = accepted
  const { size, sha256 } = await storage.writeStream(file.key, Readable.from([bytes]), {
    maxBytes: Infinity,
  })
  await pictures.keep(file.key, derived)
  return { ...about, mediaType: 'image/webp', size, sha256 }
}

function nameFault(error: unknown): unknown {
  if (error instanceof TooLarge) {
    return new HttpError(413, 'The file is too large.', 'too_large')
  }
  return isDiskFull(error) ? diskFull(error) : error
}
