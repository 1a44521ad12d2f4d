import type { z } from 'zod'
import type { FileFormat } from '#lib/contract/file/file-format.ts'
import type { FileIssue } from '#lib/contract/file/file-issue.ts'
import type { NameEncoding } from '#lib/contract/file/name-encoding.ts'
import { COVER_MIN_WIDTH, IMAGE_MAX_BYTES, PICTURE_MIN_SIDE } from '#lib/contract/limits.ts'
import type { FileKind } from '#lib/contract/kind-schema.ts'
import type { Crop, Purpose, uploadedFileSchema } from '#lib/contract/publish.ts'
import type { Payer } from '#lib/limits/payer.ts'
import { count } from '#lib/telemetry/registry.ts'
import { fileDetails, type files } from '#backend/db/tables.ts'
import { DomainError, InvalidInputError } from '#backend/errors.ts'
import { recordContents } from '#backend/services/drawing/contents.ts'
import { DRAWINGS_JOB } from '#backend/services/drawing/job.ts'
import { imageUrl, toProjectFile } from '#backend/services/file/url.ts'
import { enqueue, PRIORITY } from '#backend/services/job/queue.ts'
import type { PictureService } from '#backend/services/picture/pictures.ts'
import { newId } from '#backend/db/new-id.ts'
import type { Parts } from '#backend/parts.ts'
import type { StoredObject } from '#backend/storage/storage.ts'
import { acceptArchive } from './accept-archive.ts'
import { acceptPackage } from './accept-package.ts'
import { cleanFileName, kindByExtension } from './file-name.ts'
import { storeWithinQuota, withPending } from './quota.ts'
import { answerOf, storeMadePicture, writePicture } from './store-picture.ts'
import { summarise } from './summary.ts'

export type Upload = {
  uid: string
  /** Who may use it (`uploaderOf`). */
  uploadedFor: string
  purpose: Purpose
  name: string
  bytes: AsyncIterable<Uint8Array>
  /** The part of a picture that is stored. */
  crop?: Crop | undefined
  /** Of the names in an archive that do not say theirs; by default it is detected. */
  encoding?: NameEncoding | undefined
  payer: Payer
  now: Date
}
export type Uploaded = z.input<typeof uploadedFileSchema>
type Deps = Pick<
  Parts,
  'db' | 'storage' | 'workers' | 'jobs' | 'uploadMaxBytes' | 'accountQuota'
> & {
  pictures: PictureService
  formats: readonly FileFormat[]
}

/**
 * Accepts an upload: inserts a pending row, streams the bytes into the storage, validates them, and only
 * then makes the file visible. No transaction is open while bytes arrive. A failed upload leaves neither
 * row nor object.
 * @throws DomainError `too_large`, `quota_full`, `wrong_type`, `bad_archive`, `bad_image`, `large_image`, `broken_image`,
 * `costly_image`, `disk_full`, `overloaded`; InvalidInputError; StorageError.
 */
export async function acceptUpload(deps: Deps, upload: Upload): Promise<Uploaded> {
  const { uid, uploadedFor, now, payer } = upload
  const isProject = upload.purpose === 'project'
  const name = cleanFileName(upload.name)
  const kind = isProject ? kindByExtension(name) : undefined
  const id = newId()
  const purpose = isProject ? 'project' : 'image'
  return withPending(deps, { id, name, uid, uploadedFor, now, purpose }, async () => {
    const maxBytes = isProject ? deps.uploadMaxBytes : IMAGE_MAX_BYTES
    const { size, sha256 } = await deps.storage.writeStream(id, upload.bytes, { maxBytes })
    count('keystrip_upload_bytes_total', [], size)
    if (size === 0) throw new InvalidInputError('file: empty')
    if (kind === 'plugin') return acceptPackage(deps, { id, name, size, sha256, uid, payer })
    if (kind) return acceptProjectFile(deps, { id, name, size, sha256, kind }, upload)
    const picture = await replaceByPicture(deps, { key: id, size }, upload)
    await storeWithinQuota(deps, { id, uid }, picture)
    const warnings = warnSmall(picture, upload.purpose)
    return { id, url: imageUrl(id), name, ...answerOf(picture), warnings }
  })
}

/** What is doubtful about the size of a picture as it is stored: a crop counts. */
function warnSmall({ width, height }: { width: number; height: number }, purpose: Purpose) {
  const value = `${width} × ${height}`
  const isThin = Math.min(width, height) < PICTURE_MIN_SIDE
  const warnings: FileIssue[] = []
  if (purpose === 'cover' && width < COVER_MIN_WIDTH) {
    warnings.push({ code: 'small_cover', value, limit: COVER_MIN_WIDTH })
  }
  if (isThin) warnings.push({ code: 'thin_picture', value, limit: PICTURE_MIN_SIDE })
  return warnings
}

async function replaceByPicture(deps: Deps, file: StoredObject, { purpose, crop, payer }: Upload) {
  const accepted = await deps.pictures.accept(file, { crop, isCover: purpose === 'cover', payer })
  return writePicture(deps, file.key, accepted)
}

/**
 * Makes a pending upload the file of a project: validates it, stores the standard archive where the application cannot read the upload,
 * and enqueues the conversion of its icons in the same transaction.
 * @throws DomainError `bad_archive`, `quota_full`, `overloaded`; StorageError.
 */
async function acceptProjectFile(
  deps: Deps,
  {
    id,
    name,
    size,
    sha256,
    kind,
  }: Pick<typeof files.$inferSelect, 'id' | 'name' | 'size' | 'sha256'> & { kind: FileKind },
  source: Upload,
) {
  const { uid, encoding, payer } = source
  const upload = { key: id, name, size, sha256 }
  const accepted = await acceptArchive(deps, { ...upload, encoding }, { kind, payer })
  const { stored, format, warnings, entries, icons, manifest } = accepted
  const credits = [manifest?.attribution, accepted.licenseText].filter(isPresent)
  const licenseText = credits.length > 0 ? credits.join('\n\n') : null
  const isWorking = icons.length > 0
  const row = { ...upload, ...stored }
  try {
    const columns = { ...row, mediaType: MEDIA_TYPE, reader: format }
    await storeWithinQuota(deps, { id, uid }, columns, async (tx) => {
      await recordContents(tx, { fileId: id, kind }, { icons, manifest })
      if (licenseText !== null || entries !== null) {
        await tx.insert(fileDetails).values({ fileId: id, licenseText, entries })
      }
      const job = { name: DRAWINGS_JOB, subject: id, priority: PRIORITY.soon }
      if (isWorking) await enqueue(tx, { ...job, payer: payer.name, total: icons.length })
    })
  } catch (error) {
    if (row.key !== id) await deps.storage.remove(row.key)
    throw error
  }
  deps.jobs.wake()
  const summary = manifest ? summarise(manifest, warnings) : undefined
  const cover = accepted.cover ? await storeCover(deps, source, accepted.cover) : null
  return {
    ...toProjectFile({ ...NO_ORIGINAL, ...row, id, reader: format }),
    entries,
    id,
    state: isWorking ? ('working' as const) : ('ready' as const),
    warnings,
    ...(summary && { manifest_summary: summary }),
    ...(cover && { cover }),
  }
}

const isPresent = (text: string | null | undefined) => typeof text === 'string'

/** Stores a picture of a pack as a cover. Whatever keeps it from that: the pack is accepted without. */
async function storeCover(deps: Deps, { uid, uploadedFor, now, payer }: Upload, bytes: Uint8Array) {
  try {
    const picture = await deps.pictures.drawPackPicture(bytes, payer)
    const owner = { uid, uploadedFor, name: 'cover.webp', now }
    return picture && (await storeMadePicture(deps, owner, picture))
  } catch (error) {
    if (error instanceof DomainError) return null
    throw error
  }
}

/** Browsers save project files whatever is in them. */
const MEDIA_TYPE = 'application/octet-stream'
const NO_ORIGINAL = {
  originalKey: null,
  originalName: null,
  originalSize: null,
  originalSha256: null,
}
