import type { ReactNode } from 'react'
import type { Path } from '#lib/paths.ts'
import { Icon } from './icons.tsx'
import { ButtonLink } from './link.tsx'

type Props = {
  labels: Record<'pages' | 'first' | 'next', string>
  /** Which entries are shown, of how many. */
  range?: string | null
  /** Page of the first entries; `null` on that page. */
  first: Path | null
  /** Page of the following entries, if there are any. */
  next: Path | null
  /** Link that adds the following entries to these; in place of `next`. */
  more?: ReactNode
}

/** Where a page is in a long list, and the way on and back to its beginning. */
export function Pager({ labels, range, first, next, more }: Props) {
  if (!first && !next) return null
  return (
    <nav aria-label={labels.pages} className="pager">
      {range && <p>{range}</p>}
      <div>
        {first && (
          <ButtonLink href={first} variant="secondary">
            <Icon name="arrow-right" className="-scale-x-100 rtl:scale-x-100" /> {labels.first}
          </ButtonLink>
        )}
        {more ||
          (next && (
            <ButtonLink rel="next" href={next} variant="primary">
              {labels.next} <Icon name="arrow-right" className="rtl:-scale-x-100" />
            </ButtonLink>
          ))}
      </div>
    </nav>
  )
}
