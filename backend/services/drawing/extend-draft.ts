import { SHEET_CELLS } from '#lib/contract/file/sheet.ts'
import type { Pool } from '#lib/worker/pool.ts'
import type { DrawingRow } from '#backend/db/drawing-schema.ts'
import type { JobContext } from '#backend/services/job/runner.ts'
import type { Storage } from '#backend/storage/storage.ts'
import { convertBatch } from './convert-batch.ts'
import { append, type Draft, readMade } from './draft.ts'
import { joinSheet } from './join-sheet.ts'
import { SHEET_DRAWING_MAX } from './limits.ts'
import type { Converted } from './messages.ts'
import { isBitmap } from './part.ts'
import { nextBatch, type PackedRange, readPacked } from './read-packed.ts'

type Deps = { storage: Storage; workers: Pool }
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
 * Sanitises the drawings that a draft lacks, then joins its sheets, until it is complete or the turn of the job is over.
 * @returns whether it is complete.
 * @throws WorkerError `busy`, `closed`, `stalled`; StorageError; the draft has what was made until then.
 */
export async function extendDraft(
  { storage, workers }: Deps,
  { key, icons, hasSheets }: Pack,
  draft: Draft,
  { signal, progress, slice }: Partial<JobContext>,
): Promise<boolean> {
  const spend = (cpuMs: number, drawings: readonly number[] = []) => {
    draft.cpuMs += cpuMs
    slice?.spend({ cpuMs, drawings })
  }
  const leftMs = () => slice?.leftMs() ?? Infinity
  const isOver = () => {
    signal?.throwIfAborted()
    return leftMs() <= 0 || (slice && draft.size - draft.kept.size > FRESH_MAX_BYTES)
  }
  const isSpent = () => draft.cpuMs >= FILE_CPU_MS

  async function makeSome(batch: typeof icons): Promise<Converted[]> {
    if (isSpent()) return batch.map(() => TOO_SLOW)
    const packed = await readPacked(storage, key, batch)
    const { converted, cost } = await convertBatch(workers, packed, leftMs())
    spend(cost.cpuMs, cost.drawings)
    return converted
  }
  while (draft.rows.length < icons.length) {
    if (isOver()) return false
    const batch = nextBatch(icons, draft.rows.length)
    const converted = await makeSome(batch)
    for (const [index, one] of converted.entries()) addDrawing(draft, batch[index]?.name ?? '', one)
    await progress?.(draft.rows.length, icons.length)
  }
  const sheets = hasSheets ? Math.ceil(icons.length / SHEET_CELLS) : 0
  while (draft.tried < sheets && !isSpent()) {
    if (isOver()) return false
    const first = draft.tried * SHEET_CELLS
    const cells = await readCells(storage, draft, draft.rows.slice(first, first + SHEET_CELLS))
    const { joined, cpuMs } = await joinSheet(workers, cells)
    spend(cpuMs)
    draft.tried += 1
    if (!joined || draft.size + joined.bytes.byteLength > TOTAL_MAX_BYTES) continue
    draft.sheets.push({ first, offset: append(draft, joined.bytes), ...joined.sheet })
  }
  return true
}

function addDrawing(draft: Draft, name: string, converted: Converted): void {
  const bytes = 'svg' in converted ? Buffer.from(converted.svg) : null
  if (bytes && 'svg' in converted && draft.size + bytes.byteLength <= TOTAL_MAX_BYTES) {
    const { tone, simplified } = converted
    const offset = append(draft, bytes)
    const raster = isBitmap(converted.svg)
    draft.rows.push({
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
  draft.rows.push(refusedRow(name, 'refused' in converted ? converted.refused : 'too_complex'))
}

/** The drawings of a sheet; null for those that it has no room for. */
async function readCells(
  storage: Storage,
  draft: Draft,
  rows: DrawingRow[],
): Promise<(string | null)[]> {
  const ranges = rows.map(({ offset, size }) =>
    offset === null || size === null || size > SHEET_DRAWING_MAX
      ? null
      : { start: offset, end: offset + size },
  )
  const whole = ranges.filter((range) => range !== null)
  const [start = 0, end = 0] = [whole[0]?.start, whole.at(-1)?.end]
  const all = end - start <= READ_MAX_BYTES ? await readMade(storage, draft, { start, end }) : null
  const cells: (string | null)[] = []
  for (const range of ranges) {
    const bytes =
      range &&
      (all?.subarray(range.start - start, range.end - start) ??
        (await readMade(storage, draft, range)))
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
