import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { IfLastKind } from '#components/catalogue/kind-memory-client.tsx'
import { SearchForm } from '#components/search/search-form.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Icon } from '#components/ui/icons.tsx'
import { Link } from '#components/ui/link.tsx'
import { type FrontStrip, readHome, type KindRow } from '#lib/catalogue/home.ts'
import { KINDS } from '#lib/contract/kind.ts'
import type { Locale } from '#lib/contract/locale.ts'
import { env, shownSettings } from '#lib/env.ts'
import { toLocale } from '#lib/i18n/path.ts'
import { getTexts } from '#lib/i18n/translations.ts'
import { paths } from '#lib/paths.ts'
import { pageMetadata } from '#lib/seo/metadata.ts'
import { graph, webSite } from '#lib/seo/json-ld.ts'
import { homeTexts } from '#lib/seo/texts.ts'
import { JsonLd } from '#components/ui/json-ld.tsx'
import { Strip } from '#components/ui/strip.tsx'
import { cardVersion } from '#app/cards/[locale]/[...path]/found-card.ts'
import type { ListedProject } from '#lib/contract/project.ts'
import { Grid } from '#components/catalogue/grid.tsx'
import { shownName } from '#lib/contract/name/name.ts'
import { langOf } from '#lib/contract/language.ts'
import { Device } from '#components/strip/device.tsx'
import { StripKeys } from '#components/strip/strip-keys.tsx'

/** Rendered for each request of the page cache, which keeps it (server/render-page.ts). */
export const dynamic = 'force-dynamic'

export async function generateMetadata({
  params,
}: PageProps<'/[locale]/home/index'>): Promise<Metadata> {
  const { locale } = await params
  const t = await getTranslations()
  return pageMetadata(t, {
    locale,
    path: paths.home,
    ...homeTexts(t),
    isWhole: true,
    cardVersion: await cardVersion(toLocale(locale), 'home'),
  })
}

export default async function HomePage({ params }: PageProps<'/[locale]/home/index'>) {
  const locale = toLocale((await params).locale)
  const [empty, { featured, strips, rows }] = await Promise.all([
    getTranslations('search.empty'),
    readHome(locale, HERO_STRIPS_MAX),
  ])
  return (
    <>
      <JsonLd schema={graph(webSite(locale))} />
      <Hero locale={locale} strips={strips} />
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
async function Hero({ locale, strips }: { locale: Locale; strips: FrontStrip[] }) {
  const [t, kinds] = await getTexts('home', 'kind')
  const app = env().APP_NAME
  const { [`home_title.${locale}` as const]: title, [`home_text.${locale}` as const]: text } =
    shownSettings()
  return (
    <div className="pt-1 lg:pt-6">
      <div className="grid items-end gap-x-12 gap-y-5 lg:grid-cols-[minmax(0,1fr)_31rem]">
        <div>
          <h1 className="font-display text-xl font-bold text-balance sm:text-[3.25rem] sm:leading-[1.08]">
            {title ?? t('welcome', { app })}
          </h1>
          {/* As many lines in every language and in the fallback of the font: two, or one on wide screens. */}
          <p className="mt-2 max-w-md text-balance text-content-muted max-sm:text-sm sm:mt-3 min-[90rem]:max-w-none">
            {text ?? t('lead', { app })}
          </p>
        </div>
        <div>
          <SearchForm />
          {/* Links to the lists, where there is room for them. */}
          <div className="mt-2.5 max-lg:hidden">
            <ul data-entrance className="flex flex-wrap gap-1.5">
              {KINDS.map((kind) => (
                <li key={kind} data-kind={kind} className="relative">
                  <Link
                    href={paths.list(kind)}
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
          </div>
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

type Props = { featured: ListedProject[]; rows: KindRow[] }

const forScreenReaders = (text: ReactNode) => <span className="sr-only">{text}</span>

/** Rows of the home page: what the operator features, then what is popular of each kind. */
async function Rows({ featured, rows }: Props) {
  const [t, list, kinds] = await getTexts('home', 'list', 'kind')
  const hasDemo = rows.some(({ projects }) => projects.some(({ demo }) => demo))
  const isFirst = featured.length === 0
  return (
    <>
      {featured.length > 0 && (
        <section aria-labelledby="featured" className="mt-10">
          <h2 id="featured" className="mb-4 font-display text-xl font-bold">
            {t('featured')}
          </h2>
          <Grid projects={featured} early shelf level={3} />
        </section>
      )}
      {rows.length > 0 && (
        <section aria-labelledby="popular" className="mt-14">
          <h2 id="popular" className="font-display text-xl font-bold">
            {t('popular')}
          </h2>
          <p className="mt-1 text-sm text-pretty text-content-muted">
            {list('popularHelp')} {hasDemo && t('demo')}
          </p>
          {rows.map(({ kind, projects }, at) => (
            <section
              key={kind}
              data-kind={kind}
              aria-labelledby={`row-${kind}`}
              className="mt-7 not-first-of-type:mt-10"
            >
              <div className="mb-3 flex items-center gap-3">
                <span className="grid size-8 shrink-0 place-items-center rounded-key bg-accent-soft text-accent">
                  <Icon name={kind} />
                </span>
                <h3 id={`row-${kind}`} className="min-w-0 font-display text-lg font-semibold">
                  {kinds(`${kind}.many`)}
                </h3>
                <Link
                  href={paths.list(kind)}
                  className="ms-auto flex min-h-11 shrink-0 items-center gap-1.5 text-sm text-accent hover:underline"
                >
                  <span>{t.rich('all', { kind, hidden: forScreenReaders })}</span>
                  <Icon name="arrow-right" className="rtl:-scale-x-100" />
                </Link>
              </div>
              <Grid projects={projects} early={isFirst && at === 0} shelf isOneKind level={4} />
            </section>
          ))}
        </section>
      )}
    </>
  )
}

/** The style sheet has a change for two, three and four strips. */
const HERO_STRIPS_MAX = 4

/**
 * Strips of real projects, one after the other, each a link to its project. A timer in the head of the page changes them, so
 * that it works before the framework runs (islands/turn-strips.ts). Those that wait are not displayed, so their icons are not
 * loaded.
 */
async function HeroStrips({ strips }: { strips: FrontStrip[] }) {
  const t = await getTranslations('home')
  return (
    <section aria-label={t('strips')} className="hero-strips" data-count={strips.length}>
      {strips.map(({ project, keys }) => (
        <Link
          key={project.id}
          href={paths.detail(project)}
          data-kind={project.kind}
          className="hero-strip"
        >
          <div aria-hidden="true">
            <Device>
              <StripKeys keys={keys} lang={langOf(project)} />
            </Device>
          </div>
          <b lang={langOf(project)} dir="auto">
            {project.title}
          </b>{' '}
          <bdi>{shownName(project.author)}</bdi>
        </Link>
      ))}
      {strips.length > 1 && (
        <label className="hero-pause">
          <input type="checkbox" aria-label={t('pause')} className="sr-only" />
        </label>
      )}
    </section>
  )
}
