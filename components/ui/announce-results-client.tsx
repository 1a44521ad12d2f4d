'use client'

import { useEffect, useRef } from 'react'
import { announce } from '#lib/browser/announcement-store.ts'
import { focusContent } from '#lib/browser/focus-content.ts'
import { useHydrated } from '#lib/browser/use-store.ts'

type Props = {
  /** Number of results, as a sentence. */
  text: string
  /** Address of the results: another one is announced even if the text is the same. */
  view: string
}

/**
 * Announces results that a filter, a search or “Show more” has changed; not those of a page that was
 * just loaded. Rendered after the controls of the list, which restore their own focus first.
 */
export function AnnounceResults({ text, view }: Props) {
  const isHydrated = useHydrated()
  const isLoading = useRef(!isHydrated)
  useEffect(() => {
    if (isLoading.current) {
      isLoading.current = false
      return
    }
    announce(text)
    focusContent()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the same text may be of another view
  }, [text, view])
  return null
}
