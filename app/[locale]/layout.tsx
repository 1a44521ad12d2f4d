import type { Metadata, Viewport } from 'next'
import localFont from 'next/font/local'
import { notFound } from 'next/navigation'
import { hasLocale } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { AccountCorner } from '#components/account/corner/account-corner.tsx'
import { SearchForm } from '#components/search/search-form.tsx'
import { Announcement } from '#components/layout/announcement.tsx'
import { Announcer } from '#components/layout/announcer-client.tsx'
import { Banner } from '#components/layout/banner-client.tsx'
import { Footer } from '#components/layout/footer.tsx'
import { Header } from '#components/layout/header.tsx'
import { LoadingBar } from '#components/layout/loading-bar-client.tsx'
import { RouterLinks, FollowFocus, RouterReady } from '#components/layout/navigation-client.tsx'
import { currentScope } from '#lib/cache/state.ts'
import { LANGUAGES, type Locale } from '#lib/contract/locale.ts'
import { env } from '#lib/env.ts'
import { localePath } from '#lib/i18n/path.ts'
import { pageDirection } from '#lib/i18n/pseudo-switch.ts'
import { routing } from '#lib/i18n/routing.ts'
import { getTexts } from '#lib/i18n/translations.ts'
import { endpoints, paths } from '#lib/paths.ts'
import { islandsScript } from '#islands/head-script.ts'
import { TURN_STRIPS_SCRIPT } from '#islands/turn-strips.ts'
import { LANGUAGE_SCRIPT } from '#lib/browser/language-script.ts'
import { LOAD_SCRIPT } from '#lib/browser/load-script.ts'
import { SESSION_SCRIPT } from '#lib/browser/session-script.ts'
import { shownScript } from '#lib/browser/shown-script.ts'
import { STRIP_SCRIPT } from '#lib/browser/strip-script.ts'
import { setProcessState } from '#lib/process-state.ts'
import { NOSCRIPT_STYLE } from '#lib/theme/noscript-style.ts'
import { displayFont } from '#server/next/build.ts'
import { THEME_SCRIPT, THEME_SWITCH_SCRIPT } from '#lib/theme/theme.ts'
import '#app/font-fallbacks.css'
import '#app/globals.css'

/*
 * Subsets (docs/decisions/0065-read-and-send-only-what-a-card-shows.md). Text is shown at once in a font of the system, scaled to the same measures
 * (app/font-fallbacks.css). The headings' font is preloaded below, on pages that use it only, which next/font cannot do.
 */
const display = localFont({
  src: '../fonts/bricolage-grotesque.woff2',
  variable: '--font-display',
  weight: '600 700',
  preload: false,
  adjustFontFallback: false,
  fallback: ['Display Arial', 'Display Roboto', 'Display DejaVu', 'system-ui'],
})
const text = localFont({
  src: '../fonts/inter.woff2',
  variable: '--font-text',
  weight: '400 700',
  preload: false,
  adjustFontFallback: false,
  fallback: ['Text Arial', 'Text Roboto', 'Text DejaVu', 'system-ui'],
})

const HEAD_SCRIPT =
  shownScript([THEME_SCRIPT, SESSION_SCRIPT]) +
  THEME_SWITCH_SCRIPT +
  LOAD_SCRIPT +
  LANGUAGE_SCRIPT +
  // next.config.mjs sets the addresses at build time.
  islandsScript({
    visitor: process.env.ISLANDS ?? '',
    fields: process.env.FIELDS_ISLAND ?? '',
    lists: process.env.LISTS_ISLAND ?? '',
  }) +
  TURN_STRIPS_SCRIPT
// The server names their hashes in the policy of every page (server/policy.ts).
setProcessState('inlineScripts', [HEAD_SCRIPT, STRIP_SCRIPT])

export const viewport: Viewport = { colorScheme: 'dark light', themeColor: '#131110' }

export async function generateMetadata({ params }: LayoutProps<'/[locale]'>): Promise<Metadata> {
  const { locale } = await params
  if (!hasLocale(routing.locales, locale)) notFound()
  const t = await getTranslations('site')
  const { SITE_NAME, SITE_URL, APP_NAME } = env()
  return {
    metadataBase: new URL(SITE_URL),
    title: { default: SITE_NAME, template: `%s · ${SITE_NAME}` },
    description: t('description', { app: APP_NAME }),
  }
}

/** Chinese and Japanese pages are set in the fonts of the system, whose Latin letters fit theirs. */
const usesOwnFonts = (locale: Locale) => !/^(?:zh|ja)/.test(LANGUAGES[locale].lang)

export default async function RootLayout({ children, params }: LayoutProps<'/[locale]'>) {
  const { locale } = await params
  if (!hasLocale(routing.locales, locale)) notFound()
  const [t, fit, auth, status] = await getTexts('nav', 'fit', 'auth', 'status')
  const direction = await pageDirection(locale)
  return (
    <html
      lang={LANGUAGES[locale].lang}
      dir={direction}
      data-theme="dark"
      data-scroll-behavior="smooth"
      // Printed links begin with it (app/print.css).
      style={{ '--site': JSON.stringify(env().SITE_URL) }}
      className={usesOwnFonts(locale) ? `${display.variable} ${text.variable}` : undefined}
      suppressHydrationWarning
    >
      <head>
        {usesOwnFonts(locale) && displayFont && (
          <link rel="preload" as="font" type="font/woff2" crossOrigin="" href={displayFont} />
        )}
        <link rel="stylesheet" media="print" href={process.env.PRINT_STYLE} />
        <script dangerouslySetInnerHTML={{ __html: HEAD_SCRIPT }} />
        <noscript>
          <link rel="stylesheet" href={endpoints.sessionCorner} />
          <style>{NOSCRIPT_STYLE}</style>
        </noscript>
      </head>
      <body
        className="flex min-h-dvh flex-col bg-surface-0 font-sans text-base text-content antialiased"
        data-error-title={status('500.title')}
        data-error-text={status('500.text')}
        data-error-retry={status('retry')}
        data-error-home={status('home')}
        data-error-href={localePath(locale, paths.home)}
      >
        <RouterReady />
        <RouterLinks />
        <FollowFocus />
        <a href="#content" className="skip">
          {t('skip')}
        </a>
        <Announcement locale={locale} />
        <Header
          search={<SearchForm compact />}
          account={<AccountCorner />}
          query={currentScope()?.query ?? ''}
        />
        <main
          id="content"
          tabIndex={-1}
          data-label-fits={fit('fits')}
          data-label-earlier={fit('earlier', { version: '{version}' })}
          data-label-os={fit('os')}
          data-label-version={fit('version', { version: '{version}' })}
          className="content"
        >
          {children}
        </main>
        <Footer />
        <Announcer />
        <Banner
          labels={{
            success: auth('success'),
            danger: auth('failed'),
            hide: t('hide'),
            region: t('messages.region', { hotkey: '{hotkey}' }),
            message: t('messages.one'),
            recent: t('messages.recent'),
          }}
        />
        <LoadingBar offline={t('offline')} />
      </body>
    </html>
  )
}
