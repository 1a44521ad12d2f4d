import { type NextRequest, NextResponse } from 'next/server'
import { KINDS } from '#lib/contract/kind.ts'
import { callbackPath, PROVIDERS } from '#lib/contract/provider.ts'
import { type Path, pages } from '#lib/paths.ts'
import { entrance } from './entrance.ts'
import { newPath, OLD_PATHS, oldCallback } from './old-routes.ts'
import { localePath } from './path.ts'
import { routing } from './routing.ts'

/** Paths that are written in one way only, each under its spelling in lower case. */
const FIXED = new Map(
  [
    pages.home,
    pages.faq,
    pages.publish,
    pages.automation(),
    pages.search(),
    pages.login(),
    pages.register(),
    pages.resetPassword(),
    pages.user,
    pages.account(),
    pages.chooseName(),
    pages.needsScripts,
    '/home',
    ...PROVIDERS.map(callbackPath),
    ...KINDS.flatMap((kind) => [
      pages.list(kind),
      pages.howTo(kind),
      pages.ownProjects(kind),
      pages.upload(kind),
      pages.edit(kind),
    ]),
    ...OLD_PATHS,
  ].map((path) => [path.toLowerCase(), path]),
)

/** Beginnings of paths that end with an id or a name, whose case counts. */
const BEGINNINGS = [
  pages.author(''),
  pages.about(''),
  pages.account(''),
  ...KINDS.flatMap((kind) => [pages.detail({ kind, id: '' }), pages.ownProjects(kind, '')]),
]

/** Removes parameters of a path without a language that change nothing. */
type RemoveDefaults = (path: string, query: URLSearchParams) => void

/**
 * Redirects addresses of pages that have another one, in one step: `/` by visitor, an old callback by provider, all
 * others for good (308).
 */
export function redirectAddress(
  request: NextRequest,
  removeDefaults: RemoveDefaults,
): NextResponse | null {
  const { locale, path } = splitLocale(withoutSlash(request.nextUrl.pathname))
  const right = withRightCase(path)
  return (
    entrance(request) ??
    oldCallback(request, locale, right) ??
    redirectForGood(request, locale, right, removeDefaults)
  )
}

function redirectForGood(
  request: NextRequest,
  locale: string,
  path: string,
  removeDefaults: RemoveDefaults,
): NextResponse | null {
  const { pathname, search } = request.nextUrl
  const query = new URLSearchParams(search)
  const before = query.toString()
  const screen = path === '' || path === '/home' ? pages.home : (newPath(path, query) ?? path)
  removeDefaults(screen, query)
  const right = localePath(locale, asPath(screen))
  // An unchanged query keeps its spelling: parsing turns `?y` into `?y=`.
  const isSameQuery = query.toString() === before
  if (right === pathname && isSameQuery) return null
  const rest = isSameQuery ? search : query.size === 0 ? '' : `?${query}`
  return NextResponse.redirect(new URL(right + rest, request.url), 308)
}

const withoutSlash = (path: string) => path.replace(/\/$/, '')

/** Language and rest of a path; the language in any case, and also that of the default language. */
function splitLocale(path: string): { locale: string; path: string } {
  const first = path.split('/', 2)[1] ?? ''
  const locale = routing.locales.find((one) => one === first.toLowerCase())
  return locale
    ? { locale, path: path.slice(first.length + 1) }
    : { locale: routing.defaultLocale, path }
}

/** A path of this site as it is written; any other path unchanged. */
function withRightCase(path: string): string {
  const lower = path.toLowerCase()
  const fixed = FIXED.get(lower)
  if (fixed !== undefined) return fixed
  const beginning = BEGINNINGS.find((one) => lower.startsWith(one))
  return beginning === undefined ? path : beginning + path.slice(beginning.length)
}

const asPath = (path: string): Path => `/${path.slice(1)}`
