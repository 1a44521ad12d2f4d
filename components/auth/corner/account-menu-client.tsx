'use client'

import { type ReactNode, useEffect, useRef } from 'react'
import { useDismiss } from '#lib/browser/use-dismiss-client.ts'
import { removeUnownedDrafts } from '#lib/creator/draft-store-client.ts'
import { type SessionLabels, useSession } from './use-session-client.ts'

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
      <summary
        aria-label={label}
        className="menu-entry menu-account [&::-webkit-details-marker]:hidden"
      >
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
                className="flex items-center gap-3 rounded-key px-3 py-2 text-sm hover:bg-surface-2"
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
