import { LOCALES, type Locale } from '#lib/contract/locale.ts'

/** Longest address that is answered, in bytes of the request line's target. */
const TARGET_MAX = 8 * 1024
const HOST = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i
/** Scales any file to any width for anybody; our pictures have addresses of their own. */
const SCALER = /^\/_next\/image(?:\/|$)/i
const STATUS_PAGE = new RegExp(`^(?:/(?:${LOCALES.join('|')}))?/status(?:[/.]|$)`, 'i')

/** A request's target: without scheme and host, its path decoded, or the status that refuses it. */
export type Target = { target: string; path: string; refused?: 400 | 404 }

/**
 * Reads a request target (RFC 9112, section 3.2; the origin and absolute forms) and refuses, before
 * a router sees it: what is too long, not ASCII, badly percent-encoded, holds control characters or
 * backslashes (400); and what no page can have: empty or dot segments, the internal status pages
 * and the framework's scaler of pictures (404).
 */
export function readTarget(raw: string, host: string | undefined): Target {
  const target = raw.replace(/^https?:\/\/[^/?#]*/i, '') || '/'
  const refuse = (refused: 400 | 404, path = target): Target => ({ target, path, refused })
  if (target.length > TARGET_MAX || !/^\/[\x21-\x7e]*$/.test(target)) return refuse(400)
  if (host !== undefined && !HOST.test(host)) return refuse(400)
  const [encoded = '/', query = ''] = target.split(/\?(.*)/s)
  const path = decode(encoded)
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  if (path === undefined || /[\u0000-\u001f\u007f\\#]/.test(path) || /%00/.test(query)) {
    return refuse(400)
  }
  if (/\/\/|\/\.{1,2}(?:\/|$)/.test(path) || STATUS_PAGE.test(path) || SCALER.test(path)) {
    return refuse(404, path)
  }
  return { target, path }
}

function decode(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}

/** The language that a path's first segment names; the default one otherwise. */
export function localeOf(path: string): Locale {
  const first = path.split('/', 2)[1]?.toLowerCase()
  return LOCALES.find((locale) => locale === first) ?? LOCALES[0]
}

/** Whether the path belongs to the API, whose refusals are envelopes. */
export function isApi(path: string): boolean {
  return path === '/api' || path.startsWith('/api/')
}

/**
 * Whether the handler of a path decides itself who may write there: the calls of the contract refuse
 * other sites in the envelope, `/api/fresh` asks for the secret. Every other path stands behind the
 * same-origin rule, whatever a router would make of it.
 */
export function checksOrigin(path: string): boolean {
  return path.startsWith('/api/v1/') || path === '/api/fresh'
}

/**
 * Whether a path belongs to what is only read and passes no middleware. A write there would be
 * matched against the pages of `[locale]`, with `feeds` or `icons` for a language.
 */
export function isFileRoute(path: string): boolean {
  return /^\/(?:_next|icons|sitemaps|feeds|cards|embed)(?:\/|$)/.test(path)
}
