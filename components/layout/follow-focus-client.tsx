'use client'

import { usePathname } from 'next/navigation'
import { useEffect, useRef } from 'react'

/**
 * Where the link that led to a page is gone with the page before, its content gets the focus: whoever
 * goes by keys or listens would otherwise be nowhere (WCAG 2.4.3). A link that stays keeps it.
 */
export function FollowFocus() {
  const pathname = usePathname()
  const before = useRef(pathname)
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    if (document.activeElement !== document.body) return
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
  }, [pathname])
  return null
}
