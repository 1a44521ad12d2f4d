'use client'

import { useEffect, useState, useSyncExternalStore } from 'react'

/** How often it is looked whether the wanted page is there, and when it is given up, in ms. */
const LOOK_MS = 80
const GIVE_UP_MS = 15_000
const HUES = ['icon', 'plugin', 'profile', 'flexpage']

type Props = { offline: string }

/**
 * Keys that run along the top while the next page is on its way (not where it comes at once), and a
 * word while there is no connection; here, since what shows other messages could not be loaded then.
 */
export function LoadingBar({ offline }: Props) {
  const [isPending, setPending] = useState(false)
  const isOnline = useSyncExternalStore(
    subscribeOnline,
    () => navigator.onLine,
    () => true,
  )
  useEffect(() => {
    let looking: ReturnType<typeof setInterval> | undefined
    function stop() {
      clearInterval(looking)
      setPending(false)
    }
    function start(event: MouseEvent) {
      if (!leadsAway(event)) return
      const before = location.href
      const begun = performance.now()
      stop()
      setPending(true)
      looking = setInterval(() => {
        if (location.href !== before || performance.now() - begun > GIVE_UP_MS) stop()
      }, LOOK_MS)
    }
    document.addEventListener('click', start)
    return () => {
      stop()
      document.removeEventListener('click', start)
    }
  }, [])
  return (
    <>
      {isPending && (
        <div className="fixed inset-x-0 top-0 z-50">
          <LoadingKeys />
        </div>
      )}
      <p
        role="status"
        className="fixed inset-x-4 bottom-4 z-40 mx-auto w-fit rounded-card border border-line-strong bg-surface-1 px-4 py-3 text-sm text-warning shadow-raised empty:hidden"
      >
        {isOnline ? '' : offline}
      </p>
    </>
  )
}

/** The bar itself: the keys of the kinds, one lighting up after the other. */
export function LoadingKeys() {
  return (
    <div aria-hidden="true" className="loading-bar flex h-1 gap-1">
      {HUES.map((hue) => (
        <span
          key={hue}
          className="h-1 flex-1 rounded-full"
          style={{ background: `var(--accent-${hue})` }}
        />
      ))}
    </div>
  )
}

function subscribeOnline(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** Whether a click leads to another page of the site, in this window. */
function leadsAway(event: MouseEvent): boolean {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) {
    return false
  }
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link || link.target || link.hasAttribute('download')) return false
  const isHere = link.origin === location.origin
  return isHere && link.pathname + link.search !== location.pathname + location.search
}
