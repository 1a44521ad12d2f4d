import { KIND_TABLE, KINDS } from '#lib/contract/kind.ts'
import { API_BASE } from '#lib/contract/limits.ts'
import { LOCALES } from '#lib/contract/locale.ts'
import { findRoute } from '#lib/contract/route.ts'
import { isFlight } from './request-target.ts'

const LANGUAGE = new RegExp(`^/(?:${LOCALES.join('|')})(?=/|$)`)
const LIST = KINDS.map((kind) => KIND_TABLE[kind].path).join('|')
/** Paths without their language, the most frequent first. */
const PAGES: readonly (readonly [string, RegExp])[] = [
  ['detail', new RegExp(`^/home/(?:${LIST})/detail/[^/]+$`)],
  ['compare', new RegExp(`^/home/(?:${LIST})/detail/[^/]+/compare/`)],
  ['history', new RegExp(`^/home/(?:${LIST})/detail/[^/]+/(?:history|formats)$`)],
  ['list', new RegExp(`^/home/(?:${LIST})$`)],
  ['home', /^(?:\/|\/home|\/home\/index)?$/],
  ['search', /^\/home\/search$/],
  ['author', /^\/home\/author\//],
  ['user', /^\/home\/user(?:\/|$)/],
  ['admin', /^\/admin(?:\/|$)/],
  ['report', /^\/home\/report(?:\/|$)/],
  ['information', /^\/home\/(?:about|developers|publish|faq)(?:\/|$)/],
  ['sign-in', /^\/(?:login|register|resetpwd|[a-z]+-callback)$/],
  ['card', /^\/cards\//],
  ['embed', /^\/(?:embed\/|oembed$)/],
  ['feed', /^\/feeds\//],
  ['badge', /^\/badges\//],
  ['sitemap', /^\/sitemap(?:s\/|\.xml$)/],
  ['health', /^\/(?:livez|readyz|metrics)$/],
  ['suggestions', /^\/api\/suggestions$/],
  ['session', /^\/api\/session(?:\/|$)/],
  ['form', /^\/api\/(?:account|project|publish|preview|admin)(?:\/|$)/],
]

/** A name for the path of a request, out of a fixed set: for metrics, traces and the log. */
export function routeNameOf(path: string, method = 'GET'): string {
  if (path.startsWith('/_next/')) return 'asset'
  if (isFlight(path)) return 'flight'
  if (path.startsWith(API_BASE)) {
    const route = findRoute(method, path.slice(API_BASE.length))
    // Some calls have the name of a page.
    return typeof route === 'number' ? 'api' : `api:${route.name}`
  }
  const plain = path.replace(LANGUAGE, '')
  return PAGES.find(([, pattern]) => pattern.test(plain))?.[0] ?? 'other'
}
