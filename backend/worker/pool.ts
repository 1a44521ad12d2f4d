import { availableParallelism } from 'node:os'
import path from 'node:path'
import { createPool, type Pool } from '#lib/worker/pool.ts'

const MB = 1024 * 1024
/** Tasks of a class that may wait; further ones fail with `busy`. */
const QUEUE_MAX = 200
const HEAP_MB = 256
/** Default limits of a task. */
const LIMITS = { cpuMs: 10_000, rssBytes: 400 * MB }

/** Processes of a class: a quick job of drawings never waits for a long one (backend/start-jobs.ts). */
const SIZE = Math.max(2, availableParallelism())

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

/** The backend's worker processes, one per core and class, started on demand. */
export function createBackendPool(): Pool {
  const pools = Object.entries(CLASSES).map(([name, tasks]) => {
    const pool = createPool({
      script: path.join(import.meta.dirname, 'main.ts'),
      size: SIZE,
      // Drawings are made by jobs, which take turns themselves (services/job/claim.ts).
      ...(name === 'drawings' && { ofShare: SIZE }),
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
      return found.pool.run(payer, name, ...rest)
    },
    close: () => pools.forEach(({ pool }) => pool.close()),
  }
}
