import { localePath } from './path.ts'

/** Where somebody signs in who wanted `place` (a path with its query), in a language. */
export function loginPath(locale: string, place: string): string {
  return `${localePath(locale, '/login')}?redirect=${encodeURIComponent(place)}`
}

/** Where somebody who came by a provider chooses a user name, and goes on to `place` from. */
export function namePath(locale: string, place: string): string {
  return `${localePath(locale, '/home/user/name')}?redirect=${encodeURIComponent(place)}`
}
