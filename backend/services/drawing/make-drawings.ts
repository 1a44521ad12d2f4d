import { and, asc, eq } from 'drizzle-orm'
import { SHEET_CELLS } from '#lib/contract/sheet.ts'
import type { Pool } from '#lib/worker/pool.ts'
import type { Database } from '#backend/db/connect.ts'
import { newId } from '#backend/db/new-id.ts'
import { files, projects } from '#backend/db/schema.ts'
import { fileIcons } from '#backend/db/search-schema.ts'
import { isPublic } from '#backend/db/visible.ts'
import { indexProject } from '#backend/services/search-index/index-project.ts'
import type { Storage } from '#backend/storage/storage.ts'
import { kindOfFile, readContents, recordContents } from './contents.ts'
import { convertBatch } from './convert-batch.ts'
import { joinSheet } from './join-sheet.ts'
import { SHEET_DRAWING_MAX } from './limits.ts'
import type { Converted } from './messages.ts'
import { batchesOf, type PackedRange, readPacked } from './read-packed.ts'
import { type DrawingRow, type Made, storeDrawings } from './store-drawings.ts'

type Deps = { db: Database; storage: Storage; workers: Pool }
type Options = {
  signal?: AbortSignal
  progress?: (done: number, total: number) => Promise<void>
  /** Batches that are converted at the same time. */
  atOnce?: number
}
type File = Pick<typeof files.$inferSelect, 'id' | 'key' | 'size' | 'name' | 'drawings'>
type Icon = PackedRange & { name: string }

/** Size limit of all drawings of a file together, in bytes. */
const TOTAL_MAX_BYTES = 512 * 1024 * 1024
/** After this time, the remaining drawings of a file are refused; in milliseconds. */
const FILE_MS = 10 * 60_000
const TOO_SLOW = { refused: 'too_slow' } as const

/**
 * Sanitises the drawings of a stored file and stores them concatenated in one object, so that serving a
 * drawing means reading a range. Idempotent, also after an interruption and when run concurrently.
 * @throws WorkerError, StorageError, errors of the database; the file is unchanged then.
 */
export async function makeDrawings(deps: Deps, fileId: string, options: Options = {}) {
  const [file] = await deps.db
    .select({
      id: files.id,
      key: files.key,
      size: files.size,
      name: files.name,
      drawings: files.drawings,
    })
    .from(files)
    .where(and(eq(files.id, fileId), eq(files.purpose, 'project')))
  if (!file || file.drawings === 'ready') return
  if (file.drawings === null) await recordOldFile(deps, file)
  await convert(deps, file, options)
}

/** Records the contents of a file that was stored by a version without sanitised drawings. */
async function recordOldFile({ db, storage, workers }: Deps, file: File) {
  const contents = await readContents({ storage, workers }, file)
  await db.transaction(async (tx) => {
    const iconCount = await tx.$count(fileIcons, eq(fileIcons.fileId, file.id))
    await recordContents(tx, { fileId: file.id, kind: kindOfFile(file.name) }, contents)
    if (iconCount > 0 || contents.icons.length === 0) return
    const visible = await tx
      .select({ id: projects.id })
      .from(projects)
      .where(and(eq(projects.fileId, file.id), isPublic))
    for (const { id } of visible) await indexProject(tx, id)
  })
}

async function convert(deps: Deps, file: File, options: Options) {
  const { db, storage } = deps
  const icons = await db
    .select()
    .from(fileIcons)
    .where(eq(fileIcons.fileId, file.id))
    .orderBy(asc(fileIcons.position))
  const made: Made = { rows: [], sheets: [] }
  const key = newId()
  await storage.writeStream(key, convertAll(deps, file, icons, made, options), {
    maxBytes: TOTAL_MAX_BYTES,
    ...(options.signal && { signal: options.signal }),
  })
  let isUsed = false
  try {
    const isEmpty = made.rows.every(({ size }) => size === null)
    isUsed = (await storeDrawings(db, file.id, isEmpty ? null : key, made)) && !isEmpty
  } finally {
    // The file was deleted, another process was faster, or all drawings are refused.
    if (!isUsed) await storage.remove(key)
  }
}

/** Yields the sanitised drawings batch by batch and the sheets of a pack, and adds their positions to `made`. */
async function* convertAll(
  { storage, workers }: Deps,
  file: File,
  icons: Icon[],
  { rows, sheets }: Made,
  { signal, progress, atOnce = 1 }: Options,
): AsyncGenerator<Buffer> {
  const deadline = performance.now() + FILE_MS
  const isLate = () => performance.now() > deadline
  const waiting = batchesOf(icons)
  const start = async (batch: Icon[]) => ({
    batch,
    converted: isLate()
      ? batch.map(() => TOO_SLOW)
      : await convertBatch(workers, await readPacked(storage, file.key, batch)),
  })
  const running: ReturnType<typeof start>[] = []
  let cells: (string | null)[] = []
  let offset = 0
  while (waiting.length > 0 || running.length > 0) {
    signal?.throwIfAborted()
    for (let next; running.length < atOnce && (next = waiting.shift());) {
      const started = start(next)
      // Handled below, where the batch is awaited in its turn.
      started.catch(() => undefined)
      running.push(started)
    }
    const first = await running.shift()
    if (!first) return
    const accepted: Buffer[] = []
    for (const [index, { name }] of first.batch.entries()) {
      const { row, bytes } = toRow(name, first.converted[index] ?? TOO_SLOW, offset)
      rows.push(row)
      cells.push(bytes && bytes.byteLength <= SHEET_DRAWING_MAX ? bytes.toString() : null)
      if (bytes) {
        accepted.push(bytes)
        offset += bytes.byteLength
      }
      const isFull = cells.length === SHEET_CELLS || rows.length === icons.length
      if (!isFull || kindOfFile(file.name) !== 'icon') continue
      const joined = isLate() ? null : await joinSheet(workers, cells)
      const position = { first: rows.length - cells.length, offset }
      cells = []
      if (!joined || offset + joined.bytes.byteLength > TOTAL_MAX_BYTES) continue
      sheets.push({ ...position, ...joined.sheet })
      accepted.push(joined.bytes)
      offset += joined.bytes.byteLength
    }
    yield Buffer.concat(accepted)
    await progress?.(rows.length, icons.length)
  }
}

/** The row of a drawing at an offset of the object, and its bytes unless it is refused. */
function toRow(
  name: string,
  converted: Converted,
  offset: number,
): { row: DrawingRow; bytes: Buffer | null } {
  const bytes = 'svg' in converted ? Buffer.from(converted.svg) : null
  if (bytes && 'svg' in converted && offset + bytes.byteLength <= TOTAL_MAX_BYTES) {
    const { tone } = converted
    return { row: { name, offset, size: bytes.byteLength, refused: null, tone }, bytes }
  }
  const refused = 'refused' in converted ? converted.refused : 'too_complex'
  return { row: refusedRow(name, refused), bytes: null }
}

const refusedRow = (name: string, refused: NonNullable<DrawingRow['refused']>): DrawingRow => ({
  name,
  offset: null,
  size: null,
  refused,
  tone: null,
})

/** After the last attempt: refuses all drawings of a file, so that it can be published. */
export async function giveUpDrawings({ db }: Deps, fileId: string): Promise<void> {
  const icons = await db
    .select({ name: fileIcons.name })
    .from(fileIcons)
    .where(eq(fileIcons.fileId, fileId))
  const rows = icons.map(({ name }) => refusedRow(name, 'unreadable'))
  await storeDrawings(db, fileId, null, { rows, sheets: [] })
}
