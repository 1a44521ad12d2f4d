'use client'

import { usePathname } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { focusContent } from '#lib/browser/focus-content.ts'

/**
 * Focuses the content after a navigation whose link is gone, so that keyboard and screen reader
 * users keep their place (WCAG 2.4.3). A link that stays keeps the focus.
 */
export function FollowFocus() {
  const pathname = usePathname()
  const before = useRef(pathname)
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    focusContent()
  }, [pathname])
  return null
}
