import { AsyncLocalStorage } from 'node:async_hooks'
import { REVALIDATE_S } from '#lib/config.ts'
import type { Payer } from '#lib/limits/payer.ts'
import { ensureProcessState } from '#lib/process-state.ts'

/**
 * State of one request to the framework. The server creates it (server/render-page.ts, server/pass-to-next.ts); pages and their reads
 * use it.
 */
export type RequestScope = {
  /** Age of the oldest catalogue response in this render: when it was read, in ms since the epoch. */
  oldestRead?: number
  /** Query of the address with its `?`, where the response is for this query alone: no other one gets it from a cache. */
  query?: string
  /** The browser has just changed something (just-changed.ts): searches that others may get are too old for it. */
  isForAuthor?: boolean
  /** What is stored of the result: a page, or the response of a route handler. */
  page: PageRender
  /** Whose request it is for; none in the background. */
  payer?: Payer
  /** A part could not be made in time: the response must not be stored. */
  isUnfinished?: boolean
}

/** What a response that is stored depends on. */
export type PageRender = {
  /** Tags of the answers that it shows (answers.ts). */
  tags: Set<string>
  /** The shortest lifetime of these answers, in seconds. */
  lifetimeS: number
}

/** Of a response that has read no answer yet. */
export const newPage = (lifetimeS = REVALIDATE_S): PageRender => ({
  tags: new Set([CATALOGUE_TAG]),
  lifetimeS,
})

type State = {
  position: number
  /** Position of the last expiry by tag, oldest first. */
  expired: Map<string, number>
  /** The same of expiries after which nothing of before may be shown. */
  removed: Map<string, number>
  /** Tags that expired without the change feed, and their position: the change may not have come yet (feed.ts). */
  pending: Map<string, number>
  scopes: AsyncLocalStorage<RequestScope>
  /** Set while this process follows the backend's change feed. */
  follower: Follower | undefined
  /** Called with the tags of each expiry after it has taken effect. */
  onExpiry: ((tags: readonly string[], isSoft: boolean) => void) | undefined
}
type Follower = {
  /** Polls the backend now. */
  poke: () => void
  /** Polls the backend now. Resolves when what changed before has expired, or when the backend does not answer. */
  next: () => Promise<void>
  /** For how long changes may be unknown here, in ms: what the backend had written before has expired. @param at `performance.now()` */
  age: (at?: number) => number
}

declare module '#lib/process-state.ts' {
  interface ProcessState {
    cache: State
  }
}

/** Tag of every catalogue response; its expiry expires all of them. */
export const CATALOGUE_TAG = 'catalogue'
/** Tags in memory, about 10 MB. Beyond that, the oldest expiry applies to all older entries. */
const TAGS_MAX = 50_000

const state = ensureProcessState('cache', () => ({
  position: 0,
  expired: new Map(),
  removed: new Map(),
  pending: new Map(),
  scopes: new AsyncLocalStorage<RequestScope>(),
  follower: undefined,
  onExpiry: undefined,
}))

/** Number of expiries in this process. Unlike a clock, a counter orders events of one millisecond. */
export const position = (): number => state.position

/**
 * Expires cached entries with one of the tags, and renders in progress from older data. Takes effect
 * in the whole process before it returns.
 * @param isFromFeed whether the change feed named them.
 * @param isSoft whether a page of before may be shown for the moment in which a new one is rendered (server/page-cache.ts). Otherwise it
 * may hold what was taken away, and is never shown again.
 */
export function expireTags(
  tags: Iterable<string>,
  { isFromFeed = false, isSoft = false } = {},
): void {
  const expiring = [...tags]
  if (expiring.length === 0) return
  state.position += 1
  for (const tag of expiring) {
    setExpiry(state.expired, tag, state.position)
    if (!isSoft) setExpiry(state.removed, tag, state.position)
    if (!isFromFeed) state.pending.set(tag, state.position)
  }
  if (state.pending.size > TAGS_MAX) {
    state.pending.clear()
    state.pending.set(CATALOGUE_TAG, state.position)
  }
  for (const expiries of [state.expired, state.removed]) {
    while (expiries.size > TAGS_MAX) {
      const [oldest] = expiries
      if (!oldest) break
      expiries.delete(oldest[0])
      setExpiry(expiries, CATALOGUE_TAG, Math.max(oldest[1], expiries.get(CATALOGUE_TAG) ?? 0))
    }
  }
  state.onExpiry?.(expiring, isSoft)
}

/** Sets what is called with the tags of each expiry in this process; it must not throw. */
export function setExpiryListener(listener: State['onExpiry']): void {
  state.onExpiry = listener
}

/** Expires all catalogue responses, since the change feed cannot tell which are outdated. */
export const expireEverything = (): void => expireTags([CATALOGUE_TAG], { isFromFeed: true })

/** Whether one of the tags expired after the position `began`. */
export const isExpired = (tags: Iterable<string>, began: number): boolean =>
  isAfter(state.expired, tags, began)

/** Whether one of the tags expired after the position `began`, and nothing of before may be shown. */
export const isRemoved = (tags: Iterable<string>, began: number): boolean =>
  isAfter(state.removed, tags, began)

function isAfter(expiries: Map<string, number>, tags: Iterable<string>, began: number): boolean {
  for (const tag of tags) if ((expiries.get(tag) ?? -1) > began) return true
  return false
}

/** Tags that expired without the change feed; feed.ts removes them. */
export const pendingTags = (): Map<string, number> => state.pending

/** The follower of the backend's change feed (follow.ts), if there is one. */
export const follower = (): Follower | undefined => state.follower
export function setFollower(following: Follower | undefined): void {
  state.follower = following
}

/** The scope of the current request; none during a build. */
export const currentScope = (): RequestScope | undefined => state.scopes.getStore()

/** Runs `work` and its asynchronous continuations in the scope of a request. */
export function runInScope<T>(scope: RequestScope, work: () => T): T {
  return state.scopes.run(scope, work)
}

/** Reinserts the tag, so that the map stays ordered by position. */
function setExpiry(expiries: Map<string, number>, tag: string, at: number) {
  expiries.delete(tag)
  expiries.set(tag, at)
}
