'use client'

import { useEffect } from 'react'
import { isPlainClick } from '#lib/browser/is-plain-click.ts'

/**
 * Adds the fragment of the address, which servers never see, to the return path of forms and of
 * links between the sign-in pages. Without scripts the fragment is lost.
 */
export function CarryHash() {
  useEffect(() => {
    const send = ({ target }: SubmitEvent) => {
      if (!(target instanceof HTMLFormElement)) return
      const field = target.elements.namedItem('redirect')
      if (field instanceof HTMLInputElement) field.value = withHash(field.value)
    }
    const follow = (event: MouseEvent) => {
      const { target } = event
      if (!location.hash || !isPlainClick(event)) return
      const link = target instanceof Element ? target.closest<HTMLAnchorElement>('main a') : null
      const path = link && new URL(link.href).searchParams.get('redirect')
      if (!link || !path) return
      const address = new URL(link.href)
      address.searchParams.set('redirect', withHash(path))
      event.preventDefault()
      location.assign(address)
    }
    document.addEventListener('submit', send, true)
    document.addEventListener('click', follow, true)
    return () => {
      document.removeEventListener('submit', send, true)
      document.removeEventListener('click', follow, true)
    }
  }, [])
  return null
}

/** A return path with the current fragment, unless it has its own. */
const withHash = (path: string) => (path === '' || path.includes('#') ? path : path + location.hash)
