import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { IfLastKind } from '#components/catalogue/kind-memory-client.tsx'
import { Rows } from '#components/catalogue/rows.tsx'
import { SearchForm } from '#components/search/search-form.tsx'
import { HERO_STRIPS_MAX, type HeroStrip, HeroStrips } from '#components/strip/hero-strips.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Icon } from '#components/ui/icons.tsx'
import { Link } from '#components/ui/link.tsx'
import { readHome } from '#lib/catalogue/home.ts'
import { KINDS } from '#lib/contract/kind.ts'
import { env } from '#lib/env.ts'
import { toLocale } from '#lib/i18n/path.ts'
import { pages } from '#lib/paths.ts'
import { pageMetadata } from '#lib/seo/metadata.ts'
import { homeTexts } from '#lib/seo/texts.ts'
import { Strip } from '#components/ui/strip.tsx'

/** Rendered for each request of the page cache, which keeps it (server/page-renders.ts). */
export const dynamic = 'force-dynamic'

export async function generateMetadata({
  params,
}: PageProps<'/[locale]/home/index'>): Promise<Metadata> {
  const { locale } = await params
  const texts = homeTexts(await getTranslations())
  return pageMetadata({ locale, path: pages.home, ...texts, isWhole: true })
}

export default async function HomePage({ params }: PageProps<'/[locale]/home/index'>) {
  const locale = toLocale((await params).locale)
  const [t, kinds, empty, { featured, strips, rows }] = await Promise.all([
    getTranslations('home'),
    getTranslations('kind'),
    getTranslations('search.empty'),
    readHome(locale, HERO_STRIPS_MAX),
  ])
  return (
    <>
      <Hero
        app={env().APP_NAME}
        strips={strips}
        search={<SearchForm />}
        kinds={
          <ul data-entrance className="flex flex-wrap gap-1.5">
            {KINDS.map((kind) => (
              <li key={kind} data-kind={kind} className="relative">
                <Link
                  href={pages.list(kind)}
                  className="flex h-9 items-center justify-center gap-2 rounded-full border border-transparent bg-accent-soft px-3 text-sm font-medium text-accent transition hover:brightness-110"
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
        }
      />
      {featured.length + rows.length === 0 ? (
        <EmptyState title={empty('title')} text={empty('text')} />
      ) : (
        <Rows featured={featured} rows={rows} />
      )}
    </>
  )
}

/**
 * Top of the home page: what the site is for, the search box, and the device with the keys of real projects. At most
 * 360 px high on phones and desktops.
 */
async function Hero({
  app,
  strips,
  search,
  kinds,
}: {
  app: string
  strips: HeroStrip[]
  search: ReactNode
  /** Links to the lists, where there is room for them. */
  kinds: ReactNode
}) {
  const t = await getTranslations('home')
  return (
    <div className="pt-1 lg:pt-6">
      <div className="grid items-end gap-x-12 gap-y-5 lg:grid-cols-[minmax(0,1fr)_31rem]">
        <div>
          <h1 className="font-display text-xl font-bold text-balance sm:text-[3.25rem] sm:leading-[1.08]">
            {t('welcome', { app })}
          </h1>
          {/* As many lines in every language and in the fallback of the font: two, or one on wide screens. */}
          <p className="mt-2 max-w-md text-balance text-content-muted max-sm:text-sm sm:mt-3 min-[90rem]:max-w-none">
            {t('lead', { app })}
          </p>
        </div>
        <div>
          {search}
          <div className="mt-2.5 max-lg:hidden">{kinds}</div>
        </div>
      </div>
      <div className="mt-5 lg:mt-8">
        {strips.length > 0 ? (
          <HeroStrips strips={strips} />
        ) : (
          <Strip art="whole" className="w-full max-w-xl" />
        )}
      </div>
    </div>
  )
}
