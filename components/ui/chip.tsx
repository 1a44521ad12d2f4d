import type { ReactNode } from 'react'
import type { Path } from '#lib/paths.ts'
import { Link } from './link.tsx'

type Props = { children: ReactNode; tone?: 'accent' | 'neutral'; href?: Path }

const TONES = { accent: 'bg-accent-soft text-accent', neutral: 'bg-surface-2 text-content-muted' }

/** Chip: a kind, a category, an active filter; a link with `href`. */
export function Chip({ children, tone = 'neutral', href }: Props) {
  const look = `inline-flex h-7 max-w-full min-w-0 items-center gap-1.5 rounded-full border border-transparent px-3 text-xs font-medium whitespace-nowrap ${TONES[tone]}`
  if (href === undefined) return <span className={look}>{children}</span>
  return (
    <Link href={href} className={`${look} transition hover:brightness-110`}>
      {children}
    </Link>
  )
}
