import { LOCALES, type Locale } from '#lib/contract/locale.ts'
import { env } from '#lib/env.ts'
import { localePath } from '#lib/i18n/path.ts'
import { routing } from '#lib/i18n/routing.ts'

/** A path with scheme and host, from `SITE_URL` alone, never from a header of the request. */
export function absoluteUrl(path: string): string {
  return `${env().SITE_URL}${path}`
}

/**
 * `alternates` of a page's metadata: its canonical address, and the same page in every language
 * with `x-default` for the default one (each language names all of them, itself included).
 */
export function alternates(locale: Locale, path: string) {
  const languages = Object.fromEntries(
    LOCALES.map((one) => [one, absoluteUrl(localePath(one, path))]),
  )
  return {
    canonical: absoluteUrl(localePath(locale, path)),
    languages: { ...languages, 'x-default': absoluteUrl(localePath(routing.defaultLocale, path)) },
  }
}
