'use client'

import { useRouter, usePathname } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { isPlainClick } from '#lib/browser/is-plain-click.ts'
import { isPage, paths } from '#lib/paths.ts'
import { closeMenu } from './close-menu.ts'
import { barePath } from './place.ts'
import { focusContent } from '#lib/browser/focus-content.ts'
import { deliverQueuedEvents } from '#lib/browser/queued-events.ts'
import { RELOADED_KEY } from '#lib/browser/load-script.ts'
import { LOAD_ISLANDS } from '#lib/browser/page-events.ts'
import { writeText } from '#lib/browser/storage.ts'
import { setHydrated } from '#lib/browser/use-store.ts'

/**
 * Takes the clicks on links whose page must stay in memory: all links of the user area, where a form is being
 * filled in or a file is being uploaded, and elsewhere those in `data-router`, which change what the page shows and
 * keep the focus. Every other link loads its page as the browser does.
 */
export function RouterLinks() {
  const router = useRouter()
  useEffect(() => {
    function follow(event: MouseEvent) {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      if (!link || event.defaultPrevented || !isPlainClick(event) || !isKept(link)) return
      event.preventDefault()
      closeMenu(link)
      router.push(link.href)
    }
    document.addEventListener('click', follow)
    return () => document.removeEventListener('click', follow)
  }, [router])
  return null
}

/** Not those of a menu, which would stay open. */
function isKept(link: HTMLAnchorElement): boolean {
  if (link.target || link.hasAttribute('download') || link.origin !== location.origin) return false
  if (!isPage(barePath(link.pathname))) return false
  const isHere = link.pathname + link.search === location.pathname + location.search
  if ((isHere && link.hash) || link.closest('header details')) return false
  return isInUserArea(location.pathname) || link.closest('[data-router]') !== null
}

function isInUserArea(pathname: string): boolean {
  const place = barePath(pathname)
  return place === paths.user || place.startsWith(`${paths.user}/`)
}

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

/**
 * Clears the reload marker once the router is ready and the page has loaded, and delivers what the
 * visitor did before that. The islands are wanted by then: the visitor may enter a setup, or follow a
 * link to a filtered list.
 */
export function RouterReady() {
  useEffect(() => void dispatchEvent(new Event(LOAD_ISLANDS)), [])
  useEffect(() => {
    // After the effects of the other components, which add listeners.
    const timer = setTimeout(() => {
      deliverQueuedEvents()
      setHydrated()
    })
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    const forget = () => void writeText(RELOADED_KEY, null)
    if (document.readyState === 'complete') return forget()
    addEventListener('load', forget)
    return () => removeEventListener('load', forget)
  }, [])
  return null
}
