import { LRUCache } from 'lru-cache'
import type { PageKey } from './page-key.ts'
import type { Renders } from './renders.ts'

/** A process is behind while so many pages are rendered, each of which keeps the event loop for 25 to 50 ms, or wait for a slot. */
const BUSY_RENDERS = 3
/** And for this long after a page was left for later, in ms. */
const BEHIND_MS = 2_000
/** Pause after a render, in ms: stored pages are sent from the same event loop. */
const PAUSE_MS = 100
/** Pages that wait, about 0.3 kB each: those that were asked for last. */
const WAITING_MAX = 2_000

type Waiting = { page: PageKey; requests: number; since: number }

/**
 * Renders the outdated pages of a process that is behind, one at a time: first the one with the most requests times the time since the first of
 * them. One that is asked for four times as often as another one is so rendered twice as often, which keeps the age of what visitors get, summed up over
 * all of them, the least, and each has its turn (decision 210).
 * @param usage how many renders there are, and how many requests wait for one.
 */
export function createPace(usage: Renders['usage'], now = () => performance.now()) {
  const waiting = new LRUCache<string, Waiting>({ max: WAITING_MAX })
  let isRunning = false
  let pausedUntil = 0
  let leftAt = -Infinity
  let addedAt = -Infinity

  function first(): PageKey | undefined {
    const at = now()
    const score = ({ requests, since }: Waiting) => requests * (at - since)
    let most: Waiting | undefined
    for (const one of waiting.values()) if (!most || score(one) > score(most)) most = one
    return most?.page
  }

  return {
    isBehind(): boolean {
      const { busy, waiting: queued } = usage()
      return busy >= BUSY_RENDERS || queued > 0 || now() - leftAt < BEHIND_MS
    },
    /**
     * Notes a request for an outdated page, and begins to render the first of those that wait unless another one is being rendered.
     * @param render returns whether the page need not wait any longer.
     */
    async add(page: PageKey, render: (page: PageKey) => Promise<boolean>): Promise<void> {
      // What waited when the process was behind before was rendered since.
      if (now() - addedAt >= BEHIND_MS) waiting.clear()
      addedAt = now()
      const { requests, since } = waiting.get(page.key) ?? { requests: 0, since: addedAt }
      waiting.set(page.key, { page, requests: requests + 1, since })
      if (isRunning || addedAt < pausedUntil) {
        leftAt = addedAt
        return
      }
      const next = first() ?? page
      isRunning = true
      try {
        if (await render(next)) waiting.delete(next.key)
      } finally {
        isRunning = false
        pausedUntil = now() + PAUSE_MS
      }
    },
  }
}
export type RenderPace = ReturnType<typeof createPace>
