import { LOCALES } from '#lib/contract/locale.ts'

/**
 * What one network may ask for, by kind of work: a token bucket holds `capacity` requests and gains
 * `perSecond` of them each second. Only work that no cache has saved is counted. Each request also
 * takes its price from the bucket of `WORK`. The arithmetic behind the numbers stands in
 * docs/decisions/0031-limits-on-public-routes.md, the measured prices in docs/security.md.
 */
export type Rate = {
  capacity: number
  perSecond: number
  /** Processor milliseconds that a usual request takes. */
  priceMs: number
  covers: string
}

export const RATES = {
  pages: {
    capacity: 1200,
    perSecond: 30,
    priceMs: 5,
    covers: 'pages that the page cache does not hold',
  },
  searches: {
    capacity: 400,
    perSecond: 10,
    priceMs: 40,
    covers: 'search pages, search calls, feeds of a search',
  },
  suggestions: {
    capacity: 1500,
    perSecond: 25,
    priceMs: 20,
    covers: 'suggestions while somebody types',
  },
  pictures: {
    capacity: 10_000,
    perSecond: 200,
    priceMs: 2,
    covers: 'pictures, files, drawings, static files',
  },
  cards: { capacity: 60, perSecond: 1, priceMs: 150, covers: 'share cards' },
  feeds: {
    capacity: 200,
    perSecond: 3,
    priceMs: 30,
    covers: 'feeds, sitemaps, oEmbed, embeds, OpenSearch',
  },
  counts: {
    capacity: 1200,
    perSecond: 30,
    priceMs: 10,
    covers: 'views, downloads and installations to count',
  },
  calls: { capacity: 1200, perSecond: 30, priceMs: 5, covers: 'every other call of the API' },
} as const satisfies Record<string, Rate>
export type RateName = keyof typeof RATES

/** Everything that one network asks for together, in processor milliseconds: one core, for long. */
export const WORK = { capacity: 60_000, perSecond: 1000 } as const
/** What rendering a page costs on top of sending one that is kept, in processor milliseconds. */
export const RENDER_MS = 45
/** Calls with a token, by account, whatever networks they come from. */
export const ACCOUNT = { capacity: 600, perSecond: 10 } as const

const LANGUAGE = new RegExp(`^/(?:${LOCALES.join('|')})(?=/|$)`)
/** In this order: the first pattern that fits a path decides. */
const BY_PATH: [RegExp, RateName][] = [
  [/^\/api\/v1\/index\/(?:search|icons)$/, 'searches'],
  [/^\/feeds\/[^/]+\/search\.xml$/, 'searches'],
  [/^\/home\/search$/, 'searches'],
  [/^\/api\/suggestions$/, 'suggestions'],
  [/^\/api\/v1\/statistic\//, 'counts'],
  [/^\/api\/v1\/(?:file|picture)s?\//, 'pictures'],
  [/^\/(?:_next|icons)\//, 'pictures'],
  [/^\/[\w-]+\.(?:svg|png|ico|webmanifest|txt)$/, 'pictures'],
  [/^\/cards\//, 'cards'],
  [/^\/(?:feeds|sitemaps|embed)\//, 'feeds'],
  [/^\/(?:oembed|opensearch\.xml|sitemap\.xml)$/, 'feeds'],
  [/^\/api\//, 'calls'],
]

/** The bucket that a request for `path` (decoded, without query) is counted in. */
export function rateOf(path: string): RateName {
  const plain = path.replace(LANGUAGE, '') || '/'
  return BY_PATH.find(([pattern]) => pattern.test(plain))?.[1] ?? 'pages'
}
