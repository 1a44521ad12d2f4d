import type { Path } from '#lib/paths.ts'
import { buttonClass } from './button.tsx'
import { Icon } from './icons.tsx'
import { Link } from './link.tsx'

type Props = {
  labels: Record<'pages' | 'first' | 'next', string>
  /** Page of the first entries; `null` on that page. */
  first: Path | null
  /** Page of the following entries, if there are any. */
  next: Path | null
}

/** Links to the first and the next entries of a long list. */
export function Pager({ labels, first, next }: Props) {
  if (!first && !next) return null
  return (
    <nav aria-label={labels.pages} className="mt-10 flex flex-wrap justify-center gap-3">
      {first && (
        <Link href={first} className={buttonClass({ variant: 'secondary' })}>
          {labels.first}
        </Link>
      )}
      {next && (
        <Link rel="next" href={next} className={buttonClass({ variant: 'primary' })}>
          {labels.next} <Icon name="arrow-right" className="rtl:-scale-x-100" />
        </Link>
      )}
    </nav>
  )
}
