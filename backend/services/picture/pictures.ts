import { once } from 'node:events'
import type { Readable } from 'node:stream'
import type { Logger } from 'pino'
import type { Crop } from '#lib/contract/publish.ts'
import { WorkerError } from '#lib/worker/error.ts'
import type { Pool } from '#lib/worker/pool.ts'
import type { Database } from '#backend/db/connect.ts'
import { diskFull, HttpError, isDiskFull, NotFound } from '#backend/http/errors.ts'
import type { StoredFile } from '#backend/services/container/archive.ts'
import type { Storage } from '#backend/storage/storage.ts'
import {
  derivedBytes,
  type DerivedRow,
  dropDerived,
  evictDerived,
  findDerived,
  type Found,
  storeDerived,
  touchDerived,
} from './derived.ts'
import { tooBusy } from './gate.ts'
import type { Derived } from './messages.ts'
import { LIST_WIDTHS } from './widths.ts'
import { createPictureWork } from './work.ts'

/** How exactly it is known when a picture was last asked for, in milliseconds. */
const TOUCH_MS = 3_600_000
/** Eviction goes down to this part of the bound, so that it is seldom needed. */
const KEPT_PART = 0.9
/** A form may be evicted before it is read; then it is made again, so many times. */
const ATTEMPTS = 3
/** What other processes have added is counted again after this long, in milliseconds. */
const RECOUNT_MS = 300_000

type Parts = {
  db: Database
  storage: Storage
  workers: Pool
  log: Logger
  clock: () => Date
  /** All pictures in other widths together, in bytes. */
  maxBytes: number
}

/**
 * Pictures in the widths that pages show: each is made once, kept within a bound, and shown only as
 * long as its original is.
 */
export function createPictures(parts: Parts) {
  const { db, storage, log, clock, maxBytes } = parts
  const work = createPictureWork(parts)
  /** What is being made at this moment, by id and width. */
  const inFlight = new Map<string, Promise<void>>()
  let stored: { bytes: number; countedAt: number } | undefined

  async function store(fileId: string, { width, bytes }: Derived): Promise<void> {
    const now = clock()
    const added = await storeDerived(parts, { fileId, width, bytes, now })
    const isOld = !stored || now.getTime() - stored.countedAt > RECOUNT_MS
    if (isOld) stored = { bytes: await derivedBytes(db), countedAt: now.getTime() }
    else if (stored) stored.bytes += added
    if ((stored?.bytes ?? 0) <= maxBytes) return
    const { removed } = await evictDerived(parts, Math.floor(maxBytes * KEPT_PART))
    log.info({ removed }, 'pictures evicted')
    stored = undefined
  }

  async function make({ file }: Found, width: number): Promise<void> {
    if ((await storage.size(file.key)) !== file.size) {
      log.error({ file: file.id }, 'picture is not in the storage as it should be')
      throw new NotFound()
    }
    try {
      await store(file.id, { width, bytes: await work.scale(file, width) })
    } catch (error) {
      if (isDiskFull(error)) throw diskFull(error)
      // It may have been deleted while it was made.
      if (!(error instanceof HttpError)) await find(file.id, width)
      if (!(error instanceof WorkerError)) throw error
      log.error({ file: file.id, width, reason: error.reason }, 'picture cannot be scaled')
      throw new NotFound()
    }
  }

  function makeOnce(found: Found, width: number): Promise<void> {
    const name = `${found.file.id}/${width}`
    const running = inFlight.get(name)
    if (running) return running
    const making = make(found, width).finally(() => inFlight.delete(name))
    inFlight.set(name, making)
    return making
  }

  /**
   * A picture that may be shown in a width.
   * @throws NotFound
   */
  async function find(id: string, width: number): Promise<Found> {
    const found = await findDerived(db, { id, width })
    // Not enlarged; what nobody published is for its owner's preview alone, which shows the original.
    const isShown =
      found &&
      (found.file.width === null || width < found.file.width) &&
      (found.file.attachedAt !== null || found.file.ownerUid === null)
    if (!isShown) throw new NotFound()
    return found
  }

  /** The object of a form once its first bytes are there; `null` where the storage has lost it. */
  async function open({ key, size }: DerivedRow): Promise<Readable | null> {
    if ((await storage.size(key)) !== size) return null
    const stream = storage.read(key, { start: 0, end: size - 1 })
    try {
      await once(stream, 'readable')
      return stream
    } catch {
      return null
    }
  }

  return {
    /**
     * Makes a stored upload into a picture that is safe to show, with the forms that lists show of a
     * cover.
     * @throws HttpError 400 (`bad_image`, `costly_image`), 503.
     */
    accept(file: StoredFile, { crop, isCover }: { crop: Crop | undefined; isCover: boolean }) {
      return work.accept(file, { crop, widths: isCover ? [...LIST_WIDTHS] : [] })
    },
    /** Stores forms that are there already. What fails is made again when somebody asks for it. */
    async keep(fileId: string, derived: Derived[]): Promise<void> {
      try {
        for (const one of derived) await store(fileId, one)
      } catch (error) {
        log.warn({ err: error, file: fileId }, 'pictures not stored')
      }
    },
    /**
     * Looks up whether a picture may be shown in a width; `etag` stands for both.
     * @throws NotFound
     */
    async find(id: string, width: number): Promise<Found & { etag: string }> {
      const found = await find(id, width)
      return { ...found, etag: `W/"${found.file.sha256.slice(0, 32)}-${width}"` }
    },
    /**
     * The bytes of a picture in a width, made now where nobody has asked before.
     * @throws NotFound, also when it was hidden meanwhile; HttpError 503.
     */
    async read(first: Found, width: number): Promise<{ size: number; stream: Readable }> {
      let found = first
      for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
        const { file, derived } = found
        const stream = derived && (await open(derived))
        if (stream) {
          if (clock().getTime() - derived.lastUsedAt.getTime() > TOUCH_MS) {
            touchDerived(db, derived, clock()).catch((err: unknown) => log.warn({ err }, 'touch'))
          }
          return { size: derived.size, stream }
        }
        if (derived) await dropDerived(parts, derived)
        await makeOnce(found, width)
        found = await find(file.id, width)
      }
      throw tooBusy()
    },
  }
}
export type Pictures = ReturnType<typeof createPictures>
