import type { ServerResponse } from 'node:http'
import { REVALIDATE_S } from '#lib/config.ts'

/*
 * No `form-action`: browsers apply it to the redirects after a form too, and those of a sign-in lead
 * to other sites. A nonce is no way on stored pages.
 */
const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  'content-security-policy': "base-uri 'self'; object-src 'none'; frame-ancestors 'none'",
}

/**
 * Adds the security headers that the handler did not set itself. A page whose own policy lets
 * anybody frame it does not say the opposite in the older header, which some sites look at first.
 */
export function setSecurityHeaders(res: ServerResponse, isHttps: boolean) {
  const policy = String(res.getHeader('content-security-policy') ?? '')
  const isOpen = /\bframe-ancestors \*/.test(policy)
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) {
    if (isOpen && name === 'x-frame-options') continue
    if (!res.hasHeader(name)) res.setHeader(name, value)
  }
  if (isHttps) res.setHeader('strict-transport-security', 'max-age=31536000')
}

/**
 * Takes Next's notes to itself off an answer. Those for the client router (`x-nextjs-*` on the
 * answers to its own requests) stay.
 */
export function removeInternalHeaders(res: ServerResponse, isRouterRequest: boolean) {
  for (const name of res.getHeaderNames()) {
    const isInternal = name.startsWith('x-middleware-') || name === 'x-powered-by'
    if (isInternal || (!isRouterRequest && name.startsWith('x-nextjs-'))) res.removeHeader(name)
  }
}

/** Next writes the address twice where a page that it keeps redirects and is made for this request. */
export function setOneLocation(res: ServerResponse) {
  const location = res.getHeader('location')
  if (Array.isArray(location) && location[0] !== undefined) res.setHeader('location', location[0])
}

/** Sets the length of a body that is passed on as it comes; the framework drops it on the way. */
export function setContentLength(res: ServerResponse) {
  const length = String(res.getHeader('x-body-length') ?? '')
  res.removeHeader('x-body-length')
  if (/^\d{1,15}$/.test(length)) res.setHeader('content-length', length)
}

/**
 * Says how an answer may be stored (RFC 9111). Errors: not at all. Whatever sets a cookie: not at
 * all, since `s-maxage` on it would hand one visitor's session to another. Pages that say
 * `s-maxage`: by shared caches, at most as long as Next keeps them; by browsers only with asking
 * each time, because they would otherwise show a visitor's own change late.
 * @param freshUntil when the page ends being fresh, in ms since the epoch, where that is known:
 * shared caches keep it no longer.
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
  // What never changes under its address says itself how long it may be stored.
  if (/\bimmutable\b/.test(String(res.getHeader('cache-control') ?? ''))) return
  const seconds = /\bs-maxage=(\d+)/.exec(String(res.getHeader('cache-control') ?? ''))?.[1]
  if (seconds === undefined) return
  const left = Math.max(1, Math.ceil((freshUntil - Date.now()) / 1000))
  const shared = Math.min(Number(seconds), REVALIDATE_S, left)
  res.setHeader('cache-control', `public, max-age=0, must-revalidate, s-maxage=${shared}`)
}
