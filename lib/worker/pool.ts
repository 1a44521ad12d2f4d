import type { Payer } from '#lib/limits/payer.ts'
import { createTurns } from '#lib/limits/turns.ts'
import { Child } from './child.ts'
import { WorkerError } from './error.ts'
import type { WorkerLimits } from './messages.ts'
import type { Report } from './serve.ts'

export type PoolOptions = {
  /** Absolute path of the entry module of the processes, which calls `serve`. */
  script: string
  /** Maximum number of processes. */
  size: number
  /** Tasks that may wait for a process; further ones fail with `busy`. */
  queueMax: number
  /** How many tasks a payer may have running; by default all but one, so that it never has all processes. */
  ofPayer?: number
  /** Limit of the JavaScript heap of a process, in megabytes. */
  heapMb: number
  /** Default limits of a task. */
  limits: WorkerLimits
  /** An idle process is ended after this time, in milliseconds, which frees its memory. */
  idleMs?: number
}

type Options = {
  limits?: Partial<WorkerLimits>
  onProgress?: Report
}

const IDLE_MS = 30_000
/**
 * A process above this resident size is not reused, since its memory would count against the limit of the
 * next task. A new process has 65 MB, and 80 to 110 MB with the modules of its task.
 */
const REUSED_RSS_BYTES = 160 * 1024 * 1024

/**
 * Runs tasks on untrusted input in child processes. A process whose task exceeds its limits is killed
 * (`SIGKILL`) and replaced. Worker threads would not do: their limits cover the JavaScript heap, but not
 * buffers, native code and time.
 */
export function createPool({ idleMs = IDLE_MS, ...options }: PoolOptions) {
  const idle: { child: Child; timer: NodeJS.Timeout }[] = []
  const busy = new Set<Child>()
  const { size, queueMax, ofPayer: atOnce } = options
  const ofPayer = atOnce === undefined ? undefined : { atOnce, waitingMax: queueMax }
  const turns = createTurns(size, queueMax, ofPayer)
  let isClosed = false

  function takeChild(): Child {
    for (let next = idle.pop(); next; next = idle.pop()) {
      clearTimeout(next.timer)
      if (!next.child.hasEnded) return next.child
    }
    try {
      return new Child(options.script, options.heapMb)
    } catch (error) {
      // Some errors of the system are thrown, such as too little memory for a process.
      throw new WorkerError('program', `The worker cannot be created: ${String(error)}`)
    }
  }
  function free(child: Child) {
    if (child.hasEnded) return
    if (isClosed || child.rssBytes > REUSED_RSS_BYTES) return child.kill('closed')
    const timer = setTimeout(() => {
      const index = idle.findIndex((entry) => entry.child === child)
      if (index !== -1) idle.splice(index, 1)
      child.kill('closed')
    }, idleMs).unref()
    idle.push({ child, timer })
  }

  return {
    /**
     * Runs a task of the script in the turn of a payer, and charges it. Input and output are cloned; the caller parses the output.
     * @throws WorkerError
     */
    async run(payer: Payer, name: string, input: unknown, { limits, onProgress }: Options = {}) {
      if (isClosed) throw new WorkerError('closed')
      if (!(await turns.enter(payer.name))) throw new WorkerError('busy')
      try {
        const child = takeChild()
        busy.add(child)
        try {
          const request = { name, input, limits: { ...options.limits, ...limits } }
          return await child.run(request, onProgress)
        } finally {
          busy.delete(child)
          payer.charge?.(child.cpuMs)
          free(child)
        }
      } finally {
        turns.leave(payer.name)
      }
    },
    /** Kills all processes; running and waiting tasks fail with `closed`. */
    close() {
      isClosed = true
      for (const { child, timer } of idle.splice(0)) {
        clearTimeout(timer)
        child.kill('closed')
      }
      for (const child of busy) child.kill('closed')
      turns.refuseAll(new WorkerError('closed'))
    },
  }
}
export type Pool = ReturnType<typeof createPool>
