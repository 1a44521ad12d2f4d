'use client'

import { usePathname } from 'next/navigation'
import { useEffect, useEffectEvent, useRef } from 'react'
import { showMessage } from '#lib/browser/message-store.ts'
import {
  forgetSession,
  isStale,
  type SessionChange,
  sessionStore,
  syncSession,
} from '#lib/browser/session-store.ts'
import { hasSessionHint } from '#lib/browser/stored-author.ts'
import { useStore } from '#lib/browser/use-store.ts'

/** Messages of a session that begins or ends; `noSession` replaces the server's for that reason. */
export type SessionLabels = Record<
  'signedIn' | 'signedOut' | 'deleted' | 'ended' | 'noSession',
  string
>

/** Pages of the user area; see lib/auth/guard.ts. */
const PRIVATE = /^(?:\/[a-z-]{2,5})?\/home\/user(?:\/|$)/

/** The session previousPath in the header. Changes since the last page appear as the global message. */
export function useSession(labels: SessionLabels) {
  const view = useStore(sessionStore)
  const pathname = usePathname()
  const previousPath = useRef(pathname)

  const sync = useEffectEvent(async () => {
    const change = await syncSession().catch(() => null)
    if (change) showMessage(messageOf(change, labels))
  })

  useEffect(() => {
    void sync()
    // Cookies may have changed in another window, without a storage event.
    const checkSession = () => {
      if (isStale()) void sync()
    }
    // A page from the back/forward cache shows the account of before.
    const restore = ({ persisted }: PageTransitionEvent) => {
      if (!persisted || !isStale()) return
      if (PRIVATE.test(location.pathname)) location.reload()
      else void sync()
    }
    addEventListener('focus', checkSession)
    addEventListener('pageshow', restore)
    return () => {
      removeEventListener('focus', checkSession)
      removeEventListener('pageshow', restore)
    }
  }, [])

  useEffect(() => {
    if (previousPath.current === pathname) return
    previousPath.current = pathname
    if (!sessionStore.get().isSignedIn || hasSessionHint()) return
    // The session ended on the previous page: the router caches its pages until the next load.
    forgetSession()
    location.reload()
  }, [pathname])

  return view
}

function messageOf(change: SessionChange, labels: SessionLabels) {
  if (change.kind === 'ended') {
    const { reason, message } = change
    const label = reason === 'no_session' ? labels.noSession : ''
    return { message: label || message || labels.ended, color: 'danger' } as const
  }
  const keys = { 'signed in': 'signedIn', 'signed out': 'signedOut', deleted: 'deleted' } as const
  return { message: labels[keys[change.kind]] }
}
