import { routing } from './routing.ts'

/**
 * A path of the site (`/home/index`) in a language: the default one has no prefix. next-intl's own
 * `getPathname` brings its client link along, which would weigh more than every island together.
 */
export function localePath(locale: string, path: string): string {
  return locale === routing.defaultLocale ? path : `/${locale}${path}`
}
