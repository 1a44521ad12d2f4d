import type { IncomingMessage, ServerResponse } from 'node:http'
import { REVALIDATE_S } from '#lib/config.ts'
import { matchesEtag } from '#lib/accept.ts'
import { removeInternalHeaders, setContentLength } from '#server/next/exchange.ts'
import { isWorthCompressing } from './compression.ts'
import { removeStateOfLimit } from './limits.ts'
import { keepFromOtherSites } from './other-sites.ts'
import type { Marking } from './policy.ts'
import { asText } from './request-target.ts'
import type { Site } from './site.ts'
import { setSpeculationRules } from './speculation.ts'

type About = {
  /** Whether the framework's client router reads the answer. */
  isForRouter: boolean
  marking: Marking | undefined
  /** When what is sent becomes stale, in ms since the epoch, if known. */
  freshUntil?: number | undefined
}

/** Sets the headers that every answer has, before its body. */
export function finishHeaders(
  { policies, url }: Site,
  res: ServerResponse,
  { isForRouter, marking, freshUntil }: About,
): void {
  removeInternalHeaders(res, isForRouter)
  setContentLength(res)
  setCacheControl(res, freshUntil)
  keepFromOtherSites(res)
  removeStateOfLimit(res)
  policies.apply(res, marking)
  setSpeculationRules(res)
  setSecurityHeaders(res, url)
}

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
 * @param url address of the site.
 */
export function setSecurityHeaders(res: ServerResponse, { protocol }: URL): void {
  const policy = String(res.getHeader('content-security-policy') ?? '')
  const isFrameable = /\bframe-ancestors \*/.test(policy)
  if (/\bframe-ancestors 'self'/.test(policy)) res.setHeader('x-frame-options', 'SAMEORIGIN')
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) {
    if (isFrameable && name === 'x-frame-options') continue
    if (!res.hasHeader(name)) res.setHeader(name, value)
  }
  if (protocol === 'https:') res.setHeader('strict-transport-security', 'max-age=31536000')
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

/** Makes a response 304 if the client has it already (RFC 9110, section 15.4.5). @returns whether it is one. */
export function setNotModified(req: IncomingMessage, res: ServerResponse): boolean {
  const etag = String(res.getHeader('etag') ?? '')
  const ifNoneMatch = asText(req.headers['if-none-match'])
  if (res.statusCode !== 200 || etag === '' || !matchesEtag(ifNoneMatch, etag)) return false
  res.statusCode = 304
  res.removeHeader('content-type')
  res.removeHeader('content-length')
  return true
}

/** Removes the length of text from an answer to HEAD: GET sends it compressed, and pages without what their scripts load. */
export function removeLengthOfHead(req: IncomingMessage, res: ServerResponse): void {
  if (req.method === 'HEAD' && isWorthCompressing(res)) res.removeHeader('content-length')
}
