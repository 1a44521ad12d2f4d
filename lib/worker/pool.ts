import { Child } from './child.ts'
import { WorkerError } from './error.ts'
import type { Limits } from './messages.ts'
import type { Report } from './serve.ts'

export type PoolOptions = {
  /** Absolute path of the entry module of the processes, which calls `serve`. */
  script: string
  /** Maximum number of processes. */
  size: number
  /** Tasks that may wait for a process; further ones fail with `busy`. */
  queueMax: number
  /** Limit of the JavaScript heap of a process, in megabytes. */
  heapMb: number
  /** Default limits of a task. */
  limits: Limits
  /** An idle process is ended after this time, in milliseconds, which frees its memory. */
  idleMs?: number
}

type Options = { limits?: Partial<Limits>; onProgress?: Report }

const IDLE_MS = 30_000
/**
 * A process above this resident size is not reused, since its memory would count against the limit of the
 * next task. A new process has 60 to 95 MB.
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
  const waiting: { start: () => void; refuse: (error: WorkerError) => void }[] = []
  /** Slots in use. A finished task passes its slot to the next waiting one. */
  let used = 0
  let isClosed = false

  async function takeSlot(): Promise<void> {
    if (isClosed) throw new WorkerError('closed')
    if (used < options.size) {
      used += 1
      return
    }
    if (waiting.length >= options.queueMax) throw new WorkerError('busy')
    await new Promise<void>((start, refuse) => waiting.push({ start, refuse }))
  }
  function freeSlot() {
    const next = waiting.shift()
    if (next) next.start()
    else used -= 1
  }
  function takeChild(): Child {
    for (let next = idle.pop(); next; next = idle.pop()) {
      clearTimeout(next.timer)
      if (!next.child.hasEnded) return next.child
    }
    return new Child(options.script, options.heapMb)
  }
  function release(child: Child) {
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
     * Runs a task of the script. Input and output are cloned; the caller parses the output.
     * @throws WorkerError
     */
    async run(name: string, input: unknown, { limits, onProgress }: Options = {}) {
      await takeSlot()
      const child = takeChild()
      busy.add(child)
      try {
        const request = { name, input, limits: { ...options.limits, ...limits } }
        return await child.run(request, onProgress)
      } finally {
        busy.delete(child)
        release(child)
        freeSlot()
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
      for (const { refuse } of waiting.splice(0)) refuse(new WorkerError('closed'))
    },
  }
}
export type Pool = ReturnType<typeof createPool>
