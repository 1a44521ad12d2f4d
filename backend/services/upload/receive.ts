import { eq } from 'drizzle-orm'
import { newId } from '#backend/db/new-id.ts'
import { uploadParts } from '#backend/db/tables.ts'
import { DomainError, InvalidInputError } from '#backend/errors.ts'
import type { Parts } from '#backend/parts.ts'
import { LATER } from '#backend/storage/folder-keys.ts'
import { checkBeginning } from './check-beginning.ts'
import { isFinal, toRefusal } from './outcome.ts'
import { createPartSource } from './part-source.ts'
import { addPart, type Owner, settle, type UploadRow } from './unfinished.ts'

/** An object of an unfinished upload; what a process that is killed has not stored is sent again. */
export const PART_BYTES = 5 * 1024 * 1024
/** Parts of an upload beyond those of its size: as often it may be cut off. */
export const EXTRA_PARTS_MAX = 500
/** After a refusal this many bytes are still read, so that the client receives the answer. */
const DISCARDED_MAX_BYTES = 16 * 1024 * 1024

type Deps = Pick<Parts, 'db' | 'storage'>
export type Receiving = { owner: Owner; upload: UploadRow; bytes: AsyncIterable<Uint8Array> }

/**
 * Receives bytes of unfinished uploads, of each one request at a time: a later one ends the earlier one, whose connection may have been
 * lost without notice. Requests to other processes are kept apart by `addPart`.
 */
export function createReceiver(deps: Deps) {
  const active = new Map<string, { stop: () => void; ended: Promise<void> }>()
  return {
    /** Ends the request that sends bytes of an upload, if there is one, and waits until they are kept. */
    async interrupt(id: string): Promise<void> {
      const current = active.get(id)
      current?.stop()
      await current?.ended
    },
    /**
     * Adds bytes to an upload as they arrive, a part at a time. Those that arrived before a failure are kept.
     * @returns how many bytes of the file there are.
     * @throws DomainError `offset_differs`, `too_large` beyond the declared length, `disk_full`; as `checkBeginning`;
     * InvalidInputError for bytes that end early; StorageError.
     */
    async receive({ owner, upload, bytes }: Receiving): Promise<number> {
      const source = createPartSource(bytes)
      const ended = Promise.withResolvers<void>()
      const current = { stop: source.stop, ended: ended.promise }
      active.set(upload.id, current)
      try {
        return await receiveParts(deps, { owner, upload, source })
      } catch (error) {
        await source.discard(DISCARDED_MAX_BYTES)
        throw error
      } finally {
        if (active.get(upload.id) === current) active.delete(upload.id)
        ended.resolve()
      }
    },
  }
}

type Source = ReturnType<typeof createPartSource>

async function receiveParts(
  deps: Deps,
  { owner, upload, source }: { owner: Owner; upload: UploadRow; source: Source },
): Promise<number> {
  const { id, size } = upload
  let at = upload.received
  let parts = await deps.db.$count(uploadParts, eq(uploadParts.uploadId, id))
  while (at < size && (await source.hasMore())) {
    parts += 1
    if (parts > Math.ceil(size / PART_BYTES) + EXTRA_PARTS_MAX) {
      throw new InvalidInputError('upload: cut off too often')
    }
    at += await storePart(deps, { owner, upload, source, at })
  }
  if (await source.hasMore()) {
    throw new DomainError('too_large', 'There are more bytes than the declared length.')
  }
  if (source.failure()) throw new InvalidInputError('body: cut off')
  return at
}

async function storePart(
  { db, storage }: Deps,
  { owner, upload, source, at }: { owner: Owner; upload: UploadRow; source: Source; at: number },
): Promise<number> {
  const key = `${newId()}${LATER}`
  const maxBytes = Math.min(PART_BYTES, upload.size - at)
  const { size } = await storage.writeStream(key, source.part(maxBytes), { maxBytes })
  try {
    await addPart(db, owner, upload.id, { start: at, size, key })
  } catch (error) {
    // An object that stays is removed by `sweepUnknown`.
    await storage.remove(key).catch(() => undefined)
    throw error
  }
  if (at > 0) return size
  try {
    await checkBeginning(storage, { key, size }, upload)
  } catch (error) {
    if (isFinal(error))
      await settle({ db, storage }, owner, upload.id, { refusal: toRefusal(error) })
    throw error
  }
  return size
}
