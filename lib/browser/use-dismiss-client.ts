import { type RefObject, useEffect } from 'react'

/**
 * Closes an open menu (`<details>`) on Escape, on a click outside, and when the focus leaves it.
 * Escape returns the focus to the summary.
 */
export function useDismiss(ref: RefObject<HTMLDetailsElement | null>) {
  useEffect(() => {
    const details = ref.current
    if (!details) return undefined
    const closeUnless = (place: EventTarget | null) => {
      const isInside = place instanceof Element && details.contains(place)
      // A dialog that the menu opened gives the focus back.
      if (isInside || (place instanceof Element && place.closest('[role=dialog]'))) return
      details.open = false
    }
    const press = ({ key, defaultPrevented }: KeyboardEvent) => {
      if (key !== 'Escape' || defaultPrevented || !details.open) return
      details.open = false
      details.querySelector('summary')?.focus()
    }
    const click = ({ target }: MouseEvent) => closeUnless(target)
    // Without a new place the window has lost the focus, or a click follows.
    const leave = ({ relatedTarget }: FocusEvent) => relatedTarget && closeUnless(relatedTarget)
    document.addEventListener('click', click)
    document.addEventListener('keydown', press)
    details.addEventListener('focusout', leave)
    return () => {
      document.removeEventListener('click', click)
      document.removeEventListener('keydown', press)
      details.removeEventListener('focusout', leave)
    }
  }, [ref])
}
