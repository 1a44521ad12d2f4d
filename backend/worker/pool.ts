import { availableParallelism } from 'node:os'
import path from 'node:path'
import { DomainError } from '#backend/errors.ts'
import type { FailureLog } from '#lib/log/failures.ts'
import { WorkerError } from '#lib/worker/error.ts'
import { createPool, type Pool } from '#lib/worker/pool.ts'

const MB = 1024 * 1024
/** Tasks of a class that may wait; further ones fail with `busy`. */
const QUEUE_MAX = 200
const HEAP_MB = 256
/** Default limits of a task. */
const LIMITS = { cpuMs: 10_000, rssBytes: 400 * MB }

/** Processes of a class: a quick job of drawings never waits for a long one (backend/start-jobs.ts). */
const SIZE = Math.max(2, availableParallelism())

const SCRIPT = path.join(import.meta.dirname, 'main.ts')

const unable = (cause: WorkerError) =>
  new DomainError('unavailable', 'The server cannot process files at the moment.', {
    subsystem: 'worker',
    cause,
  })

/** Tasks by class. Each class has processes of its own, so that none waits for another. */
const CLASSES = {
  archives: ['accept-archive', 'accept-package', 'archive', 'export-pack', 'recolour-archive'],
  drawings: ['drawings', 'sheet'],
  pictures: [
    'accept-picture',
    'accept-found-picture',
    'scale-picture',
    'draw-cover',
    'draw-pack-picture',
    'preview-covers',
  ],
} as const

/**
 * The backend's worker processes, one per core and class, started on demand. A process that does not start, or whose program is
 * incomplete, is a fault of the site: DomainError `unavailable` with the cause, never an error of the file.
 * @param script entry module of the processes.
 */
export function createBackendPool(failures?: FailureLog, script = SCRIPT): Pool {
  const pools = Object.entries(CLASSES).map(([name, tasks]) => {
    const pool = createPool({
      script,
      size: SIZE,
      // Drawings are made by jobs, which take turns themselves (services/job/claim.ts).
      ...(name === 'drawings' && { ofPayer: SIZE }),
      queueMax: QUEUE_MAX,
      heapMb: HEAP_MB,
      limits: LIMITS,
    })
    return { pool, tasks: new Set<string>(tasks) }
  })
  return {
    async run(payer, name, ...rest) {
      const found = pools.find(({ tasks }) => tasks.has(name))
      if (!found) throw new Error(`No class has the task ${name}.`)
      try {
        const output = await found.pool.run(payer, name, ...rest)
        failures?.works('worker')
        return output
      } catch (error) {
        throw error instanceof WorkerError && error.reason === 'program' ? unable(error) : error
      }
    },
    close: () => pools.forEach(({ pool }) => pool.close()),
  }
}
