import type { Database } from '#backend/db/connect.ts'
import { findKnown } from '#backend/services/file/known-keys.ts'
import type { Storage } from '#backend/storage/storage.ts'
import { UPLOAD_MAX_MS } from './sweep.ts'

/** More unknown objects than either of these say that the database is the wrong one. */
const UNKNOWN_MAX = 100
const UNKNOWN_MAX_SHARE = 0.05
const TRASH_DAYS = 7
const DAY_MS = 24 * 3600 * 1000
/** So many keys are looked up in one statement. */
const LOOKED_UP = 1000
/** So many keys are held at most; further ones wait for the next sweep. */
const MOVED_MAX = 10_000

type Parts = { db: Database; storage: Storage }
type Swept = {
  /** All objects, those that the database does not name, and how many of these went into the trash. */
  total: number
  unknown: number
  moved: number
  /** Whether too many were unknown, so that none was moved and the trash was kept. */
  isRefused: boolean
}

/**
 * Moves objects that the database does not name into the trash of the day, and empties the trash of
 * more than seven days ago. Objects in the trash that the database names are moved back. Safe while
 * others write: an upload has its row before its object, and an object younger than the longest
 * upload is left alone.
 * @param isForced moves them however many they are.
 */
export async function sweepUnknown(
  { db, storage }: Parts,
  { now, isForced = false }: { now: Date; isForced?: boolean },
): Promise<Swept> {
  let total = 0
  let unknown = 0
  const found: string[] = []
  for await (const keys of inBatches(storage.keys(), LOOKED_UP)) {
    const known = await findKnown(db, keys)
    const strange = keys.filter((key) => !known.has(key))
    total += keys.length
    unknown += strange.length
    found.push(...strange.slice(0, MOVED_MAX - found.length))
  }
  await restoreKnown({ db, storage })
  if (!isForced && unknown > Math.max(UNKNOWN_MAX, total * UNKNOWN_MAX_SHARE)) {
    return { total, unknown, moved: 0, isRefused: true }
  }
  const today = dayOf(now)
  let moved = 0
  for (const key of found) {
    const writtenAt = await storage.writtenAt(key)
    if (!writtenAt || now.getTime() - writtenAt.getTime() < UPLOAD_MAX_MS) continue
    if (await storage.trash.add(key, today)) moved += 1
  }
  // A row that came between the look-up and the move.
  moved -= await restoreKnown({ db, storage })
  const last = dayOf(new Date(now.getTime() - (TRASH_DAYS + 1) * DAY_MS))
  for (const day of await storage.trash.days()) if (day <= last) await storage.trash.empty(day)
  return { total, unknown, moved, isRefused: false }
}

/** Nothing that the database names stays in the trash. @returns how many were moved back. */
async function restoreKnown({ db, storage }: Parts): Promise<number> {
  let restored = 0
  for (const day of await storage.trash.days()) {
    for await (const keys of inBatches(storage.trash.keys(day), LOOKED_UP)) {
      for (const key of await findKnown(db, keys)) {
        if (await storage.trash.restore(key, day)) restored += 1
      }
    }
  }
  return restored
}

const dayOf = (time: Date) => time.toISOString().slice(0, 10)

/** Batches of at least `size`, so that small folders do not cost a statement each. */
async function* inBatches(source: AsyncIterable<string[]>, size: number) {
  let batch: string[] = []
  for await (const some of source) {
    batch.push(...some)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
