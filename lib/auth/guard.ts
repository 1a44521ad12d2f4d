import 'server-only'
import { type NextRequest, NextResponse } from 'next/server'
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
/** Where one's own things are. */
const HOME = '/home/user'

/**
 * Sends whoever is not signed in from `/home/user/**` to sign in, with the way back, and whoever is
 * signed in on from where that is done. `pathname` is the address with its language. A courtesy: it
 * sees a cookie, not whether the backend still knows the session; pages and calls ask for themselves.
 */
export async function guard(request: NextRequest, pathname: string): Promise<NextResponse | null> {
  const path = decode(pathname)
  const isPrivate = PRIVATE.test(path)
  const isEntry = ENTRY.test(path) && request.method === 'GET'
  if (!isPrivate && !isEntry) return null
  const opened = await openSession(request.cookies.get(sessionCookieName())?.value)
  const isSignedIn = opened !== null && opened !== 'unreadable'
  if (isPrivate === isSignedIn) return null
  const locale = path.split('/')[1] ?? ''
  const to = isPrivate
    ? loginPath(locale, placeOf(request))
    : (safePath(request.nextUrl.searchParams.get('redirect')) ?? localePath(locale, HOME))
  const response = NextResponse.redirect(new URL(to, request.url))
  response.headers.set('cache-control', 'private, no-store')
  if (opened === 'unreadable') {
    for (const cookie of endCookies()) {
      response.headers.append('set-cookie', setCookieHeader(cookie))
    }
  }
  return response
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
