import { type NextRequest, NextResponse } from 'next/server'
import { KINDS } from '#lib/contract/kind.ts'
import { callbackPath, PROVIDERS } from '#lib/contract/provider.ts'
import { type Path, paths } from '#lib/paths.ts'
import { entrance } from './entrance.ts'
import { nearestLocale } from './nearest-locale.ts'
import { newPath, OLD_PATHS, oldCallback } from './old-routes.ts'
import { localePath } from './path.ts'
import { routing } from './routing.ts'

/** Paths that are written in one way only, each under its spelling in lower case. */
const FIXED = new Map(
  [
    paths.home,
    paths.faq,
    paths.publish,
    paths.automation(),
    paths.developers(),
    paths.accountCalls,
    paths.search(),
    paths.login(),
    paths.register(),
    paths.resetPassword(),
    paths.user,
    paths.account(),
    paths.chooseName(),
    paths.admin,
    paths.adminAudit(),
    paths.adminRoles(),
    paths.needsScripts,
    '/home',
    ...PROVIDERS.map(callbackPath),
    ...KINDS.flatMap((kind) => [
      paths.list(kind),
      paths.howTo(kind),
      paths.ownProjects(kind),
      paths.upload(kind),
      paths.edit(kind),
    ]),
    ...OLD_PATHS,
  ].map((path) => [path.toLowerCase(), path]),
)

/** Beginnings of paths that end with an id or a name, whose case counts. */
const BEGINNINGS = [
  paths.author(''),
  paths.about(''),
  paths.account(''),
  ...KINDS.flatMap((kind) => [paths.detail({ kind, id: '' }), paths.ownProjects(kind, '')]),
]

/** Removes parameters of a path without a language that change nothing. */
type RemoveDefaults = (path: string, query: URLSearchParams) => void

/**
 * Redirects addresses of pages that have another one, in one step: `/` by visitor, an old callback by provider, a
 * language that is not offered to the nearest one until it is (307), all others for good (308).
 */
export function redirectAddress(
  request: NextRequest,
  removeDefaults: RemoveDefaults,
): NextResponse | null {
  const { path, ...language } = splitLocale(withoutSlash(request.nextUrl.pathname))
  const right = withRightCase(path)
  const response =
    entrance(request) ??
    oldCallback(request, language.locale, right) ??
    redirectPage(request, { ...language, path: right }, removeDefaults)
  if (!language.isOffered) response?.headers.set('x-robots-tag', 'noindex')
  return response
}

function redirectPage(
  request: NextRequest,
  { locale, isOffered, path }: LocalPath,
  removeDefaults: RemoveDefaults,
): NextResponse | null {
  const { pathname, search } = request.nextUrl
  const query = new URLSearchParams(search)
  const before = query.toString()
  const screen = path === '' || path === '/home' ? paths.home : (newPath(path, query) ?? path)
  removeDefaults(screen, query)
  const right = localePath(locale, asPath(screen))
  // An unchanged query keeps its spelling: parsing turns `?y` into `?y=`.
  const isSameQuery = query.toString() === before
  if (right === pathname && isSameQuery) return null
  const rest = isSameQuery ? search : query.size === 0 ? '' : `?${query}`
  return NextResponse.redirect(new URL(right + rest, request.url), isOffered ? 308 : 307)
}

const withoutSlash = (path: string) => path.replace(/\/$/, '')

type LocalPath = {
  locale: string
  /** Whether the site has the language that the address names; an address without one names English. */
  isOffered: boolean
  /** Rest of the path. */
  path: string
}

/** Language and rest of a path; the language in any case, and also that of the default language. */
function splitLocale(path: string): LocalPath {
  const first = path.split('/', 2)[1] ?? ''
  const offered = routing.locales.find((one) => one === first.toLowerCase())
  const locale = offered ?? nearestLocale(first)
  return locale
    ? { locale, isOffered: offered !== undefined, path: path.slice(first.length + 1) }
    : { locale: routing.defaultLocale, isOffered: true, path }
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
