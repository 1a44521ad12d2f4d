'use client'

import { useEffect } from 'react'
import { RELOADED_KEY } from '#lib/theme/load-script.ts'

/** Forgets, once the router is ready and all of the page is there, that it was loaded anew. */
export function RouterReady() {
  useEffect(() => {
    const forget = () => {
      try {
        localStorage.removeItem(RELOADED_KEY)
      } catch {
        // Without storage nothing was kept.
      }
    }
    if (document.readyState === 'complete') return forget()
    addEventListener('load', forget)
    return () => removeEventListener('load', forget)
  }, [])
  return null
}
