import { and, eq } from 'drizzle-orm'
import type { CoverLook, CoverPalette, DrawnPictures } from '#lib/contract/file/cover.ts'
import { isTransient, WorkerError } from '#lib/worker/error.ts'
import type { Pool } from '#lib/worker/pool.ts'
import type { Database } from '#backend/db/connect.ts'
import { files } from '#backend/db/tables.ts'
import { DomainError, FileMissingError, NotFoundError } from '#backend/errors.ts'
import { accountShare } from '#backend/services/job/shares.ts'
import { createQueue } from '#backend/services/limit/queue.ts'
import type { Pictures } from '#backend/services/picture/pictures.ts'
import { tooBusy } from '#backend/services/picture/work.ts'
import { storeMadePicture } from '#backend/services/upload/store-picture.ts'
import type { Storage } from '#backend/storage/storage.ts'
import {
  type DrawInput,
  drawOutputSchema,
  type PreviewInput,
  previewOutputSchema,
} from './messages.ts'
import { readArt } from './read-art.ts'

const MB = 1024 * 1024
/** Common packs take 0.5 s; the weight of the icons bounds the others. */
const LIMITS = { cpuMs: 8_000, rssBytes: 500 * MB }
/** One at a time: the other worker processes stay free for uploads and pictures. */
const QUEUE = { atOnce: 1, waitingMax: 30 }

type Deps = {
  db: Database
  storage: Storage
  workers: Pool
  pictures: Pictures
  accountQuota: () => number
}
type Request = {
  uid: string
  uploadedFor: string
  fileId: string
  look: CoverLook
  /** The title on covers of files without contents; by default the name of the file. */
  title?: string | undefined
  now: Date
}

/** Draws covers and gallery pictures from project files, in a worker process. */
export function createCovers(deps: Deps) {
  const queue = createQueue({ ...QUEUE, busy: tooBusy })

  const run = (name: string, input: DrawInput | PreviewInput, share?: string): Promise<unknown> =>
    queue.run(async () => {
      try {
        return await deps.workers.run(name, input, { limits: LIMITS })
      } catch (error) {
        if (!(error instanceof WorkerError)) throw error
        throw isTransient(error) ? tooBusy() : notDrawable()
      }
    }, share)

  return {
    /**
     * Draws a cover and a gallery from an account's own file and stores them like uploads. The same request
     * gives the same files until they are published.
     * @throws FileMissingError, also for a file of another account; DomainError `not_ready`, `not_drawable`,
     * `quota_full`, `disk_full`, `overloaded`; StorageError.
     */
    async draw({ uid, uploadedFor, fileId, look, title, now }: Request): Promise<DrawnPictures> {
      const [own] = await deps.db
        .select({ id: files.id })
        .from(files)
        .where(and(eq(files.id, fileId), eq(files.ownerUid, uid)))
      if (!own) throw new FileMissingError(['id'])
      const art = await readArt(deps, { fileId, title }).catch((error: unknown) => {
        throw error instanceof NotFoundError ? new FileMissingError(['id']) : error
      })
      const { cover, gallery } = drawOutputSchema.parse(
        await run('draw-cover', { art, look }, accountShare(uid)),
      )
      const store = (name: string, picture: typeof cover) =>
        storeMadePicture(deps, { uid, uploadedFor, name, now }, picture)
      const stored: DrawnPictures = { cover: await store('cover.webp', cover), gallery: [] }
      for (const [index, picture] of gallery.entries()) {
        stored.gallery.push(await store(`picture-${index + 1}.webp`, picture))
      }
      return stored
    },
    /**
     * All layouts in a palette, as one small WebP picture.
     * @throws NotFoundError; DomainError `not_ready`, `not_drawable`, `overloaded`; StorageError.
     */
    async preview(
      file: { fileId: string; title?: string | undefined },
      palette: CoverPalette,
    ): Promise<Uint8Array<ArrayBuffer>> {
      const art = await readArt(deps, file)
      const output = await run('preview-covers', { art, palette })
      return new Uint8Array(previewOutputSchema.parse(output))
    },
  }
}

const notDrawable = () =>
  new DomainError('not_drawable', 'No cover can be drawn from this file. Upload your own pictures.')
