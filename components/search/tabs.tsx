import { getTranslations } from 'next-intl/server'
import { Icon } from '#components/ui/icons.tsx'
import { Link } from '#components/ui/link.tsx'
import { KINDS } from '#lib/contract/kind.ts'
import { searchPath, type SearchView } from '#lib/search/view.ts'

/** Scope of the search: everything, one kind, or icons. The term stays. */
export async function Tabs({ view }: { view: SearchView }) {
  const [t, kinds] = await Promise.all([getTranslations('search'), getTranslations('kind')])
  const { q, sort, os, minimum_version } = view
  const rest = { q, sort, os, minimum_version }
  const tabs = [
    { key: 'all', label: t('everything'), view: rest },
    ...KINDS.map((kind) => ({ key: kind, label: kinds(`${kind}.many`), view: { ...rest, kind } })),
    { key: 'icons', label: t('icons'), view: { q, kind: 'icon', view: 'icons' } as const },
  ]
  const current = view.view ?? view.kind ?? 'all'
  return (
    <nav aria-label={t('kinds')} data-router className="-mx-4 overflow-x-auto px-4 sm:mx-0 sm:px-0">
      <ul className="flex w-max gap-1 border-b border-line sm:w-full">
        {tabs.map(({ key, label, view: target }) => (
          <li key={key} data-kind={key === 'icons' ? 'icon' : key}>
            <Link
              href={searchPath(target)}
              aria-current={key === current ? 'page' : undefined}
              className="flex h-11 items-center gap-2 border-b-2 border-transparent px-3 text-sm font-medium whitespace-nowrap text-content-muted hover:text-content aria-[current]:border-accent aria-[current]:text-content"
            >
              {key !== 'all' && (
                <Icon
                  name={KINDS.find((kind) => kind === key) ?? 'search'}
                  className="text-accent"
                />
              )}
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
