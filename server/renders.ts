import type { ServerResponse } from 'node:http'
import {
  CATALOGUE_TAG,
  currentScope,
  position,
  type RequestScope,
  runInScope,
} from '#lib/cache/state.ts'
import { REVALIDATE_S } from '#lib/config.ts'
import { setRequestContext } from '#server/next/request-context.ts'
import { createTurns } from '#lib/limits/turns.ts'

/**
 * Rendering is single-threaded: a few renders at a time overlap with waits for the backend, more only
 * cost memory, about 10 MB each. The wait ends before the deadline of pages (main.ts).
 */
const LIMITS = { max: 8, queueMax: 100, waitMs: 7_000 }
/** Pages that are not cached: Next renders them for every request, without asking the cache handler. */
const UNCACHED =
  /^(?:\/[a-z]{2}(?:-[a-z]{2})?)?\/home\/(?:search|user)(?:\/|$)|^\/(?:feeds|sitemaps)\//
/** Pages that Next renders for every request that it gets; most are answered by the page cache before. */
const PAGE = /^(?:\/[a-z]{2}(?:-[a-z]{2})?)?\/home\//

type Work = { began: number; done: Promise<void> }
/** A request: `open` counts the work that Next announced and has not finished. */
type Job = { group: string; open: number; hasSlot: boolean }

/** Tracks renders in progress: limits their number, and finds those older than a change. */
export function createRenders({ max, queueMax, waitMs } = LIMITS) {
  const slots = createTurns(max, queueMax)
  const jobs = new WeakMap<RequestScope, Job>()
  const groups = new Map<string, Set<Work>>()

  function freeWhenDone(job: Job) {
    if (!job.hasSlot || job.open > 0) return
    job.hasSlot = false
    slots.leave(undefined)
  }

  /** Called by Next with work for a request that may outlive the response. */
  function waitUntil(promise: Promise<unknown>) {
    const scope = currentScope()
    const job = scope && jobs.get(scope)
    if (!job) return
    const group = groups.get(job.group) ?? new Set()
    groups.set(job.group, group)
    const end = () => {
      group.delete(work)
      if (group.size === 0 && groups.get(job.group) === group) groups.delete(job.group)
      job.open -= 1
      freeWhenDone(job)
    }
    job.open += 1
    const work: Work = { began: position(), done: promise.then(end, end) }
    group.add(work)
  }
  setRequestContext({ waitUntil })

  return {
    /**
     * Waits for renders of the page that began before the last change: Next would share their stale
     * result with this request.
     */
    async settled(path: string, isClosed: () => boolean): Promise<void> {
      const group = groupOf(path)
      for (;;) {
        const older = [...(groups.get(group) ?? [])].filter(({ began }) => began < position())
        if (older.length === 0 || isClosed()) return
        await Promise.all(older.map(({ done }) => done))
      }
    },
    /** Runs Next for a request, in a scope that the cache handler reads. */
    async run(path: string, work: (scope: RequestScope) => Promise<void>): Promise<void> {
      const job: Job = { group: groupOf(path), open: 0, hasSlot: false }
      const scope: RequestScope = {
        began: position(),
        page: { tags: new Set([CATALOGUE_TAG]), lifetimeS: REVALIDATE_S },
        claimRender: async () => {
          if (job.hasSlot) return true
          job.hasSlot = await slots.enter(undefined, { waitMs })
          return job.hasSlot
        },
        tryRender: () => {
          job.hasSlot ||= slots.tryEnter(undefined)
          return job.hasSlot
        },
      }
      jobs.set(scope, job)
      try {
        await runInScope(scope, () => work(scope))
      } finally {
        // Without announced work the request is done. Next announces renders, whose end does not depend
        // on how fast the client reads.
        freeWhenDone(job)
      }
    },
    /** Whether a request that is passed to Next is rendered for itself: it takes a slot first. */
    needsSlot: (path: string) => PAGE.test(path) || UNCACHED.test(path),
    /** @returns a function that releases the slot, or nothing if the server is busy or the client left. */
    async takeSlot(res: ServerResponse): Promise<(() => void) | undefined> {
      const closed = new AbortController()
      const abort = () => closed.abort()
      res.once('close', abort)
      const isGranted = await slots.enter(undefined, { waitMs, signal: closed.signal })
      res.off('close', abort)
      if (!isGranted) return undefined
      let isHeld = true
      return () => {
        if (isHeld) slots.leave(undefined)
        isHeld = false
      }
    },
    usage: slots.usage,
  }
}

export type Renders = ReturnType<typeof createRenders>

/** Key of a page in all languages and views: coarser than Next's keys, so it covers all its renders. */
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
