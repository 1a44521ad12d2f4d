import { LOCALES, type Locale } from '#lib/contract/locale.ts'
import { env } from '#lib/env.ts'
import { localePath } from '#lib/i18n/path.ts'
import { routing } from '#lib/i18n/routing.ts'
import type { Path } from '#lib/paths.ts'

/** Absolute URL of a path. Built from `SITE_URL`, never from request headers. */
export function absoluteUrl(path: string): string {
  return `${env().SITE_URL}${path}`
}

/**
 * `alternates` of a page's metadata: canonical address and all languages, with `x-default` for the
 * default other. Each language lists all of them, itself included.
 */
export function alternates(locale: Locale, path: Path) {
  const languages = Object.fromEntries(
    LOCALES.map((other) => [other, absoluteUrl(localePath(other, path))]),
  )
  return {
    canonical: absoluteUrl(localePath(locale, path)),
    languages: { ...languages, 'x-default': absoluteUrl(localePath(routing.defaultLocale, path)) },
  }
}
