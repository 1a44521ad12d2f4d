import Negotiator from 'negotiator'
import { hasLocale } from 'next-intl'
import { type NextRequest, NextResponse } from 'next/server'
import type { Locale } from '#lib/contract/locale.ts'
import { localePath } from './path.ts'
import { routing } from './routing.ts'

/** Set by the language switch alone: the language that somebody chose. */
export const LOCALE_COOKIE = 'locale'

/**
 * The ways in: `/` leads to the home page of the visitor's language and is never cached; `/home`
 * and the bare languages lead to the home page of the language in the address.
 */
export function entrance(request: NextRequest): NextResponse | null {
  const { pathname } = request.nextUrl
  if (pathname === '/') return redirect(request, preferredLocale(request), 307)
  const [, first, second, third] = pathname.split('/')
  const prefixed = hasLocale(routing.locales, first)
  const rest = prefixed ? second : first
  const deeper = prefixed ? third : second
  if (deeper || (rest && rest !== 'home')) return null
  return redirect(request, prefixed ? first : routing.defaultLocale, 308)
}

/** The explicit choice, else what the browser prefers, else English. */
function preferredLocale(request: NextRequest): Locale {
  const chosen = request.cookies.get(LOCALE_COOKIE)?.value
  if (hasLocale(routing.locales, chosen)) return chosen
  const accepted = new Negotiator({
    headers: { 'accept-language': request.headers.get('accept-language') ?? '' },
  }).languages()
  for (const language of accepted) {
    const wanted = language.toLowerCase()
    const match = routing.locales.find(
      (locale) => locale === wanted || locale.split('-')[0] === wanted.split('-')[0],
    )
    if (match) return match
  }
  return routing.defaultLocale
}

function redirect(request: NextRequest, locale: Locale, status: 307 | 308): NextResponse {
  const target = request.nextUrl.clone()
  target.pathname = localePath(locale, '/home/index')
  const response = NextResponse.redirect(target, status)
  if (status === 307) response.headers.set('cache-control', 'no-store')
  return response
}
