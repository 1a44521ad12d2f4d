import { availableParallelism } from 'node:os'
import path from 'node:path'
import { createPool, type Pool } from '#lib/worker/pool.ts'

const MB = 1024 * 1024
/** Tasks that may wait; further ones fail with `busy`. */
const QUEUE_MAX = 200
const HEAP_MB = 256
/** Default limits of a task. */
const LIMITS = { cpuMs: 10_000, rssBytes: 400 * MB }

/** The backend's worker processes, one per core, started on demand. */
export function createBackendPool(): Pool {
  return createPool({
    script: path.join(import.meta.dirname, 'main.ts'),
    size: availableParallelism(),
    queueMax: QUEUE_MAX,
    heapMb: HEAP_MB,
    limits: LIMITS,
  })
}
