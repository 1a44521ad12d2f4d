import type { IncomingMessage, ServerResponse } from 'node:http'
import { REVALIDATE_S } from '#lib/config.ts'
import { isCompressible } from './stored-body.ts'

const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
}

/**
 * Adds the security headers that the handler did not set, after its policy (policy.ts). A page whose policy allows framing gets no
 * `X-Frame-Options: DENY`, which some clients would check first; one that the site itself frames gets `SAMEORIGIN`.
 */
export function setSecurityHeaders(res: ServerResponse, isHttps: boolean) {
  const policy = String(res.getHeader('content-security-policy') ?? '')
  const isFrameable = /\bframe-ancestors \*/.test(policy)
  if (/\bframe-ancestors 'self'/.test(policy)) res.setHeader('x-frame-options', 'SAMEORIGIN')
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) {
    if (isFrameable && name === 'x-frame-options') continue
    if (!res.hasHeader(name)) res.setHeader(name, value)
  }
  if (isHttps) res.setHeader('strict-transport-security', 'max-age=31536000')
}

/** Removes Next's internal headers. `x-nextjs-*` stay on responses to its client router. */
export function removeInternalHeaders(res: ServerResponse, isRouterRequest: boolean) {
  for (const name of res.getHeaderNames()) {
    const isInternal = name.startsWith('x-middleware-') || name === 'x-powered-by'
    if (isInternal || (!isRouterRequest && name.startsWith('x-nextjs-'))) res.removeHeader(name)
  }
}

/** Next sets `Location` twice when a cacheable page redirects on its first render. */
export function setSingleLocation(res: ServerResponse) {
  const location = res.getHeader('location')
  if (Array.isArray(location) && location[0] !== undefined) res.setHeader('location', location[0])
}

/** Sets the length of a forwarded body from `x-body-length`, since Next drops `content-length`. */
export function setContentLength(res: ServerResponse) {
  const length = String(res.getHeader('x-body-length') ?? '')
  res.removeHeader('x-body-length')
  if (/^\d{1,15}$/.test(length)) res.setHeader('content-length', length)
}

/**
 * Sets `Cache-Control` (RFC 9111). Errors and responses that set a cookie are not stored: a shared
 * cache would hand one visitor's session to another. Pages with `s-maxage` are stored by shared
 * caches for at most as long as Next considers them fresh; browsers revalidate each time, so that
 * visitors see their own changes at once.
 * @param freshUntil when the page becomes stale, in ms since the epoch, if known.
 */
export function setCacheControl(res: ServerResponse, freshUntil = Infinity) {
  if (res.statusCode >= 400) {
    res.setHeader('cache-control', 'no-store')
    return
  }
  if (res.hasHeader('set-cookie')) {
    res.setHeader('cache-control', 'private, no-store')
    return
  }
  // Hashed files set their own lifetime.
  if (/\bimmutable\b/.test(String(res.getHeader('cache-control') ?? ''))) return
  const seconds = /\bs-maxage=(\d+)/.exec(String(res.getHeader('cache-control') ?? ''))?.[1]
  if (seconds === undefined) return
  const left = Math.max(1, Math.ceil((freshUntil - Date.now()) / 1000))
  const shared = Math.min(Number(seconds), REVALIDATE_S, left)
  res.setHeader('cache-control', `public, max-age=0, must-revalidate, s-maxage=${shared}`)
}

/** Whether the framework had the response in its own cache. */
export const isStoredByNext = (res: ServerResponse) =>
  ['HIT', 'PRERENDER'].includes(String(res.getHeader('x-nextjs-cache')))

/** Text, except ranges and downloads, whose bytes and lengths must arrive unchanged. */
export function isWorthCompressing(_req: IncomingMessage, res: ServerResponse): boolean {
  if (res.statusCode === 206 || res.hasHeader('content-range')) return false
  if (String(res.getHeader('content-disposition') ?? '').startsWith('attachment')) return false
  return isCompressible(String(res.getHeader('content-type') ?? ''))
}
