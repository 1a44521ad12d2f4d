import type { Address, AuthorAddress } from '#lib/contract/address.ts'
import { LOCALES } from '#lib/contract/locale.ts'
import { localePath } from '#lib/i18n/path.ts'
import { routing } from '#lib/i18n/routing.ts'
import { paths, type Path } from '#lib/paths.ts'
import { absoluteUrl } from './alternates.ts'
import { element, tags, XML_DECLARATION, xmlDocument } from './xml.ts'

const SITEMAP = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const urlset = tags('urlset', {
  xmlns: SITEMAP,
  'xmlns:xhtml': 'http://www.w3.org/1999/xhtml',
  'xmlns:image': 'http://www.google.com/schemas/sitemap-image/1.1',
})
/** Start and end of a sitemap. */
export const URLSET = {
  open: `${XML_DECLARATION}${urlset.open}\n`,
  close: `${urlset.close}\n`,
}

/** Headers of all sitemaps; shared caches keep them for an hour. */
export const SITEMAP_HEADERS = {
  contentType: 'application/xml; charset=utf-8',
  sharedSeconds: 3600,
} as const

/** Of a sitemap that the backend does not answer for: search engines keep what they have, and ask again. */
export const RETRY = { 'retry-after': '60' } as const

/** Time of the last update in ms since the epoch; `undefined` without items. */
export function lastUpdate(items: { updated_at: string }[]): number | undefined {
  if (items.length === 0) return undefined
  return Math.max(...items.map(({ updated_at }) => Date.parse(updated_at)))
}

type Page = { path: Path; updated?: string | undefined; image?: string }

/** Entries of a page, one per language, each listing all languages. */
export function urlEntries({ path, updated, image }: Page): string {
  const links = [...LOCALES.map((locale) => [locale, locale] as const), DEFAULT].map(
    ([hreflang, locale]) => {
      const href = absoluteUrl(localePath(locale, path))
      return element('xhtml:link', { rel: 'alternate', hreflang, href })
    },
  )
  // The sitemap schema requires its own elements first.
  const modified = updated === undefined ? [] : [element('lastmod', {}, [updated])]
  const picture =
    image === undefined
      ? []
      : [element('image:image', {}, [element('image:loc', {}, [absoluteUrl(image)])])]
  return LOCALES.map((locale) => {
    const loc = element('loc', {}, [absoluteUrl(localePath(locale, path))])
    return `${element('url', {}, [loc, ...modified, ...links, ...picture]).text}\n`
  }).join('')
}
const DEFAULT = ['x-default', routing.defaultLocale] as const

/** A project's page in every language. */
export const projectEntries = ({ kind, id, updated_at, cover_url }: Address): string =>
  urlEntries({ path: paths.detail({ kind, id }), updated: updated_at, image: cover_url })

/** An author's page in every language. */
export const authorEntries = ({ name, updated_at }: AuthorAddress): string =>
  urlEntries({ path: paths.author(name), updated: updated_at })

/** The index of sitemaps at these paths. */
export function sitemapIndex(shards: string[]): string {
  const entries = shards.map((path) =>
    element('sitemap', {}, [element('loc', {}, [absoluteUrl(path)])]),
  )
  return xmlDocument(element('sitemapindex', { xmlns: SITEMAP }, entries))
}
