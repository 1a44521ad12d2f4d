import Negotiator from 'negotiator'
import { LOCALES, type Locale } from '#lib/contract/locale.ts'

/**
 * The site's language that an `Accept-Language` header prefers (RFC 9110, section 12.5.4). Languages
 * match by their primary subtag: `zh-TW` gets `zh-cn`.
 */
export function preferredLocale(acceptLanguage: string | null | undefined): Locale | undefined {
  const headers = { 'accept-language': acceptLanguage?.toLowerCase() ?? '' }
  for (const tag of new Negotiator({ headers }).languages()) {
    const locale =
      LOCALES.find((candidate) => candidate === tag) ??
      LOCALES.find((candidate) => primarySubtag(candidate) === primarySubtag(tag))
    if (locale) return locale
  }
  return undefined
}

const primarySubtag = (tag: string) => tag.split('-', 1)[0]

/**
 * Which of `encodings` an `Accept-Encoding` header prefers (RFC 9110, section 12.5.3); of several with the same weight the first,
 * as they differ in size rather than in content. Nothing if the body is to be sent as it is.
 */
export function acceptedEncoding<Encoding extends string>(
  acceptEncoding: string | undefined,
  encodings: readonly Encoding[],
): Encoding | undefined {
  const offered: readonly string[] = [...encodings, 'identity']
  const placeOf = (part: string) => offered.indexOf(part.replace(/;.*/, '').trim())
  // The library prefers what is named first.
  const parts = (acceptEncoding ?? '').toLowerCase().split(',')
  const sorted = parts.toSorted((one, other) => placeOf(one) - placeOf(other))
  const headers = { 'accept-encoding': sorted.join(',') }
  const [preferred] = new Negotiator({ headers }).encodings(offered)
  return encodings.find((encoding) => encoding === preferred)
}

/** Validators of a response (RFC 9110, section 8.8); `lastModified` in ms since the epoch. */
export type Validators = { etag: string; lastModified?: number | undefined }

/** Whether `If-None-Match` names an entity tag, by weak comparison (RFC 9110, section 13.1.2). */
export function matchesEtag(ifNoneMatch: string | null | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false
  const opaque = etag.replace(/^W\//, '')
  return ifNoneMatch
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
    .some((tag) => tag === opaque || tag === '*')
}

/**
 * Whether a client has the current response already, so that the answer is 304: by `If-None-Match`, else by
 * `If-Modified-Since` (RFC 9110, section 13.2.2). Dates count in whole seconds.
 */
export function isNotModified(headers: Headers, { etag, lastModified }: Validators): boolean {
  const ifNoneMatch = headers.get('if-none-match')
  if (ifNoneMatch !== null) return matchesEtag(ifNoneMatch, etag)
  const since = Date.parse(headers.get('if-modified-since') ?? '')
  return lastModified !== undefined && Math.floor(lastModified / 1000) * 1000 <= since
}
