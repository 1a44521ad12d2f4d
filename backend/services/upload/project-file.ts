import type { FileFormat } from '#lib/contract/file/file-format.ts'
import type { NameEncoding } from '#lib/contract/file/name-encoding.ts'
import type { Payer } from '#lib/limits/payer.ts'
import { fileDetails } from '#backend/db/tables.ts'
import { DomainError } from '#backend/errors.ts'

import type { FileKind } from '#lib/contract/kind-schema.ts'
import type { Parts } from '#backend/parts.ts'
import { recordContents } from '#backend/services/drawing/contents.ts'
import { DRAWINGS_JOB } from '#backend/services/drawing/job.ts'
import { toProjectFile } from '#backend/services/file/url.ts'
import { enqueue, PRIORITY } from '#backend/services/job/queue.ts'
import type { PictureService } from '#backend/services/picture/pictures.ts'
import { acceptArchive } from './accept-archive.ts'
import { storeMadePicture } from './store-picture.ts'
import { summarise } from './summary.ts'
import { storeWithinQuota } from './quota.ts'

type Deps = Pick<Parts, 'db' | 'storage' | 'workers' | 'jobs' | 'accountQuota'> & {
  formats: readonly FileFormat[]
  pictures: PictureService
}
type Pending = {
  id: string
  name: string
  size: number
  sha256: string
  uid: string
  uploadedFor: string
  now: Date
  kind: FileKind
  encoding: NameEncoding | undefined
  /** Whom its validation and its drawings are for. */
  payer: Payer
}

/**
 * Makes a pending upload the file of a project: validates it, stores the standard archive where the application cannot read the upload,
 * and enqueues the conversion of its icons in the same transaction.
 * @throws DomainError `bad_archive`, `quota_full`, `overloaded`; StorageError.
 */
export async function acceptProjectFile(deps: Deps, pending: Pending) {
  const { id, uid, kind, name, size, sha256, encoding, payer } = pending
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
  const cover = accepted.cover ? await storeCover(deps, pending, accepted.cover) : null
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
async function storeCover(
  deps: Deps,
  { uid, uploadedFor, now, payer }: Pending,
  bytes: Uint8Array,
) {
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
