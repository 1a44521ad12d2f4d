'use client'

import { useEffect, useState } from 'react'
import { showMessage } from '#components/ui/message-store.ts'

/** How often it is looked whether the wanted page is there, and when it is given up, in ms. */
const LOOK_MS = 80
const GIVE_UP_MS = 15_000
const HUES = ['icon', 'plugin', 'profile', 'flexpage']

type Props = { words: { offline: string; online: string } }

/**
 * Keys that run along the top while the next page is on its way (not where it comes at once), and a
 * word when the connection goes or comes back.
 */
export function LoadingBar({ words: { offline, online } }: Props) {
  const [isPending, setPending] = useState(false)
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
    const sayOffline = () => showMessage({ message: offline, color: 'warning', timeout: 8000 })
    const sayOnline = () => showMessage({ message: online })
    document.addEventListener('click', start)
    addEventListener('offline', sayOffline)
    addEventListener('online', sayOnline)
    return () => {
      stop()
      document.removeEventListener('click', start)
      removeEventListener('offline', sayOffline)
      removeEventListener('online', sayOnline)
    }
  }, [offline, online])
  if (!isPending) return null
  return (
    <div aria-hidden="true" className="loading-bar fixed inset-x-0 top-0 z-50 flex h-1 gap-1">
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
