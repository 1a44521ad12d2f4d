import path from 'node:path'
import { createPool } from '#lib/worker/pool.ts'
import { PAYER } from './payer.ts'

/* Starts a task that never ends and sends the process id of the worker to the parent process. */
const pool = createPool({
  script: path.join(import.meta.dirname, 'worker-tasks.ts'),
  size: 1,
  queueMax: 1,
  heapMb: 64,
  limits: { cpuMs: 60_000, rssBytes: 1024 ** 3 },
})
await pool.run(PAYER, 'spin-after-pid', null, { onProgress: (pid) => process.send?.(pid) })
