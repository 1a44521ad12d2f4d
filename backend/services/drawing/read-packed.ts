import type { Storage } from '#backend/storage/storage.ts'
import type { PackedDrawing } from './messages.ts'

/** Where the data of an icon is in its archive; sizes in bytes. */
export type PackedRange = { offset: number; packedSize: number; size: number; isDeflated: boolean }

const BATCH_BYTES = 1024 * 1024
const BATCH_DRAWINGS = 100
/** Size limit of a single read; icons that are further apart are read separately. */
const SPAN_MAX_BYTES = 4 * 1024 * 1024

/** The icons from a position on that fit in memory together. Typical ones are converted within a second. */
export function nextBatch<T extends PackedRange>(icons: readonly T[], at: number): T[] {
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
export async function readPacked(
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
