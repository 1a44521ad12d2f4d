import type { Path } from '#lib/paths.ts'
import { routing } from './routing.ts'

/**
 * A path of the site in a language; the default one has no prefix. next-intl's `getPathname` would
 * bring its client link along, larger than all islands together.
 */
export function localePath(locale: string, path: Path): Path {
  return locale === routing.defaultLocale ? path : `/${locale}${path}`
}

/** Language of a path; without a prefix the default one. */
export function localeOfPath(path: string): (typeof routing.locales)[number] {
  const first = path.split(/[/?#]/)[1]
  return routing.locales.find((locale) => locale === first) ?? routing.defaultLocale
}

/** The language of an address's first segment, which the layout has checked. */
export function toLocale(segment: string): (typeof routing.locales)[number] {
  return routing.locales.find((locale) => locale === segment) ?? routing.defaultLocale
}
