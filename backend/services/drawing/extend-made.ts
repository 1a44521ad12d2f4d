import { SHEET_CELLS } from '#lib/contract/file/sheet.ts'
import { isTransient, WorkerError } from '#lib/worker/error.ts'
import type { Payer } from '#lib/limits/payer.ts'
import type { Pool } from '#lib/worker/pool.ts'
import type { DrawingRow, StoredSheet } from '#backend/db/tables.ts'
import type { JobContext } from '#backend/services/job/runner.ts'
import type { Storage } from '#backend/storage/storage.ts'
import { createHash } from 'node:crypto'
import { convertBatch } from './convert-batch.ts'
import { isBitmap } from './part.ts'
import { append, type MadeDrawings, readMade } from './made.ts'
import { SHEET_DRAWING_MAX } from './limits.ts'
import { type Converted, type PackedDrawing, sheetOutputSchema } from './messages.ts'

type Deps = { storage: Storage; workers: Pool; payer: Payer }
type Pack = {
  /** Storage key of the archive. */
  key: string
  icons: (PackedRange & { name: string })[]
  /** Whether its drawings are joined to sheets. */
  hasSheets: boolean
}

/** Size limit of all drawings of a file together, in bytes. */
export const TOTAL_MAX_BYTES = 512 * 1024 * 1024
/** Processor time for the drawings of a file, in milliseconds: beyond it the others are refused. Its only limit of time. */
const FILE_CPU_MS = 10 * 60_000
/** Bytes that a turn holds in memory. */
const FRESH_MAX_BYTES = 32 * 1024 * 1024
/** Drawings of a sheet that are further apart are read one by one. */
const READ_MAX_BYTES = 8 * 1024 * 1024
const TOO_SLOW = { refused: 'too_slow' } as const

/**
 * Sanitises the drawings of a pack that are not made yet, then joins its sheets, until all are or the turn of the job is over.
 * @returns whether all are made.
 * @throws WorkerError `busy`, `closed`, `stalled`; StorageError; `made` has what was made until then.
 */
export async function extendMade(
  { storage, workers, payer }: Deps,
  { key, icons, hasSheets }: Pack,
  made: MadeDrawings,
  { signal, progress, slice }: Partial<Omit<JobContext, 'payer'>>,
): Promise<boolean> {
  const spend = (cpuMs: number, drawings: readonly number[] = []) => {
    made.cpuMs += cpuMs
    slice?.spend({ cpuMs, drawings })
  }
  const leftMs = () => slice?.leftMs() ?? Infinity
  const isOver = () => {
    signal?.throwIfAborted()
    return leftMs() <= 0 || (slice && made.size - made.kept.size > FRESH_MAX_BYTES)
  }
  const isSpent = () => made.cpuMs >= FILE_CPU_MS

  async function makeSome(batch: typeof icons): Promise<Converted[]> {
    if (isSpent()) return batch.map(() => TOO_SLOW)
    const packed = await readPacked(storage, key, batch)
    const { converted, cost } = await convertBatch(workers, payer, packed, leftMs())
    spend(cost.cpuMs, cost.drawings)
    return converted
  }
  while (made.rows.length < icons.length) {
    if (isOver()) return false
    const batch = nextBatch(icons, made.rows.length)
    const converted = await makeSome(batch)
    for (const [index, one] of converted.entries()) addDrawing(made, batch[index]?.name ?? '', one)
    await progress?.(made.rows.length, icons.length)
  }
  const sheets = hasSheets ? Math.ceil(icons.length / SHEET_CELLS) : 0
  while (made.tried < sheets && !isSpent()) {
    if (isOver()) return false
    const first = made.tried * SHEET_CELLS
    const cells = await readCells(storage, made, made.rows.slice(first, first + SHEET_CELLS))
    const { joined, cpuMs } = await joinSheet(workers, payer, cells)
    spend(cpuMs)
    made.tried += 1
    if (!joined || made.size + joined.bytes.byteLength > TOTAL_MAX_BYTES) continue
    made.sheets.push({ first, offset: append(made, joined.bytes), ...joined.sheet })
  }
  return true
}

function addDrawing(made: MadeDrawings, name: string, converted: Converted): void {
  const bytes = 'svg' in converted ? Buffer.from(converted.svg) : null
  if (bytes && 'svg' in converted && made.size + bytes.byteLength <= TOTAL_MAX_BYTES) {
    const { tone, simplified } = converted
    const offset = append(made, bytes)
    const raster = isBitmap(converted.svg)
    made.rows.push({
      name,
      offset,
      size: bytes.byteLength,
      refused: null,
      tone,
      simplified,
      raster,
    })
    return
  }
  made.rows.push(refusedRow(name, 'refused' in converted ? converted.refused : 'too_complex'))
}

/** The drawings of a sheet; null for those that it has no room for. */
async function readCells(
  storage: Storage,
  made: MadeDrawings,
  rows: DrawingRow[],
): Promise<(string | null)[]> {
  const ranges = rows.map(({ offset, size }) =>
    offset === null || size === null || size > SHEET_DRAWING_MAX
      ? null
      : { start: offset, end: offset + size },
  )
  const whole = ranges.filter((range) => range !== null)
  const [start = 0, end = 0] = [whole[0]?.start, whole.at(-1)?.end]
  const all = end - start <= READ_MAX_BYTES ? await readMade(storage, made, { start, end }) : null
  const cells: (string | null)[] = []
  for (const range of ranges) {
    const bytes =
      range &&
      (all?.subarray(range.start - start, range.end - start) ??
        (await readMade(storage, made, range)))
    cells.push(bytes && bytes.toString())
  }
  return cells
}

export const refusedRow = (
  name: string,
  refused: NonNullable<DrawingRow['refused']>,
): DrawingRow => ({
  name,
  offset: null,
  size: null,
  refused,
  tone: null,
  simplified: [],
  raster: null,
})

/** Joining 120 typical drawings takes a fiftieth of the time. */
const LIMITS = { cpuMs: 2_000, rssBytes: 400 * 1024 * 1024 }

type Joined = { sheet: Pick<StoredSheet, 'size' | 'hash' | 'without'>; bytes: Buffer }

/**
 * Joins sanitised drawings to a sheet in a worker process (`makeSheet`).
 * @returns its processor time in milliseconds, and no sheet without a drawing that fits, and where the limits are exceeded: the
 * drawings are shown one by one.
 * @throws WorkerError `busy`, `closed`, `stalled`.
 */
async function joinSheet(
  workers: Pool,
  { name }: Payer,
  cells: readonly (string | null)[],
): Promise<{ joined: Joined | null; cpuMs: number }> {
  if (cells.every((cell) => cell === null)) return { joined: null, cpuMs: 0 }
  try {
    const output = await workers.run({ name }, 'sheet', { cells }, { limits: LIMITS })
    const { svg, empty, cpuMs } = sheetOutputSchema.parse(output)
    if (svg === null) return { joined: null, cpuMs }
    const bytes = Buffer.from(svg)
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16)
    const sheet = { size: bytes.byteLength, hash, without: empty }
    return { joined: { sheet, bytes }, cpuMs }
  } catch (error) {
    if (!(error instanceof WorkerError) || isTransient(error)) throw error
    return { joined: null, cpuMs: LIMITS.cpuMs }
  }
}

/** Where the data of an icon is in its archive; sizes in bytes. */
type PackedRange = { offset: number; packedSize: number; size: number; isDeflated: boolean }

const BATCH_BYTES = 1024 * 1024
const BATCH_DRAWINGS = 100
/** Size limit of a single read; icons that are further apart are read separately. */
const SPAN_MAX_BYTES = 4 * 1024 * 1024

/** The icons from a position on that fit in memory together. Typical ones are converted within a second. */
function nextBatch<T extends PackedRange>(icons: readonly T[], at: number): T[] {
  const batch: T[] = []
  let bytes = 0
  for (const icon of icons.slice(at, at + BATCH_DRAWINGS)) {
    bytes += icon.size
    if (batch.length > 0 && bytes > BATCH_BYTES) break
    batch.push(icon)
  }
  return batch
}

/** Reads the compressed bytes of a batch, with a single read if its icons are adjacent. @throws StorageError */
async function readPacked(
  storage: Storage,
  key: string,
  batch: PackedRange[],
): Promise<PackedDrawing[]> {
  const start = Math.min(...batch.map(({ offset }) => offset))
  const end = Math.max(...batch.map(({ offset, packedSize }) => offset + packedSize))
  if (end - start <= SPAN_MAX_BYTES) {
    const bytes = await storage.readBytes(key, { start, end: end - 1 })
    return batch.map(({ offset, packedSize, size, isDeflated }) => ({
      bytes: bytes.subarray(offset - start, offset - start + packedSize),
      size,
      isDeflated,
    }))
  }
  const packed: PackedDrawing[] = []
  for (const { offset, packedSize, size, isDeflated } of batch) {
    const bytes = await storage.readBytes(key, { start: offset, end: offset + packedSize - 1 })
    packed.push({ bytes, size, isDeflated })
  }
  return packed
}
