import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * What one request to Next carries through rendering, background revalidation included. The server
 * around Next creates it (server/renders.ts), the cache handler reads it.
 */
export type RequestScope = {
  /** `position()` when the request, or the render that it caused, began. */
  began: number
  /** When the oldest catalogue answer of this render was read, in ms since the epoch. */
  oldestRead?: number
  /** Until when the page that answers this request is fresh, in ms since the epoch. */
  freshUntil?: number
  /** Waits for permission to render a page that is not stored; `false`: the server is busy. */
  claimRender?: () => Promise<boolean>
  /** The same without waiting, for a page that is stored and only out of date. */
  tryRender?: () => boolean
}

type State = {
  position: number
  /** Tag to the position at which it expired last, the oldest expiry first. */
  expired: Map<string, number>
  scopes: AsyncLocalStorage<RequestScope>
  listeners: Set<() => void>
  /** Set while this process hears of every change from the backend. */
  follower: Follower | undefined
}
type Follower = {
  /** Asks the backend now instead of in a moment. */
  poke: () => void
}

declare global {
  // Next's bundles, the cache handler and the server are module graphs of their own in one process.
  var keystripCacheState: State | undefined
}

/** Every answer of the catalogue carries it; expiring it expires all of them. */
export const CATALOGUE_TAG = 'catalogue'
/** So many tags are remembered, about 10 MB; the oldest expiry beyond that expires everything older. */
const TAGS_MAX = 50_000

const state: State = (globalThis.keystripCacheState ??= {
  position: 0,
  expired: new Map(),
  scopes: new AsyncLocalStorage(),
  listeners: new Set(),
  follower: undefined,
})

/**
 * How many times something expired in this process. A counter instead of a clock: two events in one
 * millisecond have an order.
 */
export const position = (): number => state.position

/**
 * Expires everything that carries one of the tags: what is stored, and what is being rendered from
 * data that was read before this moment. Takes effect before it returns, in the whole process.
 */
export function expireTags(tags: Iterable<string>): void {
  state.position += 1
  for (const tag of tags) remember(tag, state.position)
  while (state.expired.size > TAGS_MAX) {
    const [oldest] = state.expired
    if (!oldest) break
    state.expired.delete(oldest[0])
    const floor = Math.max(oldest[1], state.expired.get(CATALOGUE_TAG) ?? 0)
    remember(CATALOGUE_TAG, floor)
  }
  for (const listener of state.listeners) listener()
}

/** Expires every answer of the catalogue. */
export const expireEverything = (): void => expireTags([CATALOGUE_TAG])

/** Whether one of the tags expired after the position `began`. */
export function isExpired(tags: Iterable<string>, began: number): boolean {
  for (const tag of tags) if ((state.expired.get(tag) ?? -1) > began) return true
  return false
}

/** Calls `listener` after each expiry, in the same tick. @returns a function that stops it. */
export function onExpire(listener: () => void): () => void {
  state.listeners.add(listener)
  return () => state.listeners.delete(listener)
}

/** Who hears of every change from the backend (follow.ts), if anybody does. */
export const follower = (): Follower | undefined => state.follower
export function setFollower(following: Follower | undefined): void {
  state.follower = following
}

/** The scope of the request that the current code runs for; none during a build. */
export const currentScope = (): RequestScope | undefined => state.scopes.getStore()

/** Runs `work`, and whatever it starts, in the scope of a request. */
export function runInScope<T>(scope: RequestScope, work: () => T): T {
  return state.scopes.run(scope, work)
}

function remember(tag: string, at: number) {
  state.expired.delete(tag)
  state.expired.set(tag, at)
}
