import type { ServerResponse } from 'node:http'
import { createTurns } from '#lib/limits/turns.ts'

/**
 * Rendering is single-threaded: a few renders at a time overlap with waits for the backend, more only
 * cost memory, about 10 MB each. The wait ends before the deadline of pages (main.ts).
 */
const LIMITS = { max: 8, queueMax: 100, waitMs: 7_000 }
/** Pages and documents that are rendered for every request that is passed to the framework. */
const RENDERED = /^(?:\/[a-z]{2}(?:-[a-z]{2})?)?\/home\/|^\/(?:feeds|sitemaps)\//

/** Limits the number of renders in progress. */
export function createRenders({ max, queueMax, waitMs } = LIMITS) {
  const slots = createTurns(max, queueMax)

  /** Releases a slot once. */
  function release(): () => void {
    let isHeld = true
    return () => {
      if (isHeld) slots.leave(undefined)
      isHeld = false
    }
  }

  return {
    /** Whether a request that is passed to the framework is rendered for itself: it takes a slot first. */
    needsSlot: (path: string) => RENDERED.test(path),
    /**
     * Waits for a slot.
     * @param res of the request that waits: its end ends the wait.
     * @returns a function that releases the slot, or nothing if the server is busy or the client left.
     */
    async takeSlot(res?: ServerResponse): Promise<(() => void) | undefined> {
      const closed = new AbortController()
      const abort = () => closed.abort()
      res?.once('close', abort)
      const isGranted = await slots.enter(undefined, { waitMs, signal: closed.signal })
      res?.off('close', abort)
      return isGranted ? release() : undefined
    },
    /** The same without waiting. */
    trySlot: (): (() => void) | undefined => (slots.tryEnter(undefined) ? release() : undefined),
    usage: slots.usage,
  }
}

export type Renders = ReturnType<typeof createRenders>
