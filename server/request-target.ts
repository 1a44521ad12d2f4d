import type { IncomingMessage, ServerResponse } from 'node:http'
import { isSameOrigin } from '#lib/api/same-origin.ts'
import { LOCALES, type Locale } from '#lib/contract/locale.ts'
import { offeredMethodsOf } from '#lib/contract/route.ts'
import { apiPathOf } from './other-sites.ts'
import { ownMethodsOf } from './own-calls.ts'

/** Maximum length of a request target, in bytes. */
const TARGET_MAX = 8 * 1024
const HOST = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i
/** Next's image optimiser, which would scale any file to any width; pictures have own addresses. */
const IMAGE_OPTIMISER = /^\/_next\/image(?:\/|$)/i
const STATUS_PAGE = new RegExp(`^(?:/(?:${LOCALES.join('|')}))?/status(?:[/.]|$)`, 'i')

// oxlint-disable-next-line no-control-regex -- matches control characters on purpose
const CONTROL = /[\u0000-\u001f\u007f]/

/** Request target without scheme and host, its decoded path, and the status if it is refused. */
export type RequestTarget = { target: string; path: string; refused?: 400 | 404 }

/**
 * Parses a request target in origin or absolute form (RFC 9112, section 3.2).
 * Refused with 400: too long, not ASCII, malformed percent-encoding, control characters, backslashes, `#` outside of the API.
 * Refused with 404: empty or dot segments, internal status pages, Next's image optimiser.
 */
export function readTarget(raw: string, host: string | undefined): RequestTarget {
  const target = raw.replace(/^https?:\/\/[^/?#]*/i, '') || '/'
  const refuse = (refused: 400 | 404, path = target): RequestTarget => ({ target, path, refused })
  if (target.length > TARGET_MAX || !/^\/[\x21-\x7e]*$/.test(target)) return refuse(400)
  if (!isHost(host)) return refuse(400)
  const [encoded = '/', query = ''] = target.split(/\?(.*)/s)
  const path = decode(encoded)
  if (path === undefined || CONTROL.test(path) || /%00/.test(query)) return refuse(400)
  // The framework takes `#` for the end of the address of a page. Names of files have it.
  if (path.includes('\\') || (path.includes('#') && !isApi(path))) return refuse(400)
  if (/\/\/|\/\.{1,2}(?:\/|$)/.test(path) || STATUS_PAGE.test(path) || IMAGE_OPTIMISER.test(path)) {
    return refuse(404, path)
  }
  return { target, path }
}

/** Whether a `Host` header, if there is one, names a host. */
export const isHost = (host: string | undefined) => host === undefined || HOST.test(host)

function decode(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}

/** The language in the first segment of a path, or the default language. */
export function localeOf(path: string): Locale {
  const first = path.split('/', 2)[1]?.toLowerCase()
  return LOCALES.find((locale) => locale === first) ?? LOCALES[0]
}

/** Whether a path belongs to the API, which answers errors in the envelope. */
export function isApi(path: string): boolean {
  return path === '/api' || path.startsWith('/api/')
}

/**
 * Whether the handler of a path checks the origin of writes itself: contract calls answer in the
 * envelope, `/api/revalidate` and `/api/cache` require the secret. All other writes must be same-origin.
 */
export function checksOrigin(path: string): boolean {
  return path.startsWith('/api/v1/') || path === '/api/revalidate' || path === '/api/cache'
}

const LANGUAGE = String.raw`^(?:/[a-z]{2}(?:-[a-z]{2})?)?`
/** Pages with forms that the framework posts to the address of the page (server actions). */
const WITH_FORMS = new RegExp(`${LANGUAGE}/home/(?:report|installed)(?:/|$)`)
/** Pages whose forms did so up to 0.2.0. */
const HAD_FORMS = new RegExp(
  `${LANGUAGE}/(?:(?:login|register|resetpwd)/?$|home/user/(?:tokens|publishers|settings|hidden)(?:/|$))`,
)

/** Whether a page may get a POST. Elsewhere Next would match it against the pages of `[locale]`, with `feeds` as the language. */
export const takesForms = (path: string) => WITH_FORMS.test(path) || hadForms(path)

/** Whether the POST of a page is a form that was opened under a release before, which the table of forms takes now. */
export const hadForms = (path: string) => HAD_FORMS.test(path)

/** Whether a path is a file route outside of the middleware. */
export function isFileRoute(path: string): boolean {
  return /^\/(?:_next|icons|sitemaps|feeds|cards|embed)(?:\/|$)/.test(path)
}

/** Whether a path is that of a share card or an embed, which the page cache stores. */
export const isCardOrEmbed = (path: string) => /^\/(?:cards|embed)\/[^/]+\/./.test(path)

const FLIGHT = /^\/_flight\/[\w-]{27}(\/.*)$/
/** Public pages: not the user area, nor sign-in, whose forms need their scripts at once. */
const WAITING = /^(?:\/[a-z]{2}(?:-[a-z]{2})?)?\/home\/(?!user(?:\/|$))/

/** Whether the scripts of a page wait until the visitor begins to use it. @param path decoded. */
export const isWaiting = (path: string): boolean => WAITING.test(path)

/** Whether a path is that of the data of a page's scripts, which the page cache stores. */
export const isFlight = (path: string) => path.startsWith('/_flight/')

/** The page whose data is requested: path and query; nothing for other targets. */
export const pageOfFlight = (target: string): string | undefined => FLIGHT.exec(target)?.[1]

/** Paths that render no page. */
export const isInternal = (path: string) => path.startsWith('/_next/') || isApi(path)

const READ_METHODS = ['GET', 'HEAD', 'OPTIONS']
const FORM_METHODS = ['GET', 'HEAD', 'POST', 'OPTIONS']
/** Methods that the server passes on where no handler is, which answers 404. */
const API_METHODS = [...FORM_METHODS, 'PUT', 'PATCH', 'DELETE']

type Requested = { path: string; target: string; siteUrl: URL }

/** The status that refuses a request before any work, if one does: method or origin not allowed. */
export function refusalOf(
  req: IncomingMessage,
  res: ServerResponse,
  { path, target, siteUrl }: Requested,
) {
  const methods = methodsOf({ path, target })
  const passed = methods.length === 0 ? API_METHODS : methods
  if (!passed.includes(req.method ?? '')) {
    if (methods.length === 0) return 404
    res.setHeader('allow', methods.join(', '))
    return 405
  }
  if (isRead(req)) return undefined
  const headers = new Headers(headersOf(req))
  return checksOrigin(path) || isSameOrigin(headers, siteUrl.href) ? undefined : 403
}

/** The methods of an address; none below `/api/` where no handler is. */
function methodsOf({ path, target }: Pick<Requested, 'path' | 'target'>): readonly string[] {
  if (!isApi(path)) return takesForms(path) ? FORM_METHODS : READ_METHODS
  const call = apiPathOf(target)
  return call === undefined ? ownMethodsOf(path) : offeredMethodsOf(call)
}

/** The methods that a request asks for by `OPTIONS`, none for an unknown address of the API; nothing for another request. */
export function methodsAskedFor(
  { method }: IncomingMessage,
  requested: Pick<Requested, 'path' | 'target'>,
): readonly string[] | undefined {
  return method === 'OPTIONS' ? methodsOf(requested) : undefined
}

/** Whether a request changes nothing. */
export function isRead({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS'
}

function headersOf({ headers }: IncomingMessage): [string, string][] {
  return Object.entries(headers).map(([name, value]) => [name, asText(value) ?? ''])
}

export function asText(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(',') : value
}
