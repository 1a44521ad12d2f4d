import { parseRecent, withRecent } from '#lib/search/suggestion.ts'

const KEY = 'recent-searches'

/** What was looked for the last times in this browser, the last one first. */
export function readRecent(): string[] {
  try {
    return parseRecent(localStorage.getItem(KEY))
  } catch {
    return []
  }
}

/** Keeps a term, or with `null` forgets all of them; a browser that keeps nothing is fine. */
export function keepRecent(term: string | null): string[] {
  const recent = term === null ? [] : withRecent(readRecent(), term)
  try {
    if (recent.length === 0) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, JSON.stringify(recent))
  } catch {
    // Storage is full or forbidden.
  }
  return recent
}
