import { isTransient, WorkerError } from '#lib/worker/error.ts'
import type { Pool } from '#lib/worker/pool.ts'
import { type Converted, drawingsOutputSchema, type PackedDrawing } from './messages.ts'

const MB = 1024 * 1024
/** A batch of typical icons takes a tenth of the time, a single drawing a hundredth. */
const BATCH_LIMITS = { cpuMs: 5_000, rssBytes: 400 * MB }
const SINGLE_LIMITS = { cpuMs: 1_000, rssBytes: 400 * MB }

/**
 * Sanitises a batch of drawings in a worker process. If the batch exceeds its limits, each drawing is
 * tried separately, and refused if it exceeds them alone.
 * @throws WorkerError `busy`, `closed`, `stalled`.
 */
export async function convertBatch(workers: Pool, batch: PackedDrawing[]): Promise<Converted[]> {
  try {
    return await run(workers, batch, BATCH_LIMITS)
  } catch (error) {
    if (!isCausedByInput(error)) throw error
  }
  const converted: Converted[] = []
  for (const drawing of batch) {
    try {
      converted.push(...(await run(workers, [drawing], SINGLE_LIMITS)))
    } catch (error) {
      if (!isCausedByInput(error)) throw error
      converted.push({ refused: 'too_slow' })
    }
  }
  return converted
}

async function run(
  workers: Pool,
  batch: PackedDrawing[],
  limits: typeof BATCH_LIMITS,
): Promise<Converted[]> {
  const output = drawingsOutputSchema.parse(await workers.run('drawings', batch, { limits }))
  if (output.length !== batch.length) throw new WorkerError('failed')
  return output
}

/** Whether a task failed because of its input: it would fail again. */
export const isCausedByInput = (error: unknown) =>
  error instanceof WorkerError && !isTransient(error)
