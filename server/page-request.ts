import { computeCacheBustingSearchParam } from 'next/dist/shared/lib/router/utils/cache-busting-search-param.js'
import type { PageKey } from './page-key.ts'

/** Headers of the request that a page is rendered for. */
export function headersOf({ kind, segment }: PageKey, siteUrl: URL) {
  const headers: Record<string, string> = {
    host: siteUrl.host,
    'x-forwarded-host': siteUrl.host,
    'x-forwarded-proto': siteUrl.protocol.slice(0, -1),
    'x-forwarded-for': '127.0.0.1',
    'x-client-address': '127.0.0.1',
    // Without one the framework streams metadata that come late into the body (`htmlLimitedBots` in next.config.mjs).
    'user-agent': 'page-cache',
  }
  if (kind === 'payload') headers['rsc'] = '1'
  if (segment !== undefined) {
    headers['next-router-prefetch'] = '1'
    headers['next-router-segment-prefetch'] = segment
  }
  return headers
}

/** The framework redirects where `_rsc` is not the hash of the headers that it varies on. */
export async function payloadTarget({ target }: PageKey, headers: Record<string, string>) {
  const hash = await computeCacheBustingSearchParam(
    headers['next-router-prefetch'] === '1' ? '1' : undefined,
    headers['next-router-segment-prefetch'],
    undefined,
    undefined,
  )
  return `${target}${target.includes('?') ? '&' : '?'}_rsc=${hash}`
}
