import { localePath } from './path.ts'

/** Where somebody signs in who wanted `place` (a path with its query), in a language. */
export function loginPath(locale: string, place: string): string {
  return `${localePath(locale, '/login')}?redirect=${encodeURIComponent(place)}`
}
