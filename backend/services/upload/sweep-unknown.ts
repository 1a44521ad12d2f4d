import type { Database } from '#backend/db/connect.ts'
import { findKnownKeys } from '#backend/services/file/known-keys.ts'
import type { Storage } from '#backend/storage/storage.ts'
import { UPLOAD_MAX_MS } from './sweep.ts'

/** With more unknown objects than both, the database is probably the wrong one. */
const UNKNOWN_MAX = 100
const UNKNOWN_MAX_SHARE = 0.05
const TRASH_DAYS = 7
const DAY_MS = 24 * 3600 * 1000
/** Keys per look-up. */
const BATCH = 1000
/** Objects moved by one sweep, which bounds its memory. */
const MOVED_MAX = 10_000

type Deps = { db: Database; storage: Storage }
type SweepResult = {
  /** Number of objects, of those without a row, and of those moved to the trash. */
  total: number
  unknown: number
  moved: number
  /** Too many were unknown: nothing was moved or deleted. */
  isRefused: boolean
}

/**
 * Moves objects without a row to the trash of the day, and deletes the trash of more than `TRASH_DAYS` ago.
 * Objects in the trash that have a row are moved back. Safe during uploads: their rows are inserted
 * before their objects, and objects younger than the longest upload are skipped.
 * @param isForced moves any number of objects.
 * @param isDry counts only; objects younger than the longest upload are not counted.
 */
export async function sweepUnknown(
  { db, storage }: Deps,
  { now, isForced = false, isDry = false }: { now: Date; isForced?: boolean; isDry?: boolean },
): Promise<SweepResult> {
  let total = 0
  let unknown = 0
  const candidates: string[] = []
  for await (const keys of inBatches(storage.keys(), BATCH)) {
    const known = await findKnownKeys(db, keys)
    const withoutRow = keys.filter((key) => !known.has(key))
    total += keys.length
    unknown += withoutRow.length
    candidates.push(...withoutRow.slice(0, MOVED_MAX - candidates.length))
  }
  if (isDry) {
    // One at a time: in a bucket each is a request.
    for (const key of candidates) if (await isYoung(storage, key, now)) unknown -= 1
    return { total, unknown, moved: 0, isRefused: false }
  }
  await restoreKnown({ db, storage })
  if (!isForced && unknown > Math.max(UNKNOWN_MAX, total * UNKNOWN_MAX_SHARE)) {
    return { total, unknown, moved: 0, isRefused: true }
  }
  const today = dayOf(now)
  let moved = 0
  for (const key of candidates) {
    if (await isYoung(storage, key, now)) continue
    if (await storage.trash.add(key, today)) moved += 1
  }
  // Rows that were inserted between the look-up and the move.
  moved -= await restoreKnown({ db, storage })
  const last = dayOf(new Date(now.getTime() - (TRASH_DAYS + 1) * DAY_MS))
  for (const day of await storage.trash.days()) if (day <= last) await storage.trash.empty(day)
  return { total, unknown, moved, isRefused: false }
}

/** Whether an object may belong to an upload that is not finished, or is gone. */
async function isYoung(storage: Storage, key: string, now: Date): Promise<boolean> {
  const writtenAt = await storage.writtenAt(key)
  return !writtenAt || now.getTime() - writtenAt.getTime() < UPLOAD_MAX_MS
}

/** Moves objects that have a row out of the trash. @returns how many. */
async function restoreKnown({ db, storage }: Deps): Promise<number> {
  let restored = 0
  for (const day of await storage.trash.days()) {
    for await (const keys of inBatches(storage.trash.keys(day), BATCH)) {
      for (const key of await findKnownKeys(db, keys)) {
        if (await storage.trash.restore(key, day)) restored += 1
      }
    }
  }
  return restored
}

const dayOf = (time: Date) => time.toISOString().slice(0, 10)

/** Joins batches to at least `size`, so that small folders do not cost a statement each. */
async function* inBatches(source: AsyncIterable<string[]>, size: number) {
  let batch: string[] = []
  for await (const keys of source) {
    batch.push(...keys)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
