'use client'

import { useRouter } from 'next/navigation'
import { type MouseEvent, type ReactNode, useEffect, useRef, useTransition } from 'react'
import { isPlainClick } from '#lib/browser/is-plain-click.ts'
import { FIRST_NEW } from './first-new.ts'

/* Module state: the longer page renders a new link. */
let shownBefore = -1

type Props = { href: string; shown: number; className: string; children: ReactNode }

/**
 * Link to the same list with more projects. With JavaScript the page grows in place, the address
 * follows, and the first new card gets the focus.
 */
export function ShowMore({ href, shown, className, children }: Props) {
  const router = useRouter()
  const [isPending, startTransition] = useTransition()
  function grow(event: MouseEvent) {
    if (!isPlainClick(event)) return
    event.preventDefault()
    shownBefore = shown
    startTransition(() => router.replace(href, { scroll: false }))
  }
  return (
    <a
      href={`${href}#${FIRST_NEW}`}
      rel="nofollow"
      aria-busy={isPending}
      onClick={grow}
      className={`${className} aria-busy:animate-pulse motion-reduce:animate-none`}
    >
      {children}
    </a>
  )
}

/** Placed in the list: focuses the first card that was just added. */
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
