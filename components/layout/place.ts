import { LOCALES } from '#lib/contract/locale.ts'
import { paths } from '#lib/paths.ts'

/**
 * Path of a page without its language, equal on the server (whose path has the inner language and
 * view segments) and in the browser.
 */
export function barePath(pathname: string): string {
  const [, first, ...rest] = pathname.split('/')
  const bare = LOCALES.some((locale) => locale === first) ? `/${rest.join('/')}` : pathname
  const path = bare.replace(/\/view\/[\w-]+$/, '')
  return path.startsWith('/status/') || path === paths.root ? paths.home : path
}
