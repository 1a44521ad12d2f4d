'use client'

import { type ReactNode, useEffect } from 'react'
import { apiRequest } from '#lib/browser/api-routes.ts'
import type { RecordRequest } from '#lib/contract/statistic.ts'

type Event = RecordRequest

/** Counts an event; a failure is ignored. */
function record(event: Event) {
  const { method, path, body } = apiRequest('record', { body: event })
  fetch(path, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    keepalive: true,
  }).catch(() => undefined)
}

/** Counts a view of the page. */
export function RecordView({ kind, id }: Omit<Event, 'event'>) {
  useEffect(() => record({ kind, id, event: 'view' }), [kind, id])
  return null
}

type LinkProps = Omit<Event, 'event'> & {
  href: string
  /** Of a link whose text alone does not name the project. */
  label?: string
  className: string
  children: ReactNode
}

/** Install link into the designer application; counts when it is followed. */
export function InstallLink({ kind, id, href, label, className, children }: LinkProps) {
  return (
    <a
      href={href}
      data-install
      aria-label={label}
      className={className}
      onClick={() => record({ kind, id, event: 'install' })}
    >
      {children}
    </a>
  )
}
