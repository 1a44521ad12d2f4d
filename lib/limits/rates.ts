import type { RateLimit } from '#lib/contract/call.ts'
import { API_BASE } from '#lib/contract/limits.ts'
import { LOCALES } from '#lib/contract/locale.ts'
import { callOfPath } from '#lib/contract/route.ts'

/**
 * Rate limit of one network for one kind of request: a token bucket of `capacity` requests that gains
 * `perSecond`. Responses from the page cache are not counted. Each request also takes its price from
 * the bucket of `WORK`. docs/decisions/0031-limit-every-public-route-by-its-price.md derives the numbers,
 * docs/security.md has the measured prices.
 */
export type Rate = {
  capacity: number
  perSecond: number
  /** Processor time of a typical request, in ms. */
  priceMs: number
  covers: string
}

export const RATES = {
  pages: {
    capacity: 1200,
    perSecond: 30,
    priceMs: 5,
    covers: 'pages that are not in the page cache',
  },
  searches: {
    capacity: 400,
    perSecond: 10,
    priceMs: 40,
    covers: 'search pages, search calls, search feeds',
  },
  suggestions: {
    capacity: 1500,
    perSecond: 25,
    priceMs: 20,
    covers: 'search suggestions',
  },
  pictures: {
    capacity: 10_000,
    perSecond: 200,
    priceMs: 2,
    covers: 'pictures, files, drawings, static files',
  },
  exchanges: {
    capacity: 60,
    perSecond: 1,
    priceMs: 5,
    covers: 'exchanges of identity tokens',
  },
  cards: {
    capacity: 60,
    perSecond: 1,
    priceMs: 150,
    covers: 'share cards, built strips',
  },
  made: {
    capacity: 60,
    perSecond: 1,
    priceMs: 5,
    covers: 'drawn covers, recoloured and exported packs; what they take is measured',
  },
  feeds: {
    capacity: 200,
    perSecond: 3,
    priceMs: 30,
    covers: 'feeds, sitemaps, badges, oEmbed, embeds, OpenSearch',
  },
  counts: {
    capacity: 1200,
    perSecond: 30,
    priceMs: 10,
    covers: 'recorded views, downloads and installations',
  },
  reports: {
    capacity: 60,
    perSecond: 1,
    priceMs: 1,
    covers: 'reports of violations of the script policy',
  },
  calls: { capacity: 1200, perSecond: 30, priceMs: 5, covers: 'all other calls of the API' },
} as const satisfies Record<RateLimit, Rate> & Record<string, Rate>
export type RateName = keyof typeof RATES

/** All requests of one network together, in ms of processor time: one core in the long run. */
export const WORK = { capacity: 60_000, perSecond: 1000 } as const
/** Price of rendering a page, on top of sending a cached one, in ms of processor time. */
export const RENDER_MS = 45
/** Authenticated calls per account, from all networks. */
export const ACCOUNT = { capacity: 600, perSecond: 10, priceMs: RATES.calls.priceMs } as const
/** What an account gets, from all networks. All of it together has a bucket of `WORK`, which its work in worker processes is charged to. */
export const ACCOUNT_RATES = {
  account: ACCOUNT,
  /** Previews of a text, in the web app. Their processor time is measured. */
  previews: { capacity: 30, perSecond: 0.5, priceMs: 5 },
  /** Cards of the overview, in the web app. */
  overviews: { capacity: 10, perSecond: 1 / 6, priceMs: RATES.cards.priceMs },
} as const
export type AccountRate = keyof typeof ACCOUNT_RATES

const LANGUAGE = new RegExp(`^/(?:${LOCALES.join('|')})(?=/|$)`)
/** Paths outside the API; the first pattern that matches decides. */
const BY_PATH: [RegExp, RateName][] = [
  [/^\/feeds\/[^/]+\/search\.xml$/, 'searches'],
  [/^\/home\/search$/, 'searches'],
  [/^\/api\/suggestions$/, 'suggestions'],
  [/^\/api\/policy-reports$/, 'reports'],
  [/^\/(?:_next|icons|templates)\//, 'pictures'],
  [/^\/[\w-]+\.(?:svg|png|ico|webmanifest|txt|tgz)$/, 'pictures'],
  [/^\/cards\//, 'cards'],
  [/^\/(?:feeds|sitemaps|embed|badges)\//, 'feeds'],
  [/^\/(?:oembed|opensearch\.xml|sitemap\.xml)$/, 'feeds'],
  [/^\/api\//, 'calls'],
]

/** The rate limit of a request for `path` (decoded, without query); calls of the API declare theirs. */
export function rateOf(path: string): RateName {
  if (path.startsWith(`${API_BASE}/`)) {
    return callOfPath(path.slice(API_BASE.length))?.call.limit ?? 'calls'
  }
  const plain = path.replace(LANGUAGE, '') || '/'
  return BY_PATH.find(([pattern]) => pattern.test(plain))?.[1] ?? 'pages'
}
