'use client'

import { type ReactNode, useEffect, useRef } from 'react'
import { removeUnownedDrafts } from '#lib/creator/draft-store-client.ts'
import { type SessionWords, useSession } from './use-session-client.ts'

type Entry = { href: string; label: string; icon: ReactNode; isOwn: boolean }
type Props = {
  label: string
  entries: Entry[]
  icon: ReactNode
  said: SessionWords
  children: ReactNode
}

/**
 * The menu of whoever is signed in. Its frame is part of every page; what stands in it is asked for
 * by the browser, since pages are the same for everybody. `isOwn` entries end with one's name.
 */
export function AccountMenu({ label, entries, icon, said, children }: Props) {
  const { author, email } = useSession(said)
  const frame = useRef<HTMLDetailsElement>(null)

  useEffect(removeUnownedDrafts, [])
  useEffect(() => {
    const close = (event: Event) => {
      const { current } = frame
      const isKey = event instanceof KeyboardEvent
      if (!current?.open || (isKey && event.key !== 'Escape')) return
      if (!isKey && event.target instanceof Node && current.contains(event.target)) return
      current.open = false
      if (isKey) current.querySelector('summary')?.focus()
    }
    document.addEventListener('click', close)
    document.addEventListener('keydown', close)
    return () => {
      document.removeEventListener('click', close)
      document.removeEventListener('keydown', close)
    }
  }, [])

  return (
    <details ref={frame} className="signed-in relative ml-1">
      <summary
        aria-label={label}
        className="grid size-9 cursor-pointer list-none place-items-center rounded-full border border-line-strong bg-surface-1 text-sm font-semibold uppercase hover:bg-surface-2 [&::-webkit-details-marker]:hidden"
      >
        {author ? <span aria-hidden="true">{author.username.slice(0, 1)}</span> : icon}
      </summary>
      <div className="absolute top-full right-0 z-40 mt-2 w-64 rounded-card border border-line bg-surface-1 p-1 shadow-raised">
        <p className="min-h-14 border-b border-line px-3 py-2 text-sm">
          <span className="block truncate font-semibold" dir="auto">
            {author?.username}
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
