import type { Address, AuthorAddress } from '#lib/contract/address.ts'
import { KIND_TABLE } from '#lib/contract/kind.ts'
import { LOCALES } from '#lib/contract/locale.ts'
import { localePath } from '#lib/i18n/path.ts'
import { routing } from '#lib/i18n/routing.ts'
import { absoluteUrl } from './alternates.ts'
import { authorPath } from './json-ld.ts'
import { element, tags, XML_DECLARATION, xmlDocument } from './xml.ts'

const SITEMAP = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const urlset = tags('urlset', {
  xmlns: SITEMAP,
  'xmlns:xhtml': 'http://www.w3.org/1999/xhtml',
  'xmlns:image': 'http://www.google.com/schemas/sitemap-image/1.1',
})
/** Around the addresses of a sitemap. */
export const URLSET = {
  open: `${XML_DECLARATION}${urlset.open}\n`,
  close: `${urlset.close}\n`,
}

type Page = { path: string; updated?: string; image?: string }

/** A page in every language, each naming all of them. */
export function urlEntries({ path, updated, image }: Page): string {
  const links = [...LOCALES.map((locale) => [locale, locale] as const), DEFAULT].map(
    ([hreflang, locale]) => {
      const href = absoluteUrl(localePath(locale, path))
      return element('xhtml:link', { rel: 'alternate', hreflang, href })
    },
  )
  // The schema of sitemaps wants its own elements first.
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
  urlEntries({
    path: `/home/${KIND_TABLE[kind].path}/detail/${id}`,
    updated: updated_at,
    image: cover_url,
  })

/** An author's page in every language. */
export const authorEntries = ({ name, updated_at }: AuthorAddress): string =>
  urlEntries({ path: authorPath(name), updated: updated_at })

/** The index of sitemaps at these paths. */
export function sitemapIndex(paths: string[]): string {
  const entries = paths.map((path) =>
    element('sitemap', {}, [element('loc', {}, [absoluteUrl(path)])]),
  )
  return xmlDocument(element('sitemapindex', { xmlns: SITEMAP }, entries))
}
