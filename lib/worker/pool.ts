import { Child } from './child.ts'
import { WorkerError } from './error.ts'
import type { Limits } from './messages.ts'
import type { Report } from './serve.ts'

export type PoolOptions = {
  /** Absolute path of the module that the processes run; it calls `serve`. */
  script: string
  /** Processes at most. */
  size: number
  /** Tasks that may wait for a free process; one more is refused with `busy`. */
  queueMax: number
  /** JavaScript heap of a process, in megabytes. */
  heapMb: number
  /** Limits of a task that states no others. */
  limits: Limits
  /** An idle process ends after this long, in milliseconds, and returns its memory. */
  idleMs?: number
}

type Options = { limits?: Partial<Limits>; onProgress?: Report }

const IDLE_MS = 30_000
/**
 * A process that is larger than this after its task is not used again: memory that it did not return
 * would count against the limit of the next task. A new one has 60 to 95 MB.
 */
const KEPT_RSS_BYTES = 160 * 1024 * 1024

/**
 * Runs tasks on input of strangers in child processes: a task that passes its limits is killed with
 * its process (`SIGKILL`), and the next task gets a new one. A worker thread would not do: its
 * limits bound the JavaScript heap only, neither buffers nor native code nor time.
 */
export function createPool({ idleMs = IDLE_MS, ...options }: PoolOptions) {
  const idle: { child: Child; timer: NodeJS.Timeout }[] = []
  const busy = new Set<Child>()
  const waiting: { start: () => void; refuse: (error: WorkerError) => void }[] = []
  /** Slots taken: a slot passes from a finished task to the next one that waits. */
  let taken = 0
  let isClosed = false

  async function takeSlot(): Promise<void> {
    if (isClosed) throw new WorkerError('closed')
    if (taken < options.size) {
      taken += 1
      return
    }
    if (waiting.length >= options.queueMax) throw new WorkerError('busy')
    await new Promise<void>((start, refuse) => waiting.push({ start, refuse }))
  }
  function freeSlot() {
    const next = waiting.shift()
    if (next) next.start()
    else taken -= 1
  }
  function takeChild(): Child {
    for (let free = idle.pop(); free; free = idle.pop()) {
      clearTimeout(free.timer)
      if (!free.child.hasEnded) return free.child
    }
    return new Child(options.script, options.heapMb)
  }
  function keepIdle(child: Child) {
    if (child.hasEnded) return
    if (isClosed || child.rssBytes > KEPT_RSS_BYTES) return child.kill('closed')
    const timer = setTimeout(() => {
      const at = idle.findIndex((one) => one.child === child)
      if (at !== -1) idle.splice(at, 1)
      child.kill('closed')
    }, idleMs).unref()
    idle.push({ child, timer })
  }

  return {
    /**
     * Runs the task `name` of the script. Input and output are cloned; the caller parses the output.
     * @throws WorkerError with its reason.
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
        keepIdle(child)
        freeSlot()
      }
    },
    /** Kills the processes; running and waiting tasks fail with `closed`. */
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
