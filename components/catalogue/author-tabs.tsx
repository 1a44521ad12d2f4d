import { getFormatter, getTranslations } from 'next-intl/server'
import { Icon } from '#components/ui/icons.tsx'
import { Link } from '#components/ui/link.tsx'
import type { Kind } from '#lib/contract/kind.ts'
import { pages } from '#lib/paths.ts'

type Props = {
  name: string
  /** All kinds if not given. */
  current: Kind | undefined
  /** Projects of each kind that the author has any of. */
  counts: (readonly [Kind, number])[]
}

/** An author's projects by kind; none for an author with one kind. */
export async function AuthorTabs({ name, current, counts }: Props) {
  if (counts.length < 2 && current === undefined) return null
  const [t, kinds, format] = await Promise.all([
    getTranslations('author'),
    getTranslations('kind'),
    getFormatter(),
  ])
  const total = counts.reduce((sum, [, count]) => sum + count, 0)
  const tabs = [[undefined, total] as const, ...counts]
  return (
    <nav aria-label={t('kinds')} className="mt-8">
      <ul className="author-tabs">
        {tabs.map(([kind, count]) => (
          <li key={kind ?? 'all'} data-kind={kind}>
            <Link
              href={pages.author(name, kind)}
              aria-current={kind === current ? 'page' : undefined}
            >
              {kind && <Icon name={kind} />}
              {kind ? kinds(`${kind}.many`) : t('everything')}
              <small>{format.number(count)}</small>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
