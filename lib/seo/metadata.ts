import type { Metadata } from 'next'
import { LANGUAGES, LOCALES } from '#lib/contract/locale.ts'
import { env } from '#lib/env.ts'
import { localePath, toLocale } from '#lib/i18n/path.ts'
import { type CardSubject, documents, type FeedSubject, type Path } from '#lib/paths.ts'
import { absoluteUrl, alternates } from './alternates.ts'
import { CARD } from './card.ts'
import { oembedPath } from './oembed.ts'

/** What Open Graph has about a page besides its title (ogp.me): without it, the page is a `website`. */
type Subject =
  | {
      type: 'article'
      publishedTime: string
      modifiedTime: string
      authors: string[]
      section: string
      tags: string[]
    }
  | { type: 'profile'; username: string }

type Page = {
  locale: string
  /** Path without a language. */
  path: Path
  title: string
  /** Omit the site's name from the title. */
  isWhole?: boolean
  description: string
  /** Subject of the share card, and when it last changed (ISO 8601). */
  card?: CardSubject
  updated?: string
  subject?: Subject
  /** Subject or path of the page's Atom feed; by default all projects. */
  feed?: FeedSubject | { path: Path }
  /**
   * Whether search engines should list the page. One that they should not has neither a canonical address nor
   * translations: a canonical address means that another page stands for it.
   */
  isIndexed?: boolean
  /** Other sites may embed the page (`oembed.ts`). */
  isEmbeddable?: boolean
}

/**
 * Metadata of a public page: title, description, canonical address, languages, and previews for
 * sharing.
 */
export function pageMetadata({
  path,
  title,
  isWhole,
  description,
  card = 'home',
  updated,
  subject,
  feed = 'all',
  isIndexed = true,
  isEmbeddable,
  ...page
}: Page): Metadata {
  const locale = toLocale(page.locale)
  const url = absoluteUrl(documents.card(locale, card, updated))
  const images = [{ url, ...CARD, type: 'image/jpeg', alt: title }]
  const feedPath =
    typeof feed === 'object' && 'path' in feed ? feed.path : documents.feed(locale, feed)
  return {
    title: isWhole ? { absolute: title } : title,
    description,
    ...(!isIndexed && { robots: { index: false, follow: true } }),
    alternates: {
      ...(isIndexed && alternates(locale, path)),
      types: {
        'application/atom+xml': absoluteUrl(feedPath),
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
      locale: LANGUAGES[locale].ogLocale,
      alternateLocale: LOCALES.filter((other) => other !== locale).map(
        (other) => LANGUAGES[other].ogLocale,
      ),
      ...(subject ?? { type: 'website' }),
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
