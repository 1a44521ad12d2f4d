import type { Metadata } from 'next'
import { LANGUAGES, LOCALES } from '#lib/contract/locale.ts'
import { env } from '#lib/env.ts'
import { localePath, toLocale } from '#lib/i18n/path.ts'
import {
  type CardSubject,
  documents,
  type FeedSubject,
  type Path,
  type ProjectRef,
} from '#lib/paths.ts'
import { absoluteUrl, alternates } from './alternates.ts'
import { CARD } from './card.ts'
import { oembedPath } from './oembed.ts'
import { type FeedTopic, feedTitle, type Translate } from './texts.ts'

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
  /** Subject of the share card, and its version. */
  card?: CardSubject
  cardVersion?: string | undefined
  subject?: Subject
  /** Subject of the page's Atom feed, by default all projects; of a search or a project with the path of its feed. */
  feed?: Extract<FeedTopic, FeedSubject> | (FeedTopic & { path: Path })
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
export function pageMetadata(t: Translate, page: Page): Metadata {
  const { path, title, isWhole, description, card = 'home', cardVersion, subject } = page
  const { feed = 'all', isIndexed = true, isEmbeddable } = page
  const locale = toLocale(page.locale)
  const url = absoluteUrl(documents.card(locale, card, cardVersion))
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
        'application/atom+xml': [{ url: absoluteUrl(feedPath), title: feedTitle(t, feed) }],
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
      // Cards have no tags of size and type, which Next would make.
      images: { url, alt: title },
    },
  }
}

/** Metadata of a page beside that of a project, which alone is listed by search engines. */
export const metadataBeside = (
  project: ProjectRef & { title: string },
  t: Translate,
  page: Pick<Page, 'locale' | 'path' | 'title' | 'description'>,
): Metadata =>
  pageMetadata(t, {
    ...page,
    title: `${page.title} · ${project.title}`,
    card: project,
    isIndexed: false,
  })
