'use client'

import { announcementStore } from '#lib/browser/announcement-store.ts'
import { useStore } from '#lib/browser/use-store.ts'

/** The polite live region of the page. It is rendered empty, since screen readers observe what exists. */
export function Announcer() {
  const announcements = useStore(announcementStore)
  return (
    // `aria-live` keeps it readable while a dialog hides the rest of the page.
    <div aria-live="polite" className="sr-only" data-announcer>
      {announcements.map(({ id, text }) => (
        <p key={id}>{text}</p>
      ))}
    </div>
  )
}
