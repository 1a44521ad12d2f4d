import { LOCALES } from '#lib/contract/locale.ts'

/**
 * The path of a page without its language, the same whether the server says it (with the inner
 * language and view segments) or the browser does.
 */
export function placeOf(pathname: string): string {
  const [, first, ...rest] = pathname.split('/')
  const bare = LOCALES.some((locale) => locale === first) ? `/${rest.join('/')}` : pathname
  const place = bare.replace(/\/view\/[\w-]+$/, '')
  return place.startsWith('/status/') || place === '/' ? '/home/index' : place
}
