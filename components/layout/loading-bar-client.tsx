'use client'

import { useEffect, useState } from 'react'
import { connectionStore } from '#lib/browser/connection.ts'
import { isPlainClick } from '#lib/browser/is-plain-click.ts'
import { useStore } from '#lib/browser/use-store.ts'
import { KINDS } from '#lib/contract/kind.ts'

/** Interval of checks for the next page, and when to give up, in milliseconds. */
const POLL_MS = 80
const GIVE_UP_MS = 15_000

type Props = { offline: string }

/**
 * Progress bar while the next page loads, and a notice while there is no connection. The notice is
 * not a toast, whose code could not be loaded then.
 */
export function LoadingBar({ offline }: Props) {
  const [isPending, setPending] = useState(false)
  const isOnline = useStore(connectionStore)
  useEffect(() => {
    let timer: ReturnType<typeof setInterval> | undefined
    function stop() {
      clearInterval(timer)
      setPending(false)
    }
    function start(event: MouseEvent) {
      if (!isNavigation(event)) return
      const before = location.href
      const startedAt = performance.now()
      stop()
      setPending(true)
      timer = setInterval(() => {
        if (location.href !== before || performance.now() - startedAt > GIVE_UP_MS) stop()
      }, POLL_MS)
    }
    document.addEventListener('click', start)
    // A page in the back/forward cache keeps the bar of the click that left it.
    addEventListener('pageshow', stop)
    return () => {
      stop()
      document.removeEventListener('click', start)
      removeEventListener('pageshow', stop)
    }
  }, [])
  return (
    <>
      {isPending && (
        <div className="fixed inset-x-0 top-0 z-50">
          <LoadingKeys />
        </div>
      )}
      <p role="status" className="offline">
        {isOnline ? '' : offline}
      </p>
    </>
  )
}

/** The bar: the keys of the kinds light up one after the other. */
export function LoadingKeys() {
  return (
    <div aria-hidden="true" className="loading-bar flex h-1 gap-1">
      {KINDS.map((hue) => (
        <span
          key={hue}
          className="h-1 flex-1 rounded-full"
          style={{ background: `var(--accent-${hue})` }}
        />
      ))}
    </div>
  )
}

/** Whether a click navigates to another page of the site in this window. */
function isNavigation(event: MouseEvent): boolean {
  if (!isPlainClick(event)) return false
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link || link.target || link.hasAttribute('download')) return false
  // Pictures open in a light box.
  if (link.dataset['picture'] !== undefined) return false
  const isHere = link.origin === location.origin
  return isHere && link.pathname + link.search !== location.pathname + location.search
}
