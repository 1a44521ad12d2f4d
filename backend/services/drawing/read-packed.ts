import { buffer } from 'node:stream/consumers'
import type { Storage } from '#backend/storage/storage.ts'
import type { PackedDrawing } from '#backend/worker/drawings.ts'

/** An icon's place in its archive. */
export type Place = { offset: number; packedSize: number; size: number; isDeflated: boolean }

const BATCH_BYTES = 1024 * 1024
const BATCH_DRAWINGS = 100
/** One read may take so many bytes; icons that lie further apart are read one by one. */
const SPAN_MAX_BYTES = 4 * 1024 * 1024

/** Cuts icons into batches that are small enough to be held and to be worked on in a second. */
export function batchesOf<T extends Place>(icons: T[]): T[][] {
  const batches: T[][] = []
  let bytes = Infinity
  for (const icon of icons) {
    const last = batches.at(-1)
    const isFull = bytes + icon.size > BATCH_BYTES || (last?.length ?? 0) >= BATCH_DRAWINGS
    if (!last || isFull) {
      batches.push([icon])
      bytes = icon.size
    } else {
      last.push(icon)
      bytes += icon.size
    }
  }
  return batches
}

/** The packed bytes of a batch; mostly one read, since icons lie one behind the other. */
export async function readPacked(
  storage: Storage,
  key: string,
  batch: Place[],
): Promise<PackedDrawing[]> {
  const start = Math.min(...batch.map(({ offset }) => offset))
  const end = Math.max(...batch.map(({ offset, packedSize }) => offset + packedSize))
  if (end - start <= SPAN_MAX_BYTES) {
    const bytes = await buffer(storage.read(key, { start, end: end - 1 }))
    return batch.map(({ offset, packedSize, size, isDeflated }) => ({
      bytes: bytes.subarray(offset - start, offset - start + packedSize),
      size,
      isDeflated,
    }))
  }
  const packed: PackedDrawing[] = []
  for (const { offset, packedSize, size, isDeflated } of batch) {
    const bytes = await buffer(storage.read(key, { start: offset, end: offset + packedSize - 1 }))
    packed.push({ bytes, size, isDeflated })
  }
  return packed
}
