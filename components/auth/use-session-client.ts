'use client'

import { usePathname } from 'next/navigation'
import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react'
import { showMessage } from '#components/ui/message-store.ts'
import {
  type Change,
  currentSession,
  forget,
  hasHint,
  isStale,
  sessionOnServer,
  subscribeSession,
  syncSession,
} from './session-store-client.ts'

/** What is said of a session that begins or ends; `noSession` where the server gives that reason. */
export type SessionWords = Record<
  'signedIn' | 'signedOut' | 'deleted' | 'ended' | 'noSession',
  string
>

/** Pages of one's own; see lib/auth/guard.ts. */
const PRIVATE = /^(?:\/[a-z-]{2,5})?\/home\/user(?:\/|$)/

/** Who is signed in, for the header; what changed since the last page is said in the global message. */
export function useSession(words: SessionWords) {
  const view = useSyncExternalStore(subscribeSession, currentSession, sessionOnServer)
  const pathname = usePathname()
  const shown = useRef(pathname)

  const sync = useEffectEvent(async () => {
    const change = await syncSession().catch(() => null)
    if (change) showMessage(messageOf(change, words))
  })

  useEffect(() => {
    void sync()
    // Where cookies changed while one was elsewhere: without a storage event, say.
    const look = () => {
      if (isStale()) void sync()
    }
    // A page that the browser kept shows whoever was signed in when one left it.
    const back = ({ persisted }: PageTransitionEvent) => {
      if (!persisted || !isStale()) return
      if (PRIVATE.test(location.pathname)) location.reload()
      else void sync()
    }
    addEventListener('focus', look)
    addEventListener('pageshow', back)
    return () => {
      removeEventListener('focus', look)
      removeEventListener('pageshow', back)
    }
  }, [])

  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    if (!currentSession().isSignedIn || hasHint()) return
    // The session ended on the page before: the router keeps pages of it until the next load.
    forget()
    location.reload()
  }, [pathname])

  return view
}

function messageOf(change: NonNullable<Change>, words: SessionWords) {
  if (change.kind === 'ended') {
    const { reason, message } = change
    const known = reason === 'no_session' ? words.noSession : ''
    return { message: known || message || words.ended, color: 'danger' } as const
  }
  const said = { 'signed in': 'signedIn', 'signed out': 'signedOut', deleted: 'deleted' } as const
  return { message: words[said[change.kind]] }
}
