import type { Metadata } from 'next'
import { getTranslations, getFormatter } from 'next-intl/server'
import { AuthorHead } from '#components/catalogue/author-head.tsx'
import { Grid } from '#components/catalogue/grid.tsx'
import { JsonLd } from '#components/ui/json-ld.tsx'
import { ButtonLink, Link } from '#components/ui/link.tsx'
import { LIST_LIMIT_DEFAULT } from '#lib/contract/limits.ts'
import { toLocale } from '#lib/i18n/path.ts'
import { pages } from '#lib/paths.ts'
import { breadcrumbs, graph, profilePage } from '#lib/seo/json-ld.ts'
import { pageMetadata } from '#lib/seo/metadata.ts'
import { authorTexts } from '#lib/seo/texts.ts'
import { type AuthorParams, findAuthor, type Shelf } from './find.ts'
import { Icon } from '#components/ui/icons.tsx'
import type { Kind } from '#lib/contract/kind.ts'

export async function authorMetadata(params: AuthorParams): Promise<Metadata> {
  const { author, profile, kind, shown } = await findAuthor(params)
  const works = shown.map(({ kind: each, list }) => ({
    kind: each,
    titles: list.items.map(({ title }) => title),
    total: list.total,
  }))
  const about = kind === undefined ? profile?.about : undefined
  return pageMetadata({
    locale: params.locale,
    path: pages.author(author, kind),
    ...authorTexts(await getTranslations(), { name: author, about, kind }, works),
    card: { author },
    subject: { type: 'profile', username: author },
    feed: { author },
  })
}

/** An author: picture, text and links, and their projects in one grid, of all kinds or of one. */
export async function AuthorPage(params: AuthorParams) {
  const locale = toLocale(params.locale)
  const { author, profile, shelves, kind, shown } = await findAuthor(params)
  const [t, detail, kinds] = await Promise.all([
    getTranslations('author'),
    getTranslations('detail'),
    getTranslations('kind'),
  ])
  const total = sum(shelves)
  const projects = shelves.flatMap(({ list }) => list.items)
  const trail = [
    { name: detail('home'), path: pages.home },
    { name: author, path: pages.author(author) },
    ...(kind ? [{ name: kinds(`${kind}.many`), path: pages.author(author, kind) }] : []),
  ]
  const about = profile?.about ?? ''
  const links = profile?.links ?? []
  return (
    <div className="pt-6" data-kind={kind}>
      <JsonLd
        schema={graph(
          profilePage(locale, { name: author, about, links, projects, count: total }),
          breadcrumbs(locale, trail),
        )}
      />
      <AuthorHead
        name={author}
        about={about}
        links={links}
        projects={total}
        downloads={profile?.kinds.reduce((all, { downloads }) => all + downloads, 0)}
      />
      <AuthorTabs
        name={author}
        current={kind}
        counts={shelves.map((shelf) => [shelf.kind, shelf.list.total] as const)}
      />
      <div className="mt-6">
        <h2 className="sr-only">{kind ? kinds(`${kind}.many`) : t('everything')}</h2>
        <Grid projects={gridOf(shown)} early level={3} isOneKind={shown.length === 1} isOneAuthor />
      </div>
      {kind && sum(shown) > LIST_LIMIT_DEFAULT && (
        <p className="mt-10 text-center">
          <ButtonLink href={pages.list(kind, { author })} variant="primary">
            {t('all', { count: sum(shown) })}
          </ButtonLink>
        </p>
      )}
    </div>
  )
}

const sum = (shelves: Shelf[]) => shelves.reduce((all, { list }) => all + list.total, 0)

/** The most downloaded projects of several kinds, or those of one kind as its list sorts them. */
function gridOf(shelves: Shelf[]) {
  const projects = shelves.flatMap(({ list }) => list.items)
  if (shelves.length === 1) return projects
  return projects.toSorted((a, b) => b.downloads - a.downloads).slice(0, LIST_LIMIT_DEFAULT)
}

type Props = {
  name: string
  /** All kinds if not given. */
  current: Kind | undefined
  /** Projects of each kind that the author has any of. */
  counts: (readonly [Kind, number])[]
}

/** An author's projects by kind; none for an author with one kind. */
async function AuthorTabs({ name, current, counts }: Props) {
  if (counts.length < 2 && current === undefined) return null
  const [t, kinds, format] = await Promise.all([
    getTranslations('author'),
    getTranslations('kind'),
    getFormatter(),
  ])
  const total = counts.reduce((all, [, count]) => all + count, 0)
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
