import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { ensureProcessState } from '#lib/process-state.ts'

/*
 * HTML of parts that many pages have, such as a card. Its key is everything that it is made of, as the backend's answer names it:
 * a part of an older revision, or of a project that was removed, is found by no page.
 */

/** Size of all fragments in bytes; a card takes 4 to 8 kB. */
const FRAGMENTS_MAX_BYTES = 8 * 1024 * 1024
/** Estimate of the objects and the key of a fragment. */
const FRAGMENT_OVERHEAD_BYTES = 300
/** A character of a string that has one outside of Latin-1. */
const CHARACTER_BYTES = 2

/** HTML in pieces, between which a page inserts its own. */
export type Fragment = readonly string[]

declare module '#lib/process-state.ts' {
  interface ProcessState {
    fragments: LRUCache<string, Fragment>
  }
}

/** The same text in one piece: the engine keeps one that was put together as a tree of its parts, with 32 bytes for each. */
const flat = (text: string) => Buffer.from(text).toString()

/** Fragments in at most `maxBytes`, of which the least recently used go first. */
export const createFragments = (maxBytes = FRAGMENTS_MAX_BYTES) =>
  new LRUCache<string, Fragment>({
    maxSize: maxBytes,
    sizeCalculation: (pieces) =>
      pieces.reduce((sum, { length }) => sum + length * CHARACTER_BYTES, FRAGMENT_OVERHEAD_BYTES),
  })

/**
 * The fragment of `make`, which is called once for each value of `parts`.
 * @param parts everything that the result depends on, as JSON: what is shown, the language, and how.
 */
export function keepFragment<T extends object>(
  parts: T,
  make: (parts: T) => Fragment,
  fragments = ensureProcessState('fragments', createFragments),
): Fragment {
  // In development, messages and markup change without a restart.
  if (process.env.NODE_ENV === 'development') return make(parts)
  const key = hash('sha256', JSON.stringify(parts), 'base64url')
  const known = fragments.get(key)
  if (known) return known
  const made = make(parts).map(flat)
  fragments.set(key, made)
  return made
}
