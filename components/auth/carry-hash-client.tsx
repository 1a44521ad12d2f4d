'use client'

import { useEffect } from 'react'

/**
 * Carries the fragment of the address, which no server sees, along with the way back: into the forms
 * that are sent and through the links between the screens. Without scripts browsers keep it over a
 * redirect by themselves (RFC 9110, section 10.2.2).
 */
export function CarryHash() {
  useEffect(() => {
    const send = ({ target }: SubmitEvent) => {
      if (!(target instanceof HTMLFormElement)) return
      const field = target.elements.namedItem('redirect')
      if (field instanceof HTMLInputElement) field.value = withHash(field.value)
    }
    const follow = (event: MouseEvent) => {
      const { ctrlKey, metaKey, shiftKey, altKey, button, target } = event
      if (!location.hash || button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return
      const link = target instanceof Element ? target.closest<HTMLAnchorElement>('main a') : null
      const place = link && new URL(link.href).searchParams.get('redirect')
      if (!link || !place) return
      const address = new URL(link.href)
      address.searchParams.set('redirect', withHash(place))
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

/** A way back with the fragment of this address, where it has none of its own. */
const withHash = (place: string) =>
  place === '' || place.includes('#') ? place : place + location.hash
