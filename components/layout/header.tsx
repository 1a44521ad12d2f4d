import { getLocale } from 'next-intl/server'
import type { ReactNode } from 'react'
import { Icon } from '#components/ui/icons.tsx'
import { KINDS } from '#lib/contract/kind.ts'
import { env } from '#lib/env.ts'
import { localePath } from '#lib/i18n/path.ts'
import { getTexts } from '#lib/i18n/translations.ts'
import { paths } from '#lib/paths.ts'
import { KindNav, ExceptAtHome } from './kind-nav-client.tsx'
import { LanguageSwitch } from './language-switch-client.tsx'
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
  const [t, kinds] = await getTexts('nav', 'kind')
  const locale = await getLocale()
  const entries = KINDS.map((kind) => {
    const place = paths.list(kind)
    const href = localePath(locale, place)
    return { kind, place, href, label: kinds(`${kind}.many`), icon: <Icon name={kind} /> }
  })
  const nav = <KindNav label={t('kinds')} entries={entries} />
  return (
    <>
      <header className="site-header">
        <div className="header-row">
          <a href={localePath(locale, paths.home)} className="header-home">
            <Logo name={env().SITE_NAME} />
          </a>
          <div className="header-kinds">{nav}</div>
          <div className="header-end">
            <ExceptAtHome>
              <div className="header-search">{search}</div>
              <a
                href={localePath(locale, paths.search())}
                aria-label={t('search')}
                data-search-link
                className="header-button"
              >
                <Icon name="search" className="size-5" />
              </a>
            </ExceptAtHome>
            <button
              type="button"
              popoverTarget={MENU}
              aria-label={t('menu')}
              className="header-button"
            >
              <Icon name="menu" className="size-5" />
            </button>
            <div id={MENU} popover="auto" className="header-menu">
              <a href={localePath(locale, paths.publish)} className="header-publish">
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
      {/* The inline script of the head shows it (lib/theme/theme.ts). */}
      <div role="group" aria-labelledby="light-offer" className="light-offer">
        <p id="light-offer">{t('lightOffer.text')}</p>
        <p>
          <button type="button" data-theme-switch>
            {t('lightOffer.accept')}
          </button>
          <button type="button" data-keep-theme>
            {t('lightOffer.decline')}
          </button>
        </p>
      </div>
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
