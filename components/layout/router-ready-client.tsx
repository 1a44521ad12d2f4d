'use client'

import { useEffect } from 'react'
import { RELOADED_KEY } from '#lib/browser/load-script.ts'
import { writeText } from '#lib/browser/storage.ts'

/** Clears the reload marker once the router is ready and the page has loaded. */
export function RouterReady() {
  useEffect(() => {
    const forget = () => void writeText(RELOADED_KEY, null)
    if (document.readyState === 'complete') return forget()
    addEventListener('load', forget)
    return () => removeEventListener('load', forget)
  }, [])
  return null
}
