import { ensureProcessState } from '#lib/process-state.ts'
import { isExpired, pendingTags } from './state.ts'

/*
 * What was read of the backend's change feed (follow.ts), by which it judges entries of other processes: pages and
 * answers in the shared cache (shared.ts).
 */

/** After the history was replaced, others may go on storing what they made of the old one, for this long, in ms. */
const DISTRUST_MS = 30_000
/** Tags in memory, like those of state.ts. */
const TAGS_MAX = 50_000

/** When something was made: the position of the feed that it is true at, and the time in ms since the epoch. */
export type Stamp = { asOf: number; at: number }

type Feed = {
  history: string
  /** Changes up to this one have expired their tags here. */
  position: number
  /** Expiries since this position are known. */
  floor: number
}
type State = {
  feed: Feed | undefined
  /** Nothing that was made before this time is used, in ms since the epoch. */
  notBefore: number
  /** Position of the last change that expired a tag, oldest first. */
  expired: Map<string, number>
}

declare module '#lib/process-state.ts' {
  interface ProcessState {
    feed: State
  }
}

const state = ensureProcessState('feed', () => ({
  feed: undefined,
  notBefore: 0,
  expired: new Map(),
}))

/** The history that the feed is of; nothing while positions cannot be compared. */
export const history = (): string | undefined => state.feed?.history
export const feedPosition = (): number | undefined => state.feed?.position

/**
 * Begins to follow a history at a position: what expired before is unknown.
 * @param askedAt like that of `advanceFeed`.
 */
export function startFeed(started: Omit<Feed, 'floor'>, askedAt: number): void {
  state.feed = { ...started, floor: started.position }
  state.expired.clear()
  for (const [tag, at] of pendingTags()) if (at <= askedAt) pendingTags().delete(tag)
}

/** Uses nothing of others, while positions cannot be compared. */
export function endFeed(): void {
  state.feed = undefined
}

/** Uses nothing that was made until half a minute from now. */
export function distrust(): void {
  state.notBefore = Date.now() + DISTRUST_MS
}

/**
 * Notes an answer of the feed, whose tags have expired already.
 * @param askedAt `position()` before the request: what expired without the feed until then had been written, so that its change
 * is in the answers up to this one, if it has one.
 * @param isComplete whether no further changes wait.
 */
export function advanceFeed(
  position: number,
  tags: ReadonlySet<string>,
  { askedAt, isComplete }: { askedAt: number; isComplete: boolean },
): void {
  const { feed } = state
  if (!feed) return
  feed.position = position
  for (const tag of tags) setExpiry(tag, position)
  for (const [tag, at] of pendingTags()) {
    if (at > askedAt || !isComplete) continue
    pendingTags().delete(tag)
    // Expired by command, without a change: what is as new as the last change is old too.
    if (!tags.has(tag)) setExpiry(tag, position + 0.5)
  }
  while (state.expired.size > TAGS_MAX) {
    const [oldest] = state.expired
    if (!oldest) break
    state.expired.delete(oldest[0])
    feed.floor = Math.max(feed.floor, Math.ceil(oldest[1]))
  }
}

function setExpiry(tag: string, at: number) {
  state.expired.delete(tag)
  state.expired.set(tag, at)
}

/**
 * The stamp of something that is stored now, if others may use it: nothing that it is made of has expired since it began to be
 * made, so it is as true as what is made now.
 */
export function stampOf(tags: readonly string[], began: number): Stamp | undefined {
  const at = Date.now()
  if (!state.feed || at < state.notBefore || isExpired(tags, began)) return undefined
  return { asOf: state.feed.position, at }
}

/** Whether something that another process made is true here: none of its tags has expired since. */
export function isTrue(tags: readonly string[], { asOf, at }: Stamp): boolean {
  const { feed, notBefore, expired } = state
  const pending = pendingTags()
  if (!feed || asOf < feed.floor || at < notBefore) return false
  return tags.every((tag) => !pending.has(tag) && !((expired.get(tag) ?? -1) > asOf))
}
