'use client'

import { useEffect, useRef } from 'react'

const isLost = () => document.activeElement === document.body

/** Focuses the page's content if the component is removed with the focus in it. */
export function useFocusAfterRemoval() {
  useEffect(
    () => () => {
      if (isLost()) document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
    },
    [],
  )
}

/** Focuses the button in an element if the one before it was replaced with the focus on it. */
export function useFocusAfterReplacement(state: unknown) {
  const ref = useRef<HTMLDivElement>(null)
  const before = useRef(state)
  useEffect(() => {
    if (before.current === state) return
    before.current = state
    if (isLost()) ref.current?.querySelector('button')?.focus()
  }, [state])
  return ref
}
