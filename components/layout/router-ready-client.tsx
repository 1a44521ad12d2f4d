'use client'

import { useEffect } from 'react'
import { deliverHeldEvents } from '#lib/browser/held-events.ts'
import { RELOADED_KEY } from '#lib/browser/load-script.ts'
import { LOAD_ISLANDS } from '#lib/browser/page-events.ts'
import { writeText } from '#lib/browser/storage.ts'
import { setHydrated } from '#lib/browser/use-store.ts'

/**
 * Clears the reload marker once the router is ready and the page has loaded, and delivers what the
 * visitor did before that. The islands are wanted by then: the visitor may enter a setup, or follow a
 * link to a filtered list.
 */
export function RouterReady() {
  useEffect(() => void dispatchEvent(new Event(LOAD_ISLANDS)), [])
  useEffect(() => {
    // After the effects of the other components, which add listeners.
    const timer = setTimeout(() => {
      deliverHeldEvents()
      setHydrated()
    })
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    const forget = () => void writeText(RELOADED_KEY, null)
    if (document.readyState === 'complete') return forget()
    addEventListener('load', forget)
    return () => removeEventListener('load', forget)
  }, [])
  return null
}
