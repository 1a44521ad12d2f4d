'use client'

import { useRouter } from 'next/navigation'
import { type MouseEvent, type ReactNode, useEffect, useRef, useTransition } from 'react'

/* Outside the component: the longer page brings a link of its own. */
let shownBefore = -1

type Props = { href: string; shown: number; className: string; children: ReactNode }

/**
 * The way to the same list with more on it. Without JavaScript it is a link; with it the page grows
 * where it stands, the address says how far, and the focus moves to the first new card.
 */
export function ShowMore({ href, shown, className, children }: Props) {
  const router = useRouter()
  const [isPending, startTransition] = useTransition()
  function grow(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    shownBefore = shown
    startTransition(() => router.replace(href, { scroll: false }))
  }
  return (
    <a
      href={href}
      rel="nofollow"
      aria-busy={isPending}
      onClick={grow}
      className={`${className} aria-busy:animate-pulse motion-reduce:animate-none`}
    >
      {children}
    </a>
  )
}

/** Stands in the list: moves the focus to the first card that has just been added to it. */
export function FocusFirstNew() {
  const ref = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const at = shownBefore
    shownBefore = -1
    if (at < 0) return
    const link = ref.current?.parentElement?.querySelectorAll('article')[at]?.querySelector('a')
    link?.focus({ preventScroll: true })
  }, [])
  return <span ref={ref} hidden />
}
