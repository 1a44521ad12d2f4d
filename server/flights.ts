import type { OutgoingHttpHeaders } from 'node:http'
import type { Validity } from '#lib/cache/validity.ts'
import { REVALIDATE_S } from '#lib/config.ts'
import type { FlightData } from '#server/next/document.ts'
import type { CacheEntry, PageCache } from './page-cache.ts'
import { DATA_POLICY } from './policy.ts'

/*
 * Data that the scripts of a page hydrate it from, as a resource of its own under an address with its
 * hash (decision 61).
 */

/** Most data is never asked for: a third of the time of the usual quality, a fifth more bytes. */
const QUALITY = 3
const ADDRESS = /^\/_flight\/[\w-]{27}(\/.*)$/
/** Public pages: not the user area, nor sign-in, whose forms need their scripts at once. */
const WAITING = /^(?:\/[a-z]{2}(?:-[a-z]{2})?)?\/home\/(?!user(?:\/|$))/
/** Headers of a page that its data has too. */
const SHARED_HEADER =
  /^(?:x-content-type-options|referrer-policy|strict-transport-security|surrogate-key|cache-tag)$/

/** Whether the scripts of a page wait until the visitor begins to use it. @param path decoded. */
export const isWaiting = (path: string): boolean => WAITING.test(path)

/** The page whose data is requested: path and query; nothing for other targets. */
export const pageOfFlight = (target: string): string | undefined => ADDRESS.exec(target)?.[1]

/**
 * Stores the data of a page, which goes when its page is purged. Browsers keep it for good, shared
 * caches no longer than a page. It is compressed at once: uncompressed, it is six times as large as its page.
 * @param headers of the page.
 */
export function storeFlight(
  cache: PageCache,
  { address, json }: FlightData,
  { headers, ...validity }: Validity & { headers: OutgoingHttpHeaders },
): CacheEntry {
  const shared = Object.entries(headers).filter(([name]) => SHARED_HEADER.test(name))
  const entry = cache.store(address, {
    ...validity,
    freshUntil: Infinity,
    body: json,
    quality: QUALITY,
    headers: {
      ...Object.fromEntries(shared),
      'content-security-policy': DATA_POLICY,
      'content-type': 'application/json; charset=utf-8',
      'cache-control': `public, max-age=31536000, s-maxage=${REVALIDATE_S}, immutable`,
    },
  })
  entry.body.encoded(entry.body.choose('br')).then(
    () => cache.resize(address, entry),
    // It stays as it is.
    () => undefined,
  )
  return entry
}
