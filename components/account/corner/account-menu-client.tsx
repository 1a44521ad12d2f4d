'use client'

import { type ReactNode, useEffect, useRef, useEffectEvent } from 'react'
import { usePathname } from 'next/navigation'
import { useDismiss } from '#lib/browser/use-dismiss-client.ts'
import { focusHeading } from '#lib/browser/focus-content.ts'
import { removeUnownedDrafts } from '#lib/creator/draft-store-client.ts'
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

type Entry = { href: string; label: string; icon: ReactNode; isOwn: boolean }
type Props = {
  label: string
  entries: Entry[]
  icon: ReactNode
  labels: SessionLabels
  children: ReactNode
}

/**
 * Account menu. Pages are cached for all visitors, so the browser fetches the account's name and
 * address. Links of entries with `isOwn` end with the user name.
 */
export function AccountMenu({ label, entries, icon, labels, children }: Props) {
  const { author, email } = useSession(labels)
  const details = useRef<HTMLDetailsElement>(null)

  useEffect(removeUnownedDrafts, [])
  useDismiss(details)

  return (
    <details ref={details} className="signed-in md:relative md:ms-1">
      <summary aria-label={label} className="menu-entry menu-account">
        {/* Hydration keeps what an island wrote (islands/account.ts). */}
        <span
          aria-hidden="true"
          data-account="initial"
          suppressHydrationWarning
          className="peer uppercase empty:hidden"
        >
          {author?.username.slice(0, 1) ?? ''}
        </span>
        {icon}
        <span aria-hidden="true" className="menu-label">
          {label}
        </span>
      </summary>
      <div className="menu-panel w-64">
        <p className="needs-script-fold min-h-14 border-b border-line px-3 py-2 text-sm">
          <span
            data-account="name"
            suppressHydrationWarning
            className="block truncate font-semibold"
            dir="auto"
          >
            {author?.username ?? ''}
          </span>
          <span className="block truncate text-content-muted">{email}</span>
        </p>
        <ul className="py-1">
          {entries.map((entry) => (
            <li key={entry.href}>
              <a
                href={
                  entry.isOwn && author
                    ? `${entry.href}/${encodeURIComponent(author.username)}`
                    : entry.href
                }
                className="account-entry"
              >
                {entry.icon}
                {entry.label}
              </a>
            </li>
          ))}
        </ul>
        {children}
      </div>
    </details>
  )
}

/** Messages of a session that begins or ends; `noSession` replaces the server's for that reason. */
type SessionLabels = Record<'signedIn' | 'signedOut' | 'deleted' | 'ended' | 'noSession', string>

/** Pages of the user area; see lib/sign-in/guard.ts. */
const PRIVATE = /^(?:\/[a-z-]{2,5})?\/home\/user(?:\/|$)/

/** The session in the header. Changes since the last page appear as the global message. */
function useSession(labels: SessionLabels) {
  const view = useStore(sessionStore)
  const pathname = usePathname()
  const previousPath = useRef(pathname)

  const sync = useEffectEvent(async () => {
    const change = await syncSession().catch(() => null)
    if (change?.kind === 'signed in') focusHeading()
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
