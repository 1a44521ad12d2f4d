import { asc, eq, notExists, sql } from 'drizzle-orm'
import type { Database } from '#backend/db/connect.ts'
import { drawingParts, type DrawingRow, jobs, type StoredSheet } from '#backend/db/tables.ts'
import { newId } from '#backend/db/new-id.ts'
import type { Storage } from '#backend/storage/storage.ts'
import { SANITISER_VERSION } from './version.ts'

type Deps = { db: Database; storage: Storage }

/** What is made of a file: the drawings in the order of its archive, then its sheets. */
type Made = {
  rows: DrawingRow[]
  sheets: StoredSheet[]
  /** Sheets that were tried; some have no drawing that fits. */
  tried: number
  /** Size of everything together, in bytes. */
  size: number
  /** Processor time that it took, in milliseconds. */
  cpuMs: number
  /** The oldest version of the sanitiser that made a part of it. */
  version: number
}
/**
 * What is made so far. A job stores it in parts at the end of each of its turns, so that the next turn goes on there, also on another
 * backend.
 */
export type MadeDrawings = Made & {
  /** Stored objects with the drawings and sheets. */
  parts: { key: string; size: number }[]
  /** Drawings and sheets that are not stored yet. */
  fresh: Buffer[]
  /** Of the numbers above what is stored. */
  kept: { rows: number; sheets: number; tried: number; size: number; cpuMs: number }
}

/** Reads what former turns have made. */
export async function openMade(db: Database, fileId: string): Promise<MadeDrawings> {
  const stored = await db
    .select()
    .from(drawingParts)
    .where(eq(drawingParts.fileId, fileId))
    .orderBy(asc(drawingParts.first))
  const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0)
  // Those of the release before are not marked.
  const rows = stored.flatMap((part) =>
    part.rows.map((row) => ({ simplified: [], raster: null, ...row })),
  )
  const sheets = stored.flatMap((part) => part.sheets)
  const tried = (stored.at(-1)?.until ?? 0) - rows.length
  const size = sum(stored.map((part) => part.size))
  const cpuMs = sum(stored.map((part) => part.cpuMs))
  const version = Math.min(SANITISER_VERSION, ...stored.map((part) => part.version))
  const parts = stored.flatMap(({ key, size: bytes }) => (key ? [{ key, size: bytes }] : []))
  const kept = { rows: rows.length, sheets: sheets.length, tried, size, cpuMs }
  return { rows, sheets, tried, size, cpuMs, version, parts, fresh: [], kept }
}

/** Adds the bytes of a drawing or sheet. @returns where they begin. */
export function append(made: MadeDrawings, bytes: Buffer): number {
  const offset = made.size
  made.fresh.push(bytes)
  made.size += bytes.byteLength
  return offset
}

/**
 * Stores what is not stored yet as a part. If a worker that has the lease now was faster, its part stays.
 * @throws StorageError, errors of the database; nothing is stored then.
 */
export async function keepMade({ db, storage }: Deps, fileId: string, made: MadeDrawings) {
  const { kept, fresh, rows, sheets, tried } = made
  const first = kept.rows + kept.tried
  const until = rows.length + tried
  if (until === first) return
  const bytes = Buffer.concat(fresh)
  const key = bytes.byteLength > 0 ? newId() : null
  if (key !== null) await storage.write(key, bytes)
  let isKept = false
  try {
    const { rowCount } = await db
      .insert(drawingParts)
      .values({
        fileId,
        first,
        until,
        key,
        size: bytes.byteLength,
        cpuMs: Math.round(made.cpuMs - kept.cpuMs),
        version: SANITISER_VERSION,
        rows: rows.slice(kept.rows),
        sheets: sheets.slice(kept.sheets),
      })
      .onConflictDoNothing()
    isKept = rowCount === 1
  } finally {
    if (key !== null && !isKept) await storage.remove(key)
  }
}

/** A range of what is made; `end` is exclusive. @throws ObjectMissingError if a part is missing; StorageError. */
export async function readMade(
  storage: Storage,
  { parts, fresh }: Pick<MadeDrawings, 'parts' | 'fresh'>,
  { start, end }: { start: number; end: number },
): Promise<Buffer> {
  const pieces: Buffer[] = []
  let offset = 0
  for (const piece of [...parts, ...fresh]) {
    const size = Buffer.isBuffer(piece) ? piece.byteLength : piece.size
    const from = Math.max(0, start - offset)
    const to = Math.min(size, end - offset)
    offset += size
    if (from >= to) continue
    pieces.push(
      Buffer.isBuffer(piece)
        ? piece.subarray(from, to)
        : await storage.readBytes(piece.key, { start: from, end: to - 1 }),
    )
  }
  return Buffer.concat(pieces)
}

/** All that is made, in order. @throws ObjectMissingError if a part is missing; StorageError. */
export async function* bytesOf(
  storage: Storage,
  { parts, fresh }: Pick<MadeDrawings, 'parts' | 'fresh'>,
): AsyncGenerator<Uint8Array> {
  for (const { key, size } of parts) yield* await storage.read(key, { start: 0, end: size - 1 })
  yield* fresh
}

/** Deletes the parts of files that no job makes any more: a backend of the release before finishes jobs without them. */
export async function sweepParts({ db, storage }: Deps): Promise<void> {
  const job = db
    .select({ exists: sql`1` })
    .from(jobs)
    .where(eq(jobs.subject, drawingParts.fileId))
  const rows = await db
    .delete(drawingParts)
    .where(notExists(job))
    .returning({ key: drawingParts.key })
  for (const { key } of rows) if (key !== null) await storage.remove(key)
}
