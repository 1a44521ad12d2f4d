/*
 * What is tried on a strip, as the fragment of an address: `#try=2` for the second page, `#try=2.5` for its fifth key. The
 * server does not get it, so a page of the cache serves all of them. Numbers, since ids of a file may be any text.
 */

/** Page and key, counted from 0; without a key none is pressed. */
export type TriedPlace = { page: number; key: number | null }

const FRAGMENT = /^#try=([1-9]\d?)(?:\.([1-9]\d?))?$/

/** The place in a fragment; `null` for any other. Pages and keys may be more than there are. */
export function parseTried(fragment: string): TriedPlace | null {
  const [, page, key] = FRAGMENT.exec(fragment) ?? []
  if (page === undefined) return null
  return { page: Number(page) - 1, key: key === undefined ? null : Number(key) - 1 }
}

export const formatTried = ({ page, key }: TriedPlace): string =>
  key === null ? `#try=${page + 1}` : `#try=${page + 1}.${key + 1}`
