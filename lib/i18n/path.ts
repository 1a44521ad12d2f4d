import { routing } from './routing.ts'

/**
 * A path of the site (`/home/index`) in a language: the default one has no prefix. next-intl's own
 * `getPathname` brings its client link along, which would weigh more than every island together.
 */
export function localePath(locale: string, path: string): string {
  return locale === routing.defaultLocale ? path : `/${locale}${path}`
}

/** The language of a path; the default one has no prefix. */
export function localeOfPath(path: string): (typeof routing.locales)[number] {
  const first = path.split(/[/?#]/)[1]
  return routing.locales.find((locale) => locale === first) ?? routing.defaultLocale
}
