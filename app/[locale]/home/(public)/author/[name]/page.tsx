import type { Metadata } from 'next'
import { notFound, permanentRedirect } from 'next/navigation'
import { getFormatter, getTranslations } from 'next-intl/server'
import { cache } from 'react'
import { Grid } from '#components/catalogue/grid.tsx'
import { Icon } from '#components/ui/icons.tsx'
import { JsonLd } from '#components/ui/json-ld.tsx'
import { Link } from '#components/ui/link.tsx'
import { readList } from '#lib/catalogue/server.ts'
import { KIND_TABLE, KINDS } from '#lib/contract/kind.ts'
import { authorSchema } from '#lib/contract/project.ts'
import { env } from '#lib/env.ts'
import { decodeSegment } from '#lib/i18n/decode-segment.ts'
import { localePath } from '#lib/i18n/path.ts'
import { authorPath, person } from '#lib/seo/json-ld.ts'
import { cards } from '#lib/seo/card.ts'
import { pageMetadata } from '#lib/seo/metadata.ts'

export const revalidate = 300

/** None at build time: a build needs no backend. */
export function generateStaticParams() {
  return []
}

type Props = PageProps<'/[locale]/home/author/[name]'>
/** So many of each kind; the rest stands in the kind's own list. */
const SHOWN = 12

/**
 * What an author has published, by kind; 404 for whoever has published nothing. Another spelling of
 * the name leads to the right one.
 */
const find = cache(async (locale: string, segment: string) => {
  const name = authorSchema.shape.name.safeParse(decodeSegment(segment))
  if (!name.success) notFound()
  const author = name.data
  const kinds = await Promise.all(
    KINDS.map(async (kind) => ({ kind, list: await readList(kind, { author, limit: SHOWN }) })),
  )
  const right = kinds[0]?.list.author?.name ?? author
  if (right !== author) permanentRedirect(localePath(locale, authorPath(right)))
  const shelves = kinds.filter(({ list }) => list.items.length > 0)
  if (shelves.length === 0) notFound()
  return { author, shelves }
})

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { locale, name } = await params
  const { author } = await find(locale, name)
  const t = await getTranslations('author')
  const { SITE_NAME } = env()
  return pageMetadata({
    locale,
    path: authorPath(author),
    title: author,
    description: t('description', { name: author, site: SITE_NAME }),
    card: cards.author(author),
    type: 'profile',
    feed: `author/${encodeURIComponent(author)}.xml`,
  })
}

export default async function AuthorPage({ params }: Props) {
  const { locale, name } = await params
  const { author, shelves } = await find(locale, name)
  const [t, kinds, format] = await Promise.all([
    getTranslations('author'),
    getTranslations('kind'),
    getFormatter(),
  ])
  const total = shelves.reduce((sum, { list }) => sum + list.total, 0)
  return (
    <div className="pt-6">
      <JsonLd schema={person(locale, author)} />
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
                href={`/home/${KIND_TABLE[kind].path}?author=${encodeURIComponent(author)}`}
                className="py-1 text-sm underline underline-offset-4"
              >
                {t('all', { count: format.number(list.total) })}
              </Link>
            )}
          </div>
          <Grid projects={list.items} early={at === 0} level={3} />
        </section>
      ))}
    </div>
  )
}
