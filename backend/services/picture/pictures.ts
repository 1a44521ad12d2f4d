import { availableParallelism } from 'node:os'
import type { Readable } from 'node:stream'
import type { Crop } from '#lib/contract/publish.ts'
import { WorkerError } from '#lib/worker/error.ts'
import type { Payer } from '#lib/limits/payer.ts'
import { DomainError, NotFoundError } from '#backend/errors.ts'
import type { Parts } from '#backend/parts.ts'
import { createOnce, createQueue } from '#backend/services/limit/queue.ts'
import { ObjectMissingError } from '#backend/storage/error.ts'
import type { StoredObject } from '#backend/storage/storage.ts'
import {
  derivedBytes,
  type DerivedRow,
  dropDerived,
  evictDerived,
  findDerived,
  type FoundPicture,
  storeDerived,
  touchDerived,
} from './derived.ts'
import type { Derived } from './messages.ts'
import { LIST_WIDTHS } from './widths.ts'
import { createPictureWork, tooBusy } from './work.ts'

/** Pictures that are scaled at the same time, and that wait. */
const QUEUE = { atOnce: availableParallelism(), waitingMax: 100 }
/** Precision of the time of last use, in milliseconds. */
const TOUCH_MS = 3_600_000
/** Eviction goes down to this share of the limit, so that it is rarely needed. */
const EVICTED_SHARE = 0.9
/** A derived picture may be evicted before it is read. Then it is made again, this many times. */
const ATTEMPTS = 3
/** The total size is summed up again after this time, for the pictures of other processes; in ms. */
const RECOUNT_MS = 300_000

type Deps = Pick<Parts, 'db' | 'storage' | 'workers' | 'log' | 'clock'> & {
  /** Limit of all derived pictures together, in bytes. */
  maxBytes: number
}

/**
 * Stored pictures scaled to the widths that pages use. Each is made on first request, kept up to a total
 * size, and visible only while its original is.
 */
export function createPictures(deps: Deps) {
  const { db, storage, log, clock, maxBytes } = deps
  const work = createPictureWork(deps)
  const once = createOnce<void>(createQueue({ ...QUEUE, busy: tooBusy }))
  let total: { bytes: number; countedAt: number } | undefined

  async function store(fileId: string, { width, bytes }: Derived): Promise<void> {
    const now = clock()
    const added = await storeDerived(deps, { fileId, width, bytes, now })
    const isOutdated = !total || now.getTime() - total.countedAt > RECOUNT_MS
    if (isOutdated) total = { bytes: await derivedBytes(db), countedAt: now.getTime() }
    else if (total) total.bytes += added
    if ((total?.bytes ?? 0) <= maxBytes) return
    const { removed } = await evictDerived(deps, Math.floor(maxBytes * EVICTED_SHARE))
    log.info({ removed }, 'pictures evicted')
    total = undefined
  }

  async function make(id: string, width: number, payer: Payer): Promise<void> {
    const { file, derived } = await findVisible(db, id, width)
    if (derived) return
    if ((await storage.size(file.key)) !== file.size) {
      log.error({ file: file.id }, 'stored picture is missing or has another size than recorded')
      throw new NotFoundError()
    }
    try {
      await store(file.id, { width, bytes: await work.scale(payer, file, width) })
    } catch (error) {
      // The picture may have been deleted or hidden in the meantime; then this throws.
      const isExpected = error instanceof DomainError && !(error instanceof ObjectMissingError)
      if (!isExpected) await findVisible(db, file.id, width)
      if (!(error instanceof WorkerError)) throw error
      log.error({ file: file.id, width, reason: error.reason }, 'picture cannot be scaled')
      throw new NotFoundError()
    }
  }

  return {
    /**
     * Converts a stored upload to a picture that is safe to show, and a cover to the widths of lists.
     * @throws DomainError `bad_image`, `costly_image`, `overloaded`; StorageError.
     */
    accept(
      file: StoredObject,
      { isCover, ...how }: { crop: Crop | undefined; isCover: boolean; payer: Payer },
    ) {
      return work.accept(file, { ...how, widths: isCover ? [...LIST_WIDTHS] : [] })
    },
    acceptFound: work.acceptFound,
    drawPackPicture: work.drawPackPicture,
    /** Stores derived pictures. On failure they are made again on their first request. */
    async storeDerived(fileId: string, derived: Derived[]): Promise<void> {
      try {
        for (const picture of derived) await store(fileId, picture)
      } catch (error) {
        log.warn({ err: error, file: fileId }, 'derived pictures not stored')
      }
    },
    /**
     * Finds a visible picture; `etag` identifies it in this width.
     * @throws NotFoundError
     */
    async find(id: string, width: number): Promise<FoundPicture & { etag: string }> {
      const picture = await findVisible(db, id, width)
      return { ...picture, etag: `W/"${picture.file.sha256.slice(0, 32)}-${width}"` }
    },
    /**
     * Reads a picture in a width; makes it on the first request.
     * @throws NotFoundError, also if it was hidden in the meantime; DomainError `overloaded`;
     * StorageError.
     */
    async read(
      found: FoundPicture,
      width: number,
      payer: Payer,
    ): Promise<{ size: number; stream: Readable }> {
      let picture = found
      for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
        const { file, derived } = picture
        const stream = derived && (await openDerived(storage, derived))
        if (stream) {
          if (clock().getTime() - derived.lastUsedAt.getTime() > TOUCH_MS) {
            touchDerived(db, derived, clock()).catch((err: unknown) =>
              log.warn({ err }, 'time of last use not recorded'),
            )
          }
          return { size: derived.size, stream }
        }
        if (derived) await dropDerived(deps, derived)
        await once(payer.name, `${file.id}/${width}`, () => make(file.id, width, payer))
        picture = await findVisible(db, file.id, width)
      }
      throw tooBusy()
    },
  }
}
export type PictureService = ReturnType<typeof createPictures>

async function findVisible(db: Deps['db'], id: string, width: number): Promise<FoundPicture> {
  const picture = await findDerived(db, { id, width })
  // Never enlarged. An unpublished picture is only shown to its owner, in the original.
  const isVisible =
    picture &&
    (picture.file.width === null || width < picture.file.width) &&
    (picture.file.attachedAt !== null || picture.file.ownerUid === null)
  if (!isVisible) throw new NotFoundError()
  return picture
}

/** @returns `null` if the object is missing or has another size than recorded. */
async function openDerived(
  storage: Deps['storage'],
  { key, size }: DerivedRow,
): Promise<Readable | null> {
  if ((await storage.size(key)) !== size) return null
  try {
    return await storage.read(key, { start: 0, end: size - 1 })
  } catch (error) {
    if (error instanceof ObjectMissingError) return null
    throw error
  }
}
