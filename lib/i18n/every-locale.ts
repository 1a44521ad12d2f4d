import { routing } from './routing.ts'

/** `generateStaticParams` of a page that is made at build time, in every language. */
export function everyLocale() {
  return routing.locales.map((locale) => ({ locale }))
}
