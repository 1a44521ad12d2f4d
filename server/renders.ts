import type { ServerResponse } from 'node:http'
import { currentScope, position, type RequestScope, runInScope } from '#lib/cache/state.ts'
import { createSlots, type Limits } from './slots.ts'

/**
 * One thread renders, so more at a time only cost memory, about 10 MB each; a few wait for the
 * backend meanwhile. Who waits longer than 7 s meets the deadline of pages anyway (main.ts).
 */
const LIMITS: Limits = { max: 8, queueMax: 100, waitMs: 7_000 }
/** Next looks here for what a platform offers it; see `getBuiltinRequestContext` in its source. */
const NEXT_CONTEXT = Symbol.for('@next/request-context')
/** Pages that are rendered for every request: Next asks no cache about them. */
const UNCACHED =
  /^(?:\/[a-z]{2}(?:-[a-z]{2})?)?\/home\/(?:search|user)(?:\/|$)|^\/(?:feeds|sitemaps)\//

type Work = { began: number; done: Promise<void> }
type Job = { group: string; open: number; hasSlot: boolean }

/** What is being rendered at this moment, which of it is older than a change, and how much of it may be. */
export function createRenders(limits = LIMITS) {
  const slots = createSlots(limits)
  const jobs = new WeakMap<RequestScope, Job>()
  const groups = new Map<string, Set<Work>>()

  function releaseWhenDone(job: Job) {
    if (!job.hasSlot || job.open > 0) return
    job.hasSlot = false
    slots.release()
  }

  /** Notes work that Next does for a request, and may go on with after the answer. */
  function waitUntil(promise: Promise<unknown>) {
    const scope = currentScope()
    const job = scope && jobs.get(scope)
    if (!job) return
    const works = groups.get(job.group) ?? new Set()
    groups.set(job.group, works)
    const end = () => {
      works.delete(work)
      if (works.size === 0 && groups.get(job.group) === works) groups.delete(job.group)
      job.open -= 1
      releaseWhenDone(job)
    }
    job.open += 1
    const work: Work = { began: position(), done: promise.then(end, end) }
    works.add(work)
  }
  Object.assign(globalThis, { [NEXT_CONTEXT]: { get: () => ({ waitUntil }) } })

  return {
    /**
     * Waits until no render of the page is under way that began before the last change: Next would
     * hand its result to whoever asks meanwhile.
     */
    async settled(path: string, isGone: () => boolean): Promise<void> {
      const group = groupOf(path)
      for (;;) {
        const older = [...(groups.get(group) ?? [])].filter(({ began }) => began < position())
        if (older.length === 0 || isGone()) return
        await Promise.all(older.map(({ done }) => done))
      }
    },
    /** Runs Next for a request, with what the cache handler wants to know of it. */
    async run(path: string, work: (scope: RequestScope) => Promise<void>): Promise<void> {
      const job: Job = { group: groupOf(path), open: 0, hasSlot: false }
      const scope: RequestScope = {
        began: position(),
        claimRender: async () => {
          if (job.hasSlot) return true
          job.hasSlot = await slots.take()
          return job.hasSlot
        },
        tryRender: () => {
          job.hasSlot ||= slots.tryTake()
          return job.hasSlot
        },
      }
      jobs.set(scope, job)
      try {
        await runInScope(scope, () => work(scope))
      } finally {
        // Where Next told of no work. It tells of a render, whose end does not wait for the reader.
        releaseWhenDone(job)
      }
    },
    /** Whether a page is rendered for every request: its request takes a slot before Next has it. */
    isUncached: (path: string) => UNCACHED.test(path),
    /** @returns what gives the slot back, or nothing when the server is busy or the reader has gone. */
    async slot(res: ServerResponse): Promise<(() => void) | undefined> {
      const gone = new AbortController()
      const leave = () => gone.abort()
      res.once('close', leave)
      const isGiven = await slots.take(gone.signal)
      res.off('close', leave)
      if (!isGiven) return undefined
      let isHeld = true
      return () => {
        if (isHeld) slots.release()
        isHeld = false
      }
    },
    usage: slots.usage,
  }
}

export type Renders = ReturnType<typeof createRenders>

/** The pages of one path, in all languages and views: coarser than Next's keys, so never too few. */
function groupOf(path: string): string {
  return decode(path).replace(/^\/[a-z]{2}(?:-[a-z]{2})?(?=\/)/, '')
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
