import { hasLocale } from 'next-intl'
import { type NextRequest, NextResponse } from 'next/server'
import { preferredLocale } from '#lib/accept.ts'
import type { Locale } from '#lib/contract/locale.ts'
import { paths } from '#lib/paths.ts'
import { localePath } from './path.ts'
import { routing } from './routing.ts'

/** Cookie with the chosen language, which the language switch sets. */
export const LOCALE_COOKIE = 'locale'

/** Redirects `/` to the home page in the visitor's language (307, never cached); `null` for other paths. */
export function entrance(request: NextRequest): NextResponse | null {
  if (request.nextUrl.pathname !== paths.root) return null
  const target = request.nextUrl.clone()
  target.pathname = localePath(visitorLocale(request), paths.home)
  const response = NextResponse.redirect(target, 307)
  response.headers.set('cache-control', 'no-store')
  return response
}

/** The chosen language, else the browser's, else English. */
function visitorLocale(request: NextRequest): Locale {
  const chosen = request.cookies.get(LOCALE_COOKIE)?.value
  if (hasLocale(routing.locales, chosen)) return chosen
  return preferredLocale(request.headers.get('accept-language')) ?? routing.defaultLocale
}
