import { getLocale, getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { Icon } from '#components/ui/icons.tsx'
import { KINDS } from '#lib/contract/kind.ts'
import { env } from '#lib/env.ts'
import { localePath } from '#lib/i18n/path.ts'
import { pages } from '#lib/paths.ts'
import { KindNav, ExceptAtHome } from './kind-nav-client.tsx'
import { LanguageSwitch } from './language-switch-client.tsx'
import { LightOfferSlot } from './light-offer-slot-client.tsx'
import { Logo } from './logo.tsx'
import { routing } from '#lib/i18n/routing.ts'
import { LANGUAGES, LOCALES } from '#lib/contract/locale.ts'

/** Id of the menu that phones open, and of nothing else. */
const MENU = 'header-menu'

type HeaderProps = Record<'search' | 'account', ReactNode> & {
  /** Query of the page with its `?`, which it keeps in another language. */
  query: string
}

/**
 * Header: one row that stays, with home, kinds, search, publishing, language, theme and account. Where it is too narrow
 * for the kinds they are a row of tabs below, which scrolls with the page; on phones the rest is in a menu, a popover
 * that needs no scripts (decision 72).
 */
export async function Header({ search, account, query }: HeaderProps) {
  const [t, kinds, locale] = await Promise.all([
    getTranslations('nav'),
    getTranslations('kind'),
    getLocale(),
  ])
  const entries = KINDS.map((kind) => {
    const place = pages.list(kind)
    const href = localePath(locale, place)
    return { kind, place, href, label: kinds(`${kind}.many`), icon: <Icon name={kind} /> }
  })
  const nav = <KindNav label={t('kinds')} entries={entries} />
  return (
    <>
      <header className="relative top-0 z-30 border-b border-line bg-surface-0/90 backdrop-blur contrast-more:bg-surface-0 tall:sticky">
        <div className="header-row">
          <a
            href={localePath(locale, pages.home)}
            className="flex h-11 min-w-0 items-center rounded-key"
          >
            <Logo name={env().SITE_NAME} />
          </a>
          {/* Large text may not fit beside it. */}
          <div className="-mx-1 min-w-0 overflow-x-auto p-1 max-xl:hidden">{nav}</div>
          <div className="ms-auto flex shrink-0 items-center justify-end gap-1 md:flex-1 md:gap-3">
            <ExceptAtHome>
              <div className="hidden w-full max-w-80 md:block">{search}</div>
              <a
                href={localePath(locale, pages.search())}
                aria-label={t('search')}
                data-search-link
                className="grid size-11 place-items-center rounded-key text-content-muted hover:bg-surface-2 md:hidden"
              >
                <Icon name="search" className="size-5" />
              </a>
            </ExceptAtHome>
            <button
              type="button"
              popoverTarget={MENU}
              aria-label={t('menu')}
              className="header-menu-button"
            >
              <Icon name="menu" className="size-5" />
            </button>
            <div id={MENU} popover="auto" className="header-menu">
              <a href={localePath(locale, pages.publish)} className="header-publish">
                <Icon name="publish" /> {t('publish')}
              </a>
              <LanguageSwitch
                label={t('language')}
                current={locale}
                languages={languageList}
                query={query}
                icon={<Icon name="languages" className="size-5" />}
              />
              <ThemeSwitch
                label={t('theme')}
                sun={<Icon name="sun" className="size-5" />}
                moon={<Icon name="moon" className="size-5" />}
              />
              {account}
            </div>
          </div>
        </div>
      </header>
      <LightOfferSlot
        menu={MENU}
        labels={{
          text: t('lightOffer.text'),
          accept: t('lightOffer.accept'),
          decline: t('lightOffer.decline'),
        }}
      />
      <div className="header-tabs">{nav}</div>
    </>
  )
}

/** Entries of the language switch. */
const languageList = LOCALES.map((locale) => ({
  locale,
  name: LANGUAGES[locale].name,
  lang: LANGUAGES[locale].lang,
  prefix: locale === routing.defaultLocale ? '' : `/${locale}`,
}))

type Props = { label: string } & Record<'sun' | 'moon', ReactNode>

/**
 * Switches between dark and light, which an inline script does (lib/theme/theme.ts). Both icons are
 * rendered; the theme shows one. In the menu of phones its label is shown.
 */
const ThemeSwitch = ({ label, sun, moon }: Props) => (
  <button
    type="button"
    aria-label={label}
    data-theme-switch
    data-island
    className="needs-script menu-entry"
  >
    <span className="in-dark">{sun}</span>
    <span className="in-light">{moon}</span>
    <span aria-hidden="true" className="menu-label">
      {label}
    </span>
  </button>
)
