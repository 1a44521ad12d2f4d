import { LOCALES, type Locale } from '#lib/contract/locale.ts'

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

/** Paths that render no page. */
export const isInternal = (path: string) => path.startsWith('/_next/') || isApi(path)
