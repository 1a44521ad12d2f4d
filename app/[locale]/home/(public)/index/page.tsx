import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { IfLastKind } from '#components/catalogue/kind-memory-client.tsx'
import { Shelf } from '#components/catalogue/shelf.tsx'
import { SearchForm } from '#components/search/search-form.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Icon } from '#components/ui/icons.tsx'
import { Link } from '#components/ui/link.tsx'
import { Strip } from '#components/ui/strip.tsx'
import { readList, readPopular } from '#lib/catalogue/server.ts'
import { KINDS } from '#lib/contract/kind.ts'
import { env } from '#lib/env.ts'
import { pages } from '#lib/paths.ts'
import { pageMetadata } from '#lib/seo/metadata.ts'
import { homeTexts } from '#lib/seo/texts.ts'

/** Rendered for each request of the page cache, which keeps it (server/page-renders.ts). */
export const dynamic = 'force-dynamic'

const SHELF_SIZE = 4

export async function generateMetadata({
  params,
}: PageProps<'/[locale]/home/index'>): Promise<Metadata> {
  const { locale } = await params
  const texts = homeTexts(await getTranslations())
  return pageMetadata({ locale, path: pages.home, ...texts, isWhole: true })
}

export default async function HomePage() {
  const [t, kinds, empty, all] = await Promise.all([
    getTranslations('home'),
    getTranslations('kind'),
    getTranslations('search.empty'),
    Promise.all(
      KINDS.map(async (kind) => {
        const [popular, recent] = await Promise.all([
          readPopular(kind, SHELF_SIZE),
          readList(kind, { sort: 'recent', limit: SHELF_SIZE }),
        ])
        return { kind, popular, recent: recent.items }
      }),
    ),
  ])
  const shelves = all.filter(({ popular, recent }) => popular.length + recent.length > 0)
  return (
    <>
      <div className="mx-auto flex max-w-3xl flex-col items-center gap-6 pt-12 pb-4 text-center sm:pt-20">
        <Strip className="w-80 max-w-full" />
        <h1 className="mt-4 font-display text-2xl font-bold text-balance sm:text-[3.25rem] sm:leading-[1.08]">
          {t('welcome', { app: env().APP_NAME })}
        </h1>
        {/* As many lines in the fallback of the font. */}
        <p className="max-w-72 text-balance text-content-muted sm:max-w-xl">{t('lead')}</p>
        <div className="w-full max-w-xl">
          <SearchForm />
        </div>
        <ul data-entrance className="grid grid-cols-2 gap-2 sm:flex sm:flex-wrap sm:justify-center">
          {KINDS.map((kind) => (
            <li key={kind} data-kind={kind} className="relative">
              <Link
                href={pages.list(kind)}
                className="flex h-10 items-center justify-center gap-2 rounded-full border border-transparent bg-accent-soft px-4 text-sm font-medium text-accent transition hover:brightness-110"
              >
                <Icon name={kind} /> {kinds(`${kind}.many`)}{' '}
                <IfLastKind kind={kind}>
                  <span className="absolute -top-1 end-1 size-3 rounded-full border-2 border-surface-0 bg-accent" />
                  <span className="sr-only">{t('last')}</span>
                </IfLastKind>
              </Link>
            </li>
          ))}
        </ul>
      </div>
      {shelves.length === 0 && <EmptyState title={empty('title')} text={empty('text')} />}
      {shelves.map(({ kind, popular, recent }, at) => (
        <Shelf
          key={kind}
          kind={kind}
          early={at === 0}
          shelves={[
            { sort: 'popular', projects: popular },
            { sort: 'recent', projects: recent },
          ]}
        />
      ))}
    </>
  )
}
