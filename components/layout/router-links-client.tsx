'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { isPlainClick } from '#lib/browser/is-plain-click.ts'
import { isPage, pages } from '#lib/paths.ts'
import { closeMenu } from './close-menu.ts'
import { barePath } from './place.ts'

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
  return place === pages.user || place.startsWith(`${pages.user}/`)
}
