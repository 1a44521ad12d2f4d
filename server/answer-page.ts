import { hasJustChanged } from '#lib/cache/just-changed.ts'
import { untilRead } from '#lib/cache/followers.ts'
import { isOutdated } from '#lib/cache/validity.ts'
import { count } from '#lib/telemetry/registry.ts'
import type { CacheEntry, RefusedAddress } from './page-cache.ts'
import type { PageKey } from './page-key.ts'
import { passToNext } from './pass-to-next.ts'
import { isBehind, refreshPage, renderPage } from './render-page.ts'
import { sendError, sendOverLimit, setSecurityHeaders } from './response.ts'
import { routeNameOf } from './route-name.ts'
import { cacheStatus, sendEntry, type CacheStatus } from './send-entry.ts'
import type { RenderedPage, RequestExchange } from './site.ts'

/** Answers a request for a public page: from the cache, stale while a new page is rendered, or from a render that all requests share. */
export async function answerPage(exchange: RequestExchange, page: PageKey): Promise<void> {
  const { site, req, res, path } = exchange
  const { cache, guard } = site
  const { key } = page
  const route = routeNameOf(path)

  const isForAuthor = hasJustChanged(req.headers.cookie)
  // Another process may have been asked for the change.
  if (isForAuthor) await untilRead()
  const entry = cache.find(key)
  const state = entry && cache.stateOf(entry)
  const isFromBefore = entry && isForAuthor && isOutdated(entry)
  const isLate = state === 'expired' && entry && !isForAuthor && cache.isSentLate(entry)
  const isSentLate = isLate && isBehind(site)
  const isUsable = (state !== 'expired' || isSentLate) && !isFromBefore
  if (entry && (isUsable || !cache.mayRender(entry))) {
    // Data of scripts is rendered with its page.
    const isRendered = (state === 'stale' || isSentLate) && page.kind !== 'flight'
    if (isRendered && cache.mayRender(entry)) refreshPage(site, page)
    const result = state === 'fresh' ? 'hit' : 'stale'
    count('keystrip_page_cache_requests_total', [route, result])
    return send(exchange, page, entry, 'hit')
  }
  const known = page.kind === 'flight' ? undefined : cache.findRefusal(key)
  count('keystrip_page_cache_requests_total', [route, known ? 'refusal' : 'miss'])
  if (page.kind === 'flight') return answerFlight(exchange, page)
  if (known) return sendRefusal(exchange, known, 'hit')
  const overLimit = await guard.count(exchange)
  if (overLimit) return sendOverLimit(exchange, overLimit)

  const rendered = await rendering(exchange, page, isForAuthor)
  if (res.destroyed) return undefined
  const source: CacheStatus = `${entry ? 'fwd=stale' : 'fwd=uri-miss'}${rendered.isShared ? '; collapsed' : ''}`
  if (rendered.kind === 'entry') return send(exchange, page, rendered.entry, source)
  if (rendered.kind === 'refusal') return sendRefusal(exchange, rendered.refusal, source)
  if (rendered.kind === 'other') return passToNext(exchange)
  const { status } = rendered
  // A write may have purged it meanwhile.
  const left = cache.find(key)
  if (left) return send(exchange, page, left, `fwd=stale; fwd-status=${status}`)
  return sendError(exchange, status)
}

/** Answers a request for data of scripts that is not stored: renders the page, and redirects to the data that it has now. */
async function answerFlight(exchange: RequestExchange, page: PageKey): Promise<void> {
  const { cache, guard } = exchange.site
  const { key, target } = page
  const stored = cache.find(target)
  if (stored?.flight !== undefined && stored.flight !== key && cache.find(stored.flight)) {
    return redirect(exchange, stored.flight)
  }
  if (cache.findRefusal(target)) return sendError(exchange, 404)
  const overLimit = await guard.count(exchange)
  if (overLimit) return sendOverLimit(exchange, overLimit)
  const rendered = await rendering(exchange, { ...page, key: target, kind: 'document' })
  if (exchange.res.destroyed) return undefined
  if (rendered.kind === 'failure') return sendError(exchange, rendered.status)
  const present = rendered.kind === 'entry' ? rendered.entry.flight : undefined
  if (present === undefined) return sendError(exchange, 404)
  if (present !== key) return redirect(exchange, present)
  const entry = cache.find(key)
  // A write may have purged it meanwhile.
  return entry ? send(exchange, page, entry, 'fwd=uri-miss') : sendError(exchange, 503)
}

/** The render, or a failure when it takes too long; it goes on for the requests that follow. */
async function rendering(
  { site, path, address }: RequestExchange,
  page: PageKey,
  isForAuthor = false,
): Promise<RenderedPage & { isShared: boolean }> {
  const { guard, pageDeadlineMs } = site
  const work = renderPage(site, page, guard.payerOf(address), isForAuthor)
  const rendered = await withinDeadline(work, pageDeadlineMs)
  if (!rendered.isShared) guard.chargeRender(path, address)
  return rendered
}

async function withinDeadline(
  work: Promise<RenderedPage & { isShared: boolean }>,
  deadlineMs: number,
): Promise<RenderedPage & { isShared: boolean }> {
  if (deadlineMs === 0) return work
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<RenderedPage & { isShared: boolean }>((resolve) => {
    const failure = { kind: 'failure', status: 504, isShared: true } as const
    timer = setTimeout(() => resolve(failure), deadlineMs)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

const send = (
  { site, req, res, id }: RequestExchange,
  { key, version }: PageKey,
  entry: CacheEntry,
  source: CacheStatus,
) => sendEntry(site.cache, { key, entry, source, id, version }, req, res)

function sendRefusal(
  exchange: RequestExchange,
  { status, location }: RefusedAddress,
  from: CacheStatus,
): void {
  const { site, res } = exchange
  res.setHeader('cache-status', cacheStatus(from))
  if (location === undefined) return sendError(exchange, status)
  setSecurityHeaders(res, site.url)
  const headers = { location, 'cache-control': 'public, max-age=0, must-revalidate' }
  res.writeHead(status, headers).end()
}

function redirect({ site, res }: RequestExchange, location: string): void {
  setSecurityHeaders(res, site.url)
  res.writeHead(302, { location, 'cache-control': 'no-store' }).end()
}
