import type { Metadata } from 'next'
import { hasLocale } from 'next-intl'
import { LOCALES, type Locale } from '#lib/contract/locale.ts'
import { env } from '#lib/env.ts'
import { localePath } from '#lib/i18n/path.ts'
import { routing } from '#lib/i18n/routing.ts'
import { absoluteUrl, alternates } from './alternates.ts'
import { CARD, cardPath, cards } from './card.ts'
import { oembedPath } from './oembed.ts'

/** The languages as Open Graph writes them. */
const OG_LOCALES: Record<Locale, string> = {
  en: 'en_US',
  fr: 'fr_FR',
  'zh-cn': 'zh_CN',
  ja: 'ja_JP',
  de: 'de_DE',
}

type Page = {
  locale: string
  /** Without a language; a view of a list says the plain list's. */
  path: string
  title: string
  /** The title stands alone, without the site's name. */
  isWhole?: boolean
  description: string
  /** The card that previews show (`card.ts`), the home page's without one, and of which time it is. */
  card?: string
  updated?: string
  type?: 'website' | 'article' | 'profile'
  /** Its Atom feed below `/feeds/{language}/`; without one, that of everything. */
  feed?: string
  /** Other sites can show it in a frame (`oembed.ts`). */
  isEmbeddable?: boolean
}

/**
 * Metadata of a public page: title and description, its canonical address and the same in every
 * language, and what previews show when somebody shares it.
 */
export function pageMetadata({
  path,
  title,
  isWhole,
  description,
  card = cards.home,
  updated,
  feed,
  isEmbeddable,
  ...page
}: Page): Metadata {
  const locale = hasLocale(routing.locales, page.locale) ? page.locale : routing.defaultLocale
  const url = absoluteUrl(cardPath(locale, card, updated))
  const images = [{ url, ...CARD, type: 'image/jpeg', alt: title }]
  return {
    title: isWhole ? { absolute: title } : title,
    description,
    alternates: {
      ...alternates(locale, path),
      types: {
        'application/atom+xml': absoluteUrl(`/feeds/${locale}/${feed ?? 'all.xml'}`),
        ...(isEmbeddable && {
          'application/json+oembed': absoluteUrl(oembedPath(locale, path, 'json')),
          'text/xml+oembed': absoluteUrl(oembedPath(locale, path, 'xml')),
        }),
      },
    },
    openGraph: {
      title,
      description,
      url: absoluteUrl(localePath(locale, path)),
      siteName: env().SITE_NAME,
      locale: OG_LOCALES[locale],
      alternateLocale: LOCALES.filter((one) => one !== locale).map((one) => OG_LOCALES[one]),
      type: page.type ?? 'website',
      images,
    },
    twitter: {
      card: 'summary_large_image',
      title,
      description,
      images,
    },
  }
}
