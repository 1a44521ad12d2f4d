import type { ReactNode } from 'react'
import type { Path } from '#lib/paths.ts'
import { Link } from './link.tsx'

type Props = {
  children: ReactNode
  tone?: 'accent' | 'neutral'
  href?: Path
  /** Class that places it. */
  place?: string
}

const TONES = { accent: 'bg-accent-soft text-accent', neutral: 'bg-surface-2 text-content-muted' }

/** Chip: a kind, a category, an active filter; a link with `href`. */
export function Chip({ children, tone = 'neutral', href, place = '' }: Props) {
  const look = `chip ${TONES[tone]} ${place}`.trimEnd()
  if (href === undefined) return <span className={look}>{children}</span>
  return (
    <Link href={href} className={`${look} transition hover:brightness-110`}>
      {children}
    </Link>
  )
}
