import type { CacheState, CacheStoreName } from '#lib/contract/cache/look.ts'
import { isExpired, isRemoved, position } from './state.ts'

/*
 * When what is stored may be used: the rules of all caches of a web process (decision 208). Entries of other processes follow the same ones, by the
 * position of the change feed (feed.ts).
 */

/** How old a stored response or answer is, and which changes concern it. */
export type Validity = {
  /** Of what it shows (tags.ts). */
  tags: readonly string[]
  /** `position()` when it began to be made: what expires later outdates it. */
  began: number
  /** When it began to be made, in ms since the epoch. */
  begunAt: number
  /** The end of its lifetime, in ms since the epoch. */
  freshUntil: number
}
/** With what its tags were found to be: they are compared again after the next expiry of any tag. */
export type Stored = Validity & {
  compared: { at: number; isOutdated: boolean; isRemoved: boolean }
}

/** After its lifetime an entry is sent for so long, while it is made anew; then only if that fails. */
const STALE_MS = 300_000
/**
 * One that a change has outdated, but that shows nothing that was taken away, is sent for so long from the time when it began to be made: below the
 * two seconds of docs/behaviour.md. In the first part of that time it is not made anew, however many changes there are.
 */
const OUTDATED_MS = 1_900
const AGAIN_MS = 1_000
/** The same as `OUTDATED_MS` in a process that is behind (server/pace.ts), not beyond the lifetime of the entry. */
const LATE_MS = 300_000

/** How long an entry is sent that is stale, outdated, or outdated in a process that is behind, in ms. */
export type Rule = { staleMs: number; outdatedMs: number; lateMs: number }

const SENT_MEANWHILE: Rule = { staleMs: STALE_MS, outdatedMs: OUTDATED_MS, lateMs: LATE_MS }
/** Used during its lifetime, until a change concerns it. */
const STRICT: Rule = { staleMs: 0, outdatedMs: 0, lateMs: 0 }

/** What was taken away is used by none of them. */
export const RULES: Record<CacheStoreName, Rule> = {
  pages: SENT_MEANWHILE,
  data: SENT_MEANWHILE,
  files: SENT_MEANWHILE,
  refusals: STRICT,
  api: STRICT,
  answers: STRICT,
  searches: STRICT,
}

/** What began to be made later than this from now, in ms, did so before the clock was set back. */
const CLOCK_MAX_MS = 60_000

/** An entry whose tags were not compared yet. */
export const newStored = <T extends Validity>(entry: T): T & Stored => ({
  ...entry,
  compared: { at: -1, isOutdated: false, isRemoved: false },
})

/** Cheap unless a tag has expired since the last time. */
function compare({ compared, tags, began }: Stored): Stored['compared'] {
  if (compared.at !== position()) {
    compared.isOutdated ||= isExpired(tags, began)
    compared.isRemoved ||= isRemoved(tags, began)
    compared.at = position()
  }
  return compared
}

/** Whether a change has outdated an entry since it began to be made. */
export const isOutdated = (entry: Stored): boolean => compare(entry).isOutdated
/** Whether an entry may show what was taken away since it began to be made. */
export const isTakenAway = (entry: Stored): boolean => compare(entry).isRemoved

/** @param now in ms since the epoch. */
export function stateOf(entry: Stored, { staleMs, outdatedMs }: Rule, now: number): CacheState {
  const compared = compare(entry)
  if (compared.isRemoved) return 'removed'
  const { begunAt, freshUntil } = entry
  const isPast = now >= freshUntil || begunAt > now + CLOCK_MAX_MS
  if (isPast && now - freshUntil >= staleMs) return 'expired'
  if (compared.isOutdated) {
    const since = now - begunAt
    if (since < 0 || since >= outdatedMs) return 'expired'
    return since < AGAIN_MS ? 'outdated' : 'stale'
  }
  return isPast ? 'stale' : 'fresh'
}

/** Whether an outdated entry may be sent by a process that is behind. */
export function isSentLate(entry: Stored, { lateMs }: Rule, now: number): boolean {
  const since = now - entry.begunAt
  return isOutdated(entry) && since >= 0 && since <= lateMs && now < entry.freshUntil
}

/** Whether an entry is sent without any other work: one that is outdated for other visitors than the author of the change. */
export const isSentAtOnce = (state: CacheState): boolean =>
  state === 'fresh' || state === 'outdated'
