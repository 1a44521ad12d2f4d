import type { Metadata } from 'next'
import { notFound, permanentRedirect } from 'next/navigation'
import { getFormatter, getTranslations } from 'next-intl/server'
import { cache } from 'react'
import { Grid } from '#components/catalogue/grid.tsx'
import { Icon } from '#components/ui/icons.tsx'
import { JsonLd } from '#components/ui/json-ld.tsx'
import { Link } from '#components/ui/link.tsx'
import { readList } from '#lib/catalogue/server.ts'
import { KINDS } from '#lib/contract/kind.ts'
import { authorSchema } from '#lib/contract/project.ts'
import { decodeSegment } from '#lib/i18n/decode-segment.ts'
import { localePath, toLocale } from '#lib/i18n/path.ts'
import { pages } from '#lib/paths.ts'
import { breadcrumbs, graph, profilePage } from '#lib/seo/json-ld.ts'
import { pageMetadata } from '#lib/seo/metadata.ts'
import { authorTexts } from '#lib/seo/texts.ts'

/** Rendered for each request of the page cache, which keeps it (server/page-renders.ts). */
export const dynamic = 'force-dynamic'

type Props = PageProps<'/[locale]/home/author/[name]'>
/** Projects per kind; the kind's list has the rest. */
const SHOWN = 12

/**
 * An author's projects by kind; 404 for an author without any. Another spelling of the name
 * redirects to the canonical one.
 */
const find = cache(async (locale: string, segment: string) => {
  const name = authorSchema.shape.name.safeParse(decodeSegment(segment))
  if (!name.success) notFound()
  const author = name.data
  const kinds = await Promise.all(
    KINDS.map(async (kind) => ({ kind, list: await readList(kind, { author, limit: SHOWN }) })),
  )
  const right = kinds[0]?.list.author?.name ?? author
  if (right !== author) permanentRedirect(localePath(locale, pages.author(right)))
  const shelves = kinds.filter(({ list }) => list.items.length > 0)
  if (shelves.length === 0) notFound()
  return { author, shelves }
})

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { locale, name } = await params
  const { author, shelves } = await find(locale, name)
  const works = shelves.map(({ kind, list }) => ({
    kind,
    titles: list.items.map(({ title }) => title),
    total: list.total,
  }))
  return pageMetadata({
    locale,
    path: pages.author(author),
    ...authorTexts(await getTranslations(), author, works),
    card: { author },
    subject: { type: 'profile', username: author },
    feed: { author },
  })
}

export default async function AuthorPage({ params }: Props) {
  const { locale: segment, name } = await params
  const locale = toLocale(segment)
  const { author, shelves } = await find(locale, name)
  const [t, detail, kinds, format] = await Promise.all([
    getTranslations('author'),
    getTranslations('detail'),
    getTranslations('kind'),
    getFormatter(),
  ])
  const total = shelves.reduce((sum, { list }) => sum + list.total, 0)
  const projects = shelves.flatMap(({ list }) => list.items)
  const trail = [
    { name: detail('home'), path: pages.home },
    { name: author, path: pages.author(author) },
  ]
  return (
    <div className="pt-6">
      <JsonLd
        schema={graph(
          profilePage(locale, { name: author, projects, count: total }),
          breadcrumbs(locale, trail),
        )}
      />
      <div className="flex items-center gap-5">
        <span
          aria-hidden
          className="grid size-16 shrink-0 place-items-center rounded-full border border-line bg-surface-2 font-display text-xl font-bold"
        >
          {[...author][0]?.toLocaleUpperCase(locale)}
        </span>
        <div className="min-w-0">
          <h1 className="font-display text-xl font-bold break-words sm:text-2xl" dir="auto">
            {author}
          </h1>
          <p className="mt-1 text-content-muted">{t('count', { count: total })}</p>
        </div>
      </div>
      {shelves.map(({ kind, list }, at) => (
        <section key={kind} data-kind={kind} aria-labelledby={kind} className="mt-12">
          <div className="mb-5 flex flex-wrap items-baseline justify-between gap-3">
            <h2 id={kind} className="flex items-center gap-2.5 font-display text-lg font-semibold">
              <Icon name={kind} className="text-accent" /> {kinds(`${kind}.many`)}
            </h2>
            {list.total > list.items.length && (
              <Link
                href={pages.list(kind, { author })}
                className="py-1 text-sm underline underline-offset-4"
              >
                {t('all', { count: format.number(list.total) })}{' '}
                <span className="sr-only">{kinds(`${kind}.many`)}</span>
              </Link>
            )}
          </div>
          <Grid projects={list.items} early={at === 0} level={3} />
        </section>
      ))}
    </div>
  )
}
