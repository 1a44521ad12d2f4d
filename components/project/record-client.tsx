'use client'

import { type ReactNode, useEffect } from 'react'

type Event = { kind: string; id: string; event: 'view' | 'install' }

/** Tells the site what happened; that it might not arrive is nobody's worry. */
function record(event: Event) {
  fetch('/api/v1/statistic/record', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(event),
    keepalive: true,
  }).catch(() => undefined)
}

/** Counts a view of the page it stands on. */
export function RecordView({ kind, id }: Omit<Event, 'event'>) {
  useEffect(() => record({ kind, id, event: 'view' }), [kind, id])
  return null
}

type LinkProps = Omit<Event, 'event'> & { href: string; className: string; children: ReactNode }

/** The link into the designer application, which counts when it is followed. */
export function InstallLink({ kind, id, href, className, children }: LinkProps) {
  return (
    <a href={href} className={className} onClick={() => record({ kind, id, event: 'install' })}>
      {children}
    </a>
  )
}
