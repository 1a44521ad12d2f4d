import { createHash } from 'node:crypto'
import { isTransient, WorkerError } from '#lib/worker/error.ts'
import type { Pool } from '#lib/worker/pool.ts'
import type { StoredSheet } from '#backend/db/tables.ts'
import { sheetOutputSchema } from './messages.ts'

/** Joining 120 typical drawings takes a fiftieth of the time. */
const LIMITS = { cpuMs: 2_000, rssBytes: 400 * 1024 * 1024 }

type Joined = { sheet: Pick<StoredSheet, 'size' | 'hash' | 'without'>; bytes: Buffer }

/**
 * Joins sanitised drawings to a sheet in a worker process (`makeSheet`).
 * @returns its processor time in milliseconds, and no sheet without a drawing that fits, and where the limits are exceeded: the
 * drawings are shown one by one.
 * @throws WorkerError `busy`, `closed`, `stalled`.
 */
export async function joinSheet(
  workers: Pool,
  cells: readonly (string | null)[],
): Promise<{ joined: Joined | null; cpuMs: number }> {
  if (cells.every((cell) => cell === null)) return { joined: null, cpuMs: 0 }
  try {
    const output = await workers.run('sheet', { cells }, { limits: LIMITS })
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
