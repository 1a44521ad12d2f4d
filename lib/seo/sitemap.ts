import type { Address, AuthorAddress } from '#lib/contract/address.ts'
import { KIND_TABLE } from '#lib/contract/kind.ts'
import { LOCALES } from '#lib/contract/locale.ts'
import { localePath } from '#lib/i18n/path.ts'
import { routing } from '#lib/i18n/routing.ts'
import { absoluteUrl } from './alternates.ts'
import { authorPath } from './json-ld.ts'

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
/** Around the addresses of a sitemap. */
export const URLSET = {
  open: `${HEAD}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">\n`,
  close: '</urlset>\n',
}

/** Text as it may stand in XML. */
export const escapeXml = (text: string) =>
  text.replaceAll(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`)

type Page = { path: string; updated?: string; image?: string }

/** A page in every language, each naming all of them. */
export function urlEntries({ path, updated, image }: Page): string {
  const links = [...LOCALES.map((locale) => [locale, locale] as const), DEFAULT]
    .map(([hreflang, locale]) => {
      const href = escapeXml(absoluteUrl(localePath(locale, path)))
      return `<xhtml:link rel="alternate" hreflang="${hreflang}" href="${href}"/>`
    })
    .join('')
  const modified = updated === undefined ? '' : `<lastmod>${updated}</lastmod>`
  const picture =
    image === undefined
      ? ''
      : `<image:image><image:loc>${escapeXml(absoluteUrl(image))}</image:loc></image:image>`
  return LOCALES.map((locale) => {
    const loc = escapeXml(absoluteUrl(localePath(locale, path)))
    return `<url><loc>${loc}</loc>${modified}${links}${picture}</url>\n`
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
  const entries = paths.map(
    (path) => `<sitemap><loc>${escapeXml(absoluteUrl(path))}</loc></sitemap>\n`,
  )
  return `${HEAD}<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('')}</sitemapindex>\n`
}
