import 'server-only'
import { type NextRequest, NextResponse } from 'next/server'
import { env } from '#lib/env.ts'
import { loginPath } from '#lib/i18n/login-path.ts'
import { localePath } from '#lib/i18n/path.ts'
import {
  endCookies,
  openSession,
  sessionCookieName,
  setCookieHeader,
} from '#lib/session/session.ts'
import { safePath } from './safe-path.ts'

const PRIVATE = /^\/[a-z-]{2,5}\/home\/user(?:[/.]|$)/i
const ENTRY = /^\/[a-z-]{2,5}\/(?:login|register)\/?$/i
const LOGIN = /^(?:\/[a-z-]{2,5})?\/login\/?$/i
/** Where one's own things are. */
const HOME = '/home/user'

/**
 * Sends whoever is not signed in from `/home/user/**` to sign in, with the way back, and whoever is
 * signed in on from where that is done. Whoever comes to sign in gets a way back too. `pathname` is the
 * address with its language. A courtesy: it sees a cookie, not whether the backend still knows the
 * session; pages and calls ask for themselves.
 */
export async function guard(request: NextRequest, pathname: string): Promise<NextResponse | null> {
  const path = decode(pathname)
  const isPrivate = PRIVATE.test(path)
  const isEntry = ENTRY.test(path) && request.method === 'GET'
  if (!isPrivate && !isEntry) return null
  const opened = await openSession(request.cookies.get(sessionCookieName())?.value)
  const isSignedIn = opened !== null && opened !== 'unreadable'
  const locale = path.split('/')[1] ?? ''
  const to = isSignedIn === isPrivate ? wayBack(request) : wayOn(request, isPrivate, locale)
  if (to === null) return null
  const response = NextResponse.redirect(new URL(to, request.url))
  response.headers.set('cache-control', 'private, no-store')
  if (opened === 'unreadable') {
    for (const cookie of endCookies({ by: 'server' })) {
      response.headers.append('set-cookie', setCookieHeader(cookie))
    }
  }
  return response
}

/** To sign in from a page of one's own; on from where one signs in. */
function wayOn(request: NextRequest, isPrivate: boolean, locale: string): string {
  if (isPrivate) return loginPath(locale, placeOf(request))
  return safePath(request.nextUrl.searchParams.get('redirect')) ?? localePath(locale, HOME)
}

/**
 * The sign-in with the page that the visitor comes from as the way back, where the address names
 * none: links in the header are the same in every page.
 */
function wayBack({ headers, nextUrl }: NextRequest): string | null {
  if (!LOGIN.test(nextUrl.pathname) || nextUrl.search !== '' || headers.has('rsc')) return null
  const from = URL.parse(headers.get('referer') ?? '')
  if (from?.origin !== new URL(env().SITE_URL).origin) return null
  const place = safePath(from.pathname + from.search)
  return place && `${nextUrl.pathname}?${new URLSearchParams({ redirect: place })}`
}

/** Path and query just as they were asked for, where our own server tells. */
function placeOf({ headers, nextUrl }: NextRequest): string {
  // The client router adds to the address what is for itself alone.
  const target = headers.has('rsc') ? null : safePath(headers.get('x-request-target'))
  return target ?? nextUrl.pathname + nextUrl.search
}

function decode(pathname: string): string {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return pathname
  }
}
