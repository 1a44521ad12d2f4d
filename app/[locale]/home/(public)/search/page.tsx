import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { SearchForm } from '#components/search/search-form.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { TERM_MAX } from '#lib/contract/limits.ts'
import { getTexts } from '#lib/i18n/translations.ts'
import { documents } from '#lib/paths.ts'
import { parseSearch, searchPath, searchQuery, type SearchView } from '#lib/search/view.ts'
import { pageMetadata } from '#lib/seo/metadata.ts'
import { searchTexts } from '#lib/seo/texts.ts'
import { FoundIcons } from './found-icons.tsx'
import { FoundProjects } from './found-projects.tsx'
import { Icon } from '#components/ui/icons.tsx'
import { Link } from '#components/ui/link.tsx'
import { KINDS } from '#lib/contract/kind.ts'
import { readCounts, readFewIcons } from '#lib/search/server.ts'

type Props = PageProps<'/[locale]/home/search'>

export async function generateMetadata({ params, searchParams }: Props): Promise<Metadata> {
  const { locale } = await params
  const view = parseSearch(await searchParams)
  const search = view && 'q' in view ? view : { q: '' }
  const t = await getTranslations()
  return pageMetadata(t, {
    locale,
    path: searchPath(search),
    ...searchTexts(t, search.q),
    isIndexed: false,
    ...(search.q && {
      feed: { term: search.q, path: documents.searchFeed(locale, searchQuery(search)) },
    }),
  })
}

/** Search page: rendered per request, with the results in the HTML. */
export default async function SearchPage({ searchParams }: Props) {
  const view = parseSearch(await searchParams)
  if (!view) notFound()
  const t = await getTranslations('search')
  if ('tooLong' in view) {
    return (
      <Frame term={view.tooLong}>
        <Heading>{t('title')}</Heading>
        <EmptyState title={t('tooLong.title')} text={t('tooLong.text', { max: TERM_MAX })} />
      </Frame>
    )
  }
  const title = view.q
    ? t.rich('for', { term: () => <bdi className="break-words">{view.q}</bdi> })
    : t('all')
  const isFirst = Object.values(searchQuery(view)).length === 0
  return (
    <Frame term={view.q} isFirst={isFirst} tabs={<Tabs view={view} />}>
      <Heading>{title}</Heading>
      {view.view === 'icons' ? <FoundIcons view={view} /> : <FoundProjects view={view} />}
    </Frame>
  )
}

type FrameProps = {
  term: string
  /** Whether nothing was searched for yet: the page was opened to enter something. */
  isFirst?: boolean
  tabs?: ReactNode
  children: ReactNode
}

/** Its box takes the place of the header's; the parts of the results are placed by the style sheet (`.search-page`). */
function Frame({ term, isFirst = false, tabs, children }: FrameProps) {
  return (
    <div className="search-page">
      <SearchForm term={term} isFirst={isFirst} />
      {tabs}
      {children}
    </div>
  )
}

/** On phones the box above has the term. */
const Heading = ({ children }: { children: ReactNode }) => (
  <h1 className="font-display text-lg font-bold max-sm:sr-only">{children}</h1>
)

/** Scope of the search: everything, one kind, or icons, with the number of results. The term stays. */
async function Tabs({ view }: { view: SearchView }) {
  const { q, sort, os, minimum_version } = view
  const [t, list, kinds] = await getTexts('search', 'list', 'kind')
  const [counts, icons] = await Promise.all([readCounts(view), q ? readFewIcons(q) : null])
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
                  className="text-accent"
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
