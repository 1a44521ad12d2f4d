import type { z } from 'zod'
import type { FileFormat } from '#lib/contract/file/file-format.ts'
import type { FileIssue } from '#lib/contract/file/file-issue.ts'
import type { NameEncoding } from '#lib/contract/file/name-encoding.ts'
import { COVER_MIN_WIDTH, IMAGE_MAX_BYTES, PICTURE_MIN_SIDE } from '#lib/contract/limits.ts'
import type { Crop, Purpose, uploadedFileSchema } from '#lib/contract/publish.ts'
import type { Payer } from '#lib/limits/payer.ts'
import { count } from '#lib/telemetry/registry.ts'
import { InvalidInputError } from '#backend/errors.ts'
import { imageUrl } from '#backend/services/file/url.ts'
import type { PictureService } from '#backend/services/picture/pictures.ts'
import { newId } from '#backend/db/new-id.ts'
import type { Parts } from '#backend/parts.ts'
import type { StoredObject } from '#backend/storage/storage.ts'
import { acceptPackage } from './accept-package.ts'
import { cleanFileName, kindByExtension } from './file-name.ts'
import { acceptProjectFile } from './project-file.ts'
import { withPending } from './pending.ts'
import { storeWithinQuota } from './quota.ts'
import { answerOf, writePicture } from './store-picture.ts'

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
    if (kind) {
      const owner = { uid, uploadedFor, now, payer }
      const { encoding } = upload
      return acceptProjectFile(deps, { id, name, size, sha256, kind, encoding, ...owner })
    }
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
