import type { Converted } from '#backend/services/drawing/messages.ts'
import { reportSchema } from '#backend/services/drawing/messages.ts'
import { sanitiseDrawings } from '#backend/worker/drawings.ts'

/** Sanitises drawings as the worker process does with the entries of an archive. */
export async function sanitise(sources: readonly Uint8Array[]): Promise<Converted[]> {
  const converted: Converted[] = []
  const drawings = sources.map((bytes) => ({
    bytes,
    size: bytes.byteLength,
    isDeflated: false,
  }))
  await sanitiseDrawings({ drawings, stopMs: Number.MAX_SAFE_INTEGER }, (report) => {
    converted.push(reportSchema.parse(report).converted)
  })
  return converted
}
