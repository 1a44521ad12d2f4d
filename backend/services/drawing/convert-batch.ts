import { z } from 'zod'
import { DRAWING_REFUSALS, DRAWING_TONES } from '#lib/contract/inside.ts'
import { WorkerError } from '#lib/worker/error.ts'
import type { Pool } from '#lib/worker/pool.ts'
import type { PackedDrawing } from '#backend/worker/drawings.ts'
import type { Converted } from './convert.ts'

const MB = 1024 * 1024
/** A batch of real icons takes a tenth of this; a single drawing a hundredth. */
const BATCH_LIMITS = { cpuMs: 5_000, rssBytes: 400 * MB }
const SINGLE_LIMITS = { cpuMs: 1_000, rssBytes: 400 * MB }

const outputSchema = z.array(
  z.union([
    z.object({ svg: z.string(), tone: z.enum(DRAWING_TONES) }),
    z.object({ refused: z.enum(DRAWING_REFUSALS) }),
  ]),
)

/**
 * Makes a batch of drawings safe in a worker process. Where the batch passes its limits, each drawing
 * is tried for itself, and only what passes them then is refused.
 * @throws WorkerError (`busy`, `closed`) where the pool takes nothing now.
 */
export async function convertBatch(workers: Pool, batch: PackedDrawing[]): Promise<Converted[]> {
  try {
    return await run(workers, batch, BATCH_LIMITS)
  } catch (error) {
    if (!isOfInput(error)) throw error
  }
  const converted: Converted[] = []
  for (const one of batch) {
    try {
      converted.push(...(await run(workers, [one], SINGLE_LIMITS)))
    } catch (error) {
      if (!isOfInput(error)) throw error
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
  const output = outputSchema.parse(await workers.run('drawings', batch, { limits }))
  if (output.length !== batch.length) throw new WorkerError('failed')
  return output
}

const isOfInput = (error: unknown) =>
  error instanceof WorkerError && error.reason !== 'busy' && error.reason !== 'closed'
