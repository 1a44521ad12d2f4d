import 'server-only'
import { type NextRequest, NextResponse } from 'next/server'
import { env } from '#lib/env.ts'
import { localePath } from '#lib/i18n/path.ts'
import { paths } from '#lib/paths.ts'
import { endCookies, readSession, setCookieHeader } from '#lib/session/session.ts'
import { safePath } from './safe-path.ts'

const PRIVATE = /^\/[a-z-]{2,5}\/(?:home\/user|admin)(?:[/.]|$)/i
const ENTRY = /^\/[a-z-]{2,5}\/(?:login|register)\/?$/i
const LOGIN = /^(?:\/[a-z-]{2,5})?\/login\/?$/i

/**
 * Redirects visitors without a session from the user area and the administration to the sign-in page, and signed-in
 * visitors away from it; adds the referrer as return path to a sign-in page without one. `pathname`
 * includes the language. This only looks at the cookie: pages and calls verify the session
 * themselves.
 */
export async function guard(request: NextRequest, pathname: string): Promise<NextResponse | null> {
  const path = decode(pathname)
  const isPrivate = PRIVATE.test(path)
  const isEntry = ENTRY.test(path) && request.method === 'GET'
  if (!isPrivate && !isEntry) return null
  const opened = await readSession(request.headers.get('cookie'))
  const isSignedIn = opened !== null && opened !== 'unreadable'
  const locale = path.split('/')[1] ?? ''
  const to =
    isSignedIn === isPrivate
      ? loginWithReferrer(request)
      : redirectTarget(request, isPrivate, locale)
  if (to === null) return null
  const response = NextResponse.redirect(new URL(to, request.url))
  response.headers.set('cache-control', 'private, no-store')
  if (opened === 'unreadable') {
    for (const cookie of endCookies(request, { by: 'server' })) {
      response.headers.append('set-cookie', setCookieHeader(cookie))
    }
  }
  return response
}

/** To the sign-in page from the user area; to the return path from the sign-in page. */
function redirectTarget(request: NextRequest, isPrivate: boolean, locale: string): string {
  if (isPrivate) return localePath(locale, paths.login({ redirect: requestedPath(request) }))
  return safePath(request.nextUrl.searchParams.get('redirect')) ?? localePath(locale, paths.user)
}

/**
 * The sign-in page with the referrer as return path, if the address has none: the link in the
 * header is the same on every page.
 */
function loginWithReferrer({ headers, nextUrl }: NextRequest): string | null {
  if (!LOGIN.test(nextUrl.pathname) || nextUrl.search !== '') return null
  const from = URL.parse(headers.get('referer') ?? '')
  if (from?.origin !== new URL(env().SITE_URL).origin) return null
  const path = safePath(from.pathname + from.search)
  return path && `${nextUrl.pathname}?${new URLSearchParams({ redirect: path })}`
}

/** Path and query as requested, if our own server passes them on. */
function requestedPath({ headers, nextUrl }: NextRequest): string {
  return safePath(headers.get('x-request-target')) ?? nextUrl.pathname + nextUrl.search
}

function decode(pathname: string): string {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return pathname
  }
}
