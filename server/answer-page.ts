import type { ServerResponse } from 'node:http'
import { hasJustChanged } from '#lib/cache/just-changed.ts'
import { untilRead } from '#lib/cache/followers.ts'
import { count } from '#lib/telemetry/registry.ts'
import type { RequestExchange } from './handler-options.ts'
import type { Guard, OverLimit } from './limits.ts'
import { type CacheEntry, isOutdated, type PageCache, type RefusedAddress } from './page-cache.ts'
import type { PageKey } from './page-key.ts'
import type { PageRenders, RenderedPage } from './page-renders.ts'
import { routeNameOf } from './route-name.ts'
import { cacheStatus, sendEntry, type CacheStatus } from './send-entry.ts'

/** A request for a page, and how to answer it in other ways. */
export type PageRequest = RequestExchange & {
  reject: (overLimit: OverLimit) => void
  /** Passes the visitor's own request to the framework. */
  passOn: () => Promise<void>
}
type Options = {
  cache: PageCache
  pageRenders: PageRenders
  guard: Guard
  /** Deadline of a page in ms; 0: none. */
  deadlineMs: number
  /** Sets the security headers. */
  secure: (res: ServerResponse) => void
}

/**
 * Answers requests for public pages: from the cache, stale while a new page is rendered, or from a
 * render that all requests for the page share.
 */
export function createPageAnswers(options: Options) {
  const { cache, pageRenders, guard, deadlineMs, secure } = options

  return async function answer(page: PageKey, request: PageRequest): Promise<void> {
    const { req, res, id, address, path, sendError, reject, passOn } = request
    const { key } = page
    const route = routeNameOf(path)
    const send = (entry: CacheEntry, source: CacheStatus) =>
      sendEntry(cache, { key, entry, source, id, version: page.version }, req, res)

    const isForAuthor = hasJustChanged(req.headers.cookie)
    // Another process may have been asked for the change.
    if (isForAuthor) await untilRead()
    const entry = cache.find(key)
    const freshness = entry && cache.freshnessOf(entry)
    const isFromBefore = entry && isForAuthor && isOutdated(entry)
    const isLate = freshness === 'expired' && entry && !isForAuthor && cache.isLate(entry)
    const isSentLate = isLate && pageRenders.isBehind()
    const isUsable = (freshness !== 'expired' || isSentLate) && !isFromBefore
    if (entry && (isUsable || !cache.mayRender(entry))) {
      // Data of scripts is rendered with its page.
      const isRendered = (freshness === 'stale' || isSentLate) && page.kind !== 'flight'
      if (isRendered && cache.mayRender(entry)) pageRenders.refresh(page)
      const result = freshness === 'fresh' ? 'hit' : 'stale'
      count('keystrip_page_cache_requests_total', [route, result])
      return send(entry, 'hit')
    }
    const known = page.kind === 'flight' ? undefined : cache.findRefusal(key)
    count('keystrip_page_cache_requests_total', [route, known ? 'refusal' : 'miss'])
    if (page.kind === 'flight') return answerFlight(page, request)
    if (known) return sendRefusal(known, 'hit')
    const overLimit = await guard.count({ res, path, address })
    if (overLimit) return reject(overLimit)

    const rendered = await withinDeadline(
      pageRenders.render(page, guard.payerOf(address), isForAuthor),
    )
    if (!rendered.isShared) guard.chargeRender(path, address)
    if (res.destroyed) return
    const source: CacheStatus = `${entry ? 'fwd=stale' : 'fwd=uri-miss'}${rendered.isShared ? '; collapsed' : ''}`
    if (rendered.kind === 'entry') return send(rendered.entry, source)
    if (rendered.kind === 'refusal') return sendRefusal(rendered.refusal, source)
    if (rendered.kind === 'other') return passOn()
    const { status } = rendered
    // A write may have purged it meanwhile.
    const left = cache.find(key)
    if (left) return send(left, `fwd=stale; fwd-status=${status}`)
    sendError(status)

    function sendRefusal({ status: refused, location }: RefusedAddress, from: CacheStatus): void {
      res.setHeader('cache-status', cacheStatus(from))
      if (location === undefined) return sendError(refused)
      secure(res)
      const headers = { location, 'cache-control': 'public, max-age=0, must-revalidate' }
      res.writeHead(refused, headers).end()
    }
  }

  /**
   * Answers a request for data of scripts that is not stored: renders the page, and redirects to the
   * data that it has now.
   */
  async function answerFlight(
    { key, target }: PageKey,
    { req, res, id, address, path, sendError, reject }: PageRequest,
  ): Promise<void> {
    const document: PageKey = { key: target, kind: 'document', target }
    const stored = cache.find(target)
    if (stored?.flight !== undefined && stored.flight !== key && cache.find(stored.flight)) {
      return redirect(stored.flight)
    }
    if (cache.findRefusal(target)) return sendError(404)
    const overLimit = await guard.count({ res, path, address })
    if (overLimit) return reject(overLimit)
    const rendered = await withinDeadline(pageRenders.render(document, guard.payerOf(address)))
    if (!rendered.isShared) guard.chargeRender(path, address)
    if (res.destroyed) return
    if (rendered.kind === 'failure') return sendError(rendered.status)
    const present = rendered.kind === 'entry' ? rendered.entry.flight : undefined
    if (present === undefined) return sendError(404)
    if (present !== key) return redirect(present)
    const entry = cache.find(key)
    // A write may have purged it meanwhile.
    if (!entry) return sendError(503)
    await sendEntry(cache, { key, entry, source: 'fwd=uri-miss', id }, req, res)

    function redirect(location: string): void {
      secure(res)
      res.writeHead(302, { location, 'cache-control': 'no-store' }).end()
    }
  }

  /** The render, or a failure when it takes too long; it goes on for the requests that follow. */
  async function withinDeadline(
    work: Promise<RenderedPage & { isShared: boolean }>,
  ): Promise<RenderedPage & { isShared: boolean }> {
    if (deadlineMs === 0) return work
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<RenderedPage & { isShared: boolean }>((resolve) => {
      const failure = { kind: 'failure', status: 504, isShared: true } as const
      timer = setTimeout(() => resolve(failure), deadlineMs)
    })
    return Promise.race([work, late]).finally(() => clearTimeout(timer))
  }
}
