import { z } from 'zod'
import { isTransient, WorkerError, type WorkerFailure } from '#lib/worker/error.ts'
import type { Payer } from '#lib/limits/payer.ts'
import type { Pool } from '#lib/worker/pool.ts'
import type { JobCost } from '#backend/services/job/payers.ts'
import { type Converted, type DrawingsInput, type PackedDrawing, reportSchema } from './messages.ts'

const RSS_BYTES = 400 * 1024 * 1024
/** Processor time after which a batch ends, in milliseconds; one of typical icons takes a fifth. */
const BATCH_MS = 1_000
/** Processor time of a single drawing, in milliseconds; a typical one takes a thousandth. */
export const DRAWING_MAX_MS = 1_000

type Batch = { converted: Converted[]; cost: JobCost }

/**
 * Sanitises the first drawings of a batch in a worker process, until `stopMs` of processor time are used. Only processor time
 * and memory refuse a drawing, and only if it exceeds them alone. The payer takes its turn alone: the cost is returned.
 * @returns what became of the first ones, at least of one.
 * @throws WorkerError `busy`, `closed`, `stalled`.
 */
export async function convertBatch(
  workers: Pool,
  { name }: Payer,
  batch: PackedDrawing[],
  stopMs = Infinity,
): Promise<Batch> {
  const attempt = (input: DrawingsInput) => attemptIn(workers, name, input)
  const many = await attempt({ drawings: batch, stopMs: Math.min(stopMs, BATCH_MS) })
  if (many.converted.length > 0) return many
  // The process was ended while it had the first one. Others may have taken part of its memory, but none of its time.
  const single = { drawings: batch.slice(0, 1), stopMs: DRAWING_MAX_MS }
  const alone = many.reason === 'time' ? many : await attempt(single)
  if (alone.converted.length > 0) return alone
  const cost = { cpuMs: many.cost.cpuMs, drawings: [DRAWING_MAX_MS] }
  return { converted: [{ refused: 'too_slow' }], cost }
}

/** @returns the drawings that were sanitised, and why the task ended before the others. */
async function attemptIn(
  workers: Pool,
  name: string,
  input: DrawingsInput,
): Promise<Batch & { reason?: WorkerFailure }> {
  const limits = { cpuMs: input.stopMs + DRAWING_MAX_MS, rssBytes: RSS_BYTES }
  const sent: unknown[] = []
  const read = () => {
    const reports = z.array(reportSchema).max(input.drawings.length).parse(sent)
    const drawings = reports.map(({ cpuMs }) => cpuMs)
    const cpuMs = drawings.reduce((sum, one) => sum + one, 0)
    return { converted: reports.map(({ converted }) => converted), cost: { cpuMs, drawings } }
  }
  try {
    const onProgress = (value: unknown) => sent.push(value)
    await workers.run({ name }, 'drawings', input, { limits, onProgress })
    if (sent.length === 0) throw new WorkerError('failed')
    return read()
  } catch (error) {
    if (!(error instanceof WorkerError) || (isTransient(error) && sent.length === 0)) throw error
    const { converted, cost } = read()
    if (isTransient(error)) return { converted, cost }
    // The time of the drawing that ended it was not reported.
    return { converted, cost: { ...cost, cpuMs: limits.cpuMs }, reason: error.reason }
  }
}
