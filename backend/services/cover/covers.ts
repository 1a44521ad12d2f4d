import { and, eq } from 'drizzle-orm'
import type { CoverLook, CoverPalette, DrawnPictures } from '#lib/contract/file/cover.ts'
import { LRUCache } from 'lru-cache'
import { isTransient, WorkerError } from '#lib/worker/error.ts'
import type { Payer } from '#lib/limits/payer.ts'
import { files } from '#backend/db/tables.ts'
import { DomainError, FileMissingError, NotFoundError } from '#backend/errors.ts'
import type { Parts } from '#backend/parts.ts'
import { createOnce, createQueue } from '#backend/services/limit/queue.ts'
import type { PictureService } from '#backend/services/picture/pictures.ts'
import { tooBusy } from '#backend/services/picture/work.ts'
import { storeMadePicture } from '#backend/services/upload/store-picture.ts'
import {
  type DrawInput,
  drawOutputSchema,
  type PreviewInput,
  previewOutputSchema,
  type Previews,
} from './messages.ts'
import { findDrawn, readArt } from './read-art.ts'

const MB = 1024 * 1024
/** Common packs take 0.5 s; the weight of the icons bounds the others. */
const LIMITS = { cpuMs: 8_000, rssBytes: 500 * MB }
/** One at a time: the other worker processes stay free for uploads and pictures. */
const QUEUE = { atOnce: 1, waitingMax: 30 }
/** Previews that are kept in memory, each about 50 kB. */
const PREVIEWS_MAX_BYTES = 8 * MB

type Deps = Pick<Parts, 'db' | 'storage' | 'workers' | 'accountQuota'> & {
  pictures: PictureService
}
type Request = {
  uid: string
  uploadedFor: string
  fileId: string
  look: CoverLook
  /** The title on covers of files without contents; by default the name of the file. */
  title?: string | undefined
  now: Date
  payer: Payer
}
/** Previews, and the title that is drawn on them if any is. */
type Made = { picture: Previews['picture']; title: string | null }

/** Draws covers and gallery pictures from project files, in a worker process. */
export function createCovers(deps: Deps) {
  const queue = createQueue({ ...QUEUE, busy: tooBusy })

  const once = createOnce<Made>(queue)
  const kept = new LRUCache<string, Made>({
    maxSize: PREVIEWS_MAX_BYTES,
    sizeCalculation: ({ picture }) => picture.byteLength,
  })

  async function run(payer: Payer, name: string, input: DrawInput | PreviewInput) {
    try {
      return await deps.workers.run(payer, name, input, { limits: LIMITS })
    } catch (error) {
      if (!(error instanceof WorkerError)) throw error
      throw isTransient(error) ? tooBusy() : notDrawable()
    }
  }

  type Wanted = { file: Awaited<ReturnType<typeof findDrawn>>; palette: CoverPalette; payer: Payer }
  /** @param key of what the picture depends on. */
  async function makeOnce({ file, palette, payer }: Wanted, key: string): Promise<Made> {
    const known = kept.get(key)
    if (known) return known
    return once(payer.name, key, async () => {
      const meanwhile = kept.get(key)
      if (meanwhile) return meanwhile
      const art = await readArt(deps, file)
      const output = await run(payer, 'preview-covers', { art, palette })
      const { picture, isTitled } = previewOutputSchema.parse(output)
      const made = { picture, title: isTitled ? file.title : null }
      kept.set(key, made)
      return made
    })
  }

  return {
    /**
     * Draws a cover and a gallery from an account's own file and stores them like uploads. The same request
     * gives the same files until they are published.
     * @throws FileMissingError, also for a file of another account; DomainError `not_ready`, `not_drawable`,
     * `quota_full`, `disk_full`, `overloaded`; StorageError.
     */
    async draw({
      uid,
      uploadedFor,
      fileId,
      look,
      title,
      now,
      payer,
    }: Request): Promise<DrawnPictures> {
      const [own] = await deps.db
        .select({ id: files.id })
        .from(files)
        .where(and(eq(files.id, fileId), eq(files.ownerUid, uid)))
      if (!own) throw new FileMissingError(['id'])
      const file = await findDrawn(deps.db, { fileId, title }).catch((error: unknown) => {
        throw error instanceof NotFoundError ? new FileMissingError(['id']) : error
      })
      const { cover, gallery } = await queue.run(async () => {
        const art = await readArt(deps, file)
        return drawOutputSchema.parse(await run(payer, 'draw-cover', { art, look }))
      }, payer.name)
      const store = (name: string, picture: typeof cover) =>
        storeMadePicture(deps, { uid, uploadedFor, name, now }, picture)
      const stored: DrawnPictures = { cover: await store('cover.webp', cover), gallery: [] }
      for (const [index, picture] of gallery.entries()) {
        stored.gallery.push(await store(`picture-${index + 1}.webp`, picture))
      }
      return stored
    },
    /**
     * All layouts in a palette, as one small WebP picture, made once. A title that is not drawn makes no other picture.
     * @throws NotFoundError; DomainError `not_ready`, `not_drawable`, `overloaded`; StorageError.
     */
    async preview(
      wanted: { fileId: string; title?: string | undefined },
      palette: CoverPalette,
      payer: Payer,
    ): Promise<Uint8Array<ArrayBuffer>> {
      const file = await findDrawn(deps.db, wanted)
      const key = [file.id, file.drawingsKey, palette].join(' ')
      const made = await makeOnce({ file, palette, payer }, key)
      const isSame = made.title === null || made.title === file.title
      const titled = () => makeOnce({ file, palette, payer }, `${key} ${file.title}`)
      return new Uint8Array((isSame ? made : await titled()).picture)
    },
  }
}

const notDrawable = () =>
  new DomainError('not_drawable', 'No cover can be drawn from this file. Upload your own pictures.')
