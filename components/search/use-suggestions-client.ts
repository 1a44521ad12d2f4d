import { useEffect, useRef, useState } from 'react'
import { parseSuggestions, type Suggestions, SUGGESTIONS_PATH } from '#lib/search/suggestion.ts'

/** Somebody who types has paused when this long, in milliseconds, nothing came. */
const PAUSE_MS = 150
const NOTHING: Suggestions = { items: [], status: '' }

/**
 * Suggestions for a term, once there is a pause in the typing. Those for an older term stay until the
 * new ones are there; an answer that comes too late is none. Without an answer there are none. What
 * was answered last is not asked again: a choice among it would be lost.
 */
export function useSuggestions(term: string, locale: string): Suggestions {
  const [found, setFound] = useState(NOTHING)
  const answered = useRef('')
  useEffect(() => {
    if (term === '' || term === answered.current) return undefined
    const asking = new AbortController()
    async function answer() {
      const suggestions = await ask(term, locale, asking.signal).catch(() => NOTHING)
      if (asking.signal.aborted) return
      answered.current = suggestions === NOTHING ? '' : term
      setFound(suggestions)
    }
    const pause = setTimeout(() => void answer(), PAUSE_MS)
    return () => {
      clearTimeout(pause)
      asking.abort()
    }
  }, [term, locale])
  return term === '' ? NOTHING : found
}

async function ask(q: string, locale: string, signal: AbortSignal): Promise<Suggestions> {
  const address = `${SUGGESTIONS_PATH}?${new URLSearchParams({ q, locale })}`
  const response = await fetch(address, { signal })
  return parseSuggestions(await response.json()) ?? NOTHING
}
