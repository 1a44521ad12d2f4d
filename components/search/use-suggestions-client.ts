'use client'

import { useEffect, useRef, useState } from 'react'
import { endpoints } from '#lib/paths.ts'
import { readSuggestions, type Suggestions } from '#lib/search/suggestion.ts'

/** Time without a keystroke before suggestions are fetched, in milliseconds. */
const DEBOUNCE_MS = 150
const NO_SUGGESTIONS: Suggestions = { items: [], status: '' }

/**
 * Suggestions for a term, fetched once typing pauses. Those of the previous term stay until the new
 * ones arrive; late answers are dropped. The term that was answered last is not fetched again, since
 * that would reset the selected option.
 */
export function useSuggestions(term: string, locale: string): Suggestions {
  const [suggestions, setSuggestions] = useState(NO_SUGGESTIONS)
  const answered = useRef('')
  useEffect(() => {
    if (term === '' || term === answered.current) return undefined
    const controller = new AbortController()
    const { signal } = controller
    async function load() {
      const next = await fetchSuggestions(term, locale, signal).catch(() => NO_SUGGESTIONS)
      if (signal.aborted) return
      answered.current = next === NO_SUGGESTIONS ? '' : term
      setSuggestions(next)
    }
    const timer = setTimeout(() => void load(), DEBOUNCE_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [term, locale])
  return term === '' ? NO_SUGGESTIONS : suggestions
}

async function fetchSuggestions(
  q: string,
  locale: string,
  signal: AbortSignal,
): Promise<Suggestions> {
  return readSuggestions(await fetch(endpoints.suggestions({ q, locale }), { signal }))
}
