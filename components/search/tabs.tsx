import { getTranslations } from 'next-intl/server'
import { Icon } from '#components/ui/icons.tsx'
import { Link } from '#components/ui/link.tsx'
import { KINDS } from '#lib/contract/kind.ts'
import { readCounts, readFewIcons } from '#lib/search/server.ts'
import { searchPath, type SearchView } from '#lib/search/view.ts'

/** Scope of the search: everything, one kind, or icons, with the number of results. The term stays. */
export async function Tabs({ view }: { view: SearchView }) {
  const { q, sort, os, minimum_version } = view
  const [t, list, kinds, counts, icons] = await Promise.all([
    getTranslations('search'),
    getTranslations('list'),
    getTranslations('kind'),
    readCounts(view),
    q ? readFewIcons(q) : null,
  ])
  // Of many matches a kind may have some without one of those that were counted.
  const number = (found: { count: number; is_more: boolean } | null | undefined) =>
    found && (found.count > 0 || !found.is_more)
      ? list(found.is_more ? 'atLeast' : 'number', { count: found.count })
      : null
  const rest = { q, sort, os, minimum_version }
  const tabs = [
    { key: 'all', label: t('everything'), view: rest, number: number(counts?.total) },
    ...KINDS.map((kind) => ({
      key: kind,
      label: kinds(`${kind}.many`),
      view: { ...rest, kind },
      number: number(counts?.kinds.find((one) => one.kind === kind)),
    })),
    {
      key: 'icons',
      label: t('icons'),
      view: { q, kind: 'icon', view: 'icons' } as const,
      number: number(icons && { count: icons.total, is_more: icons.total_is_estimate }),
    },
  ]
  const current = view.view ?? view.kind ?? 'all'
  return (
    <nav aria-label={t('kinds')} data-router>
      <ul className="tabs">
        {tabs.map(({ key, label, view: target, number: results }) => (
          <li key={key} data-kind={key === 'icons' ? 'icon' : key}>
            <Link href={searchPath(target)} aria-current={key === current ? 'page' : undefined}>
              {key !== 'all' && (
                <Icon
                  name={KINDS.find((kind) => kind === key) ?? 'search'}
                  className="text-accent max-sm:hidden"
                />
              )}
              {label} {results && <span className="number">{results}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
