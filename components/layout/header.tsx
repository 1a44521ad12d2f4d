import { getLocale, getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { Icon } from '#components/ui/icons.tsx'
import { Link } from '#components/ui/link.tsx'
import { KINDS } from '#lib/contract/kind.ts'
import { env } from '#lib/env.ts'
import { localePath } from '#lib/i18n/path.ts'
import { pages } from '#lib/paths.ts'
import { KindNav } from './kind-nav-client.tsx'
import { LanguageSwitch } from './language-switch-client.tsx'
import { languageList } from './languages.ts'
import { Logo } from './logo.tsx'
import { ThemeSwitch } from './theme-switch-client.tsx'

/** Header: home, kinds, search, language, theme, account. */
export async function Header({ search, account }: Record<'search' | 'account', ReactNode>) {
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
  return (
    <header className="relative top-0 z-30 border-b border-line bg-surface-0/90 backdrop-blur contrast-more:bg-surface-0 tall:sticky">
      <div className="relative mx-auto flex max-w-page flex-wrap items-center gap-x-4 px-4 sm:px-6 lg:h-16 lg:flex-nowrap">
        <Link href={pages.home} className="flex h-14 items-center rounded-key">
          <Logo name={env().SITE_NAME} />
        </Link>
        <div className="order-3 w-full min-w-0 pb-1.5 lg:order-none lg:w-auto lg:pb-0">
          <KindNav label={t('kinds')} entries={entries} />
        </div>
        <div className="ms-auto flex min-w-0 items-center gap-0.5">
          <div className="hidden w-56 md:block xl:w-72">{search}</div>
          <Link
            href={pages.search()}
            aria-label={t('search')}
            className="grid size-10 place-items-center rounded-key text-content-muted hover:bg-surface-2 md:hidden"
          >
            <Icon name="search" className="size-5" />
          </Link>
          <LanguageSwitch
            label={t('language')}
            current={locale}
            languages={languageList}
            icon={<Icon name="languages" className="size-5" />}
          />
          <ThemeSwitch
            label={t('theme')}
            offer={{
              text: t('lightOffer.text'),
              accept: t('lightOffer.accept'),
              decline: t('lightOffer.decline'),
            }}
            sun={<Icon name="sun" className="size-5" />}
            moon={<Icon name="moon" className="size-5" />}
          />
          {account}
        </div>
      </div>
    </header>
  )
}
