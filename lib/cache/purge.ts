import { setTimeout as wait } from 'node:timers/promises'
import { CATALOGUE_TAG, setExpiryListener } from './state.ts'

/** Bytes of tags in one request: caches read headers of 8 kB. */
const BATCH_MAX_BYTES = 6 * 1024
/** Tags that wait for one cache; with more, everything is purged. */
const WAITING_MAX = 5_000
const TIMEOUT_MS = 2_000
/**
 * After this many ms a purge is sent once more. A page that this process sent just before a change may arrive at a cache after the
 * first purge.
 */
const REPEAT_MS = 2_000
/** Delay after a failure in ms, doubled with each. */
const RETRY_MS = 250
const RETRY_MAX_MS = 5_000

type Failures = {
  failed: (subsystem: 'purge', error: unknown) => void
  works: (subsystem: 'purge') => void
}
type Options = {
  /** Addresses of the caches. */
  urls: readonly string[]
  signal: AbortSignal
  failures: Failures
  repeatMs?: number
}

/**
 * Sends the tags that expire in this process to caches in front, until `signal` aborts: `PURGE` with the tags in
 * `Surrogate-Key`, separated by spaces. Where nothing was taken away, with `Fastly-Soft-Purge: 1`: pages become stale, and may be sent while a
 * new one is fetched; a cache that does not know the header drops them. Each cache has a queue of its own. A request is repeated until a status of 2xx accepts it,
 * and once more `repeatMs` later. Begins with `catalogue`, a tag of every page, since it is unknown what changed before, and since the
 * scripts of a page are those of a release.
 */
export function purgeCaches({ urls, signal, failures, repeatMs = REPEAT_MS }: Options): void {
  if (urls.length === 0) return
  const failing = new Set<string>()
  const queues = urls.map((url) => createQueue(url))
  setExpiryListener((tags, isSoft) => {
    for (const queue of queues) queue.add(tags, isSoft)
  })
  signal.addEventListener('abort', () => setExpiryListener(undefined))

  function createQueue(url: string) {
    const first: Waiting = new Map()
    const again: Waiting = new Map()
    let poke = new AbortController()

    function add(tags: readonly string[], isSoft: boolean) {
      for (const tag of tags) put(first, tag, { due: 0, isSoft })
      if (first.has(CATALOGUE_TAG) || first.size > WAITING_MAX) {
        first.clear()
        again.clear()
        first.set(CATALOGUE_TAG, { due: 0, isSoft: false })
      }
      poke.abort()
    }

    async function run() {
      let retryMs = RETRY_MS
      while (!signal.aborted) {
        poke = new AbortController()
        const source = first.size > 0 ? first : again
        const [next] = source.values()
        const left = (next?.due ?? Infinity) - performance.now()
        if (left > 0) {
          const woken = AbortSignal.any([signal, poke.signal])
          await wait(Math.min(left, 60_000), undefined, { signal: woken }).catch(() => undefined)
          continue
        }
        const { tags: batch, isSoft } = nextBatch(source)
        // What expires while the request is on its way is sent again.
        for (const tag of batch) source.delete(tag)
        try {
          await purge(url, { tags: batch, isSoft }, signal)
          if (source === first) defer(batch, isSoft)
          retryMs = RETRY_MS
          if (failing.delete(url) && failing.size === 0) failures.works('purge')
        } catch (error) {
          if (signal.aborted) return
          add(batch, isSoft)
          failing.add(url)
          failures.failed('purge', error)
          await wait(retryMs, undefined, { signal }).catch(() => undefined)
          retryMs = Math.min(retryMs * 2, RETRY_MAX_MS)
        }
      }
    }

    /** Schedules the second request, in the order of time. */
    function defer(batch: readonly string[], isSoft: boolean) {
      const due = performance.now() + repeatMs
      const isTooMuch = again.size + batch.length > WAITING_MAX
      if (isTooMuch) again.clear()
      for (const tag of isTooMuch ? [CATALOGUE_TAG] : batch) {
        put(again, tag, { due, isSoft: isSoft && !isTooMuch })
      }
    }

    add([CATALOGUE_TAG], false)
    void run()
    return { add }
  }
}

type Purge = { tags: readonly string[]; isSoft: boolean }
/** Tags in the order in which they are due, in ms of `performance.now()`. */
type Waiting = Map<string, { due: number; isSoft: boolean }>

/** Moves a tag to the end. What was taken away is purged hard, whatever changes afterwards. */
function put(waiting: Waiting, tag: string, { due, isSoft }: { due: number; isSoft: boolean }) {
  const isHard = !isSoft || waiting.get(tag)?.isSoft === false
  waiting.delete(tag)
  waiting.set(tag, { due, isSoft: !isHard })
}

/** The oldest tags that are due and purged in the same way, as many as fit into one request. */
function nextBatch(waiting: Waiting): Purge {
  const tags: string[] = []
  const [first] = waiting.values()
  const isSoft = first?.isSoft ?? false
  let bytes = 0
  for (const [tag, { due, isSoft: isSoftToo }] of waiting) {
    bytes += tag.length + 1
    const isOther = isSoftToo !== isSoft || bytes > BATCH_MAX_BYTES || due > performance.now()
    if (tags.length > 0 && isOther) break
    tags.push(tag)
  }
  return { tags, isSoft }
}

async function purge(url: string, { tags, isSoft }: Purge, signal: AbortSignal): Promise<void> {
  const response = await fetch(url, {
    method: 'PURGE',
    headers: { 'surrogate-key': tags.join(' '), ...(isSoft && { 'fastly-soft-purge': '1' }) },
    cache: 'no-store',
    redirect: 'manual',
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  }).catch((cause: unknown) => {
    throw new Error(`${new URL(url).host} does not answer`, { cause })
  })
  await response.body?.cancel()
  if (!response.ok) throw new Error(`${new URL(url).host} answers ${response.status}`)
}
