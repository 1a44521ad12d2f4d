import type { ServerResponse } from 'node:http'
import { newPage, position, type RequestScope, runInScope } from '#lib/cache/state.ts'
import { REVALIDATE_S } from '#lib/config.ts'
import type { Payer } from '#lib/limits/payer.ts'
import { observe, secondsSince } from '#lib/telemetry/registry.ts'
import { inOwnTrace } from '#lib/telemetry/trace.ts'
import { exchange, headersOf, removeRouterVary } from '#server/next/exchange.ts'
import { finishHeaders, statusOf } from './response.ts'
import type { PageKey } from './page-key.ts'
import type { Marking } from './policy.ts'
import { routeNameOf } from './route-name.ts'
import type { RenderedPage, RenderWork, Site } from './site.ts'
import { prepare, storeFlight } from './waiting-pages.ts'

type Result = Awaited<RenderWork['result']>

/**
 * Renders a page, at most once at a time, or waits for a render of it that began after the request, or that no change has outdated; where
 * others than the author of the change wait, also for one that may be served for now. A page is rendered for a request of the server itself,
 * which has nothing of the visitor's but path and list parameters: no other header, cookie or parameter can change what others get, and a
 * client that disconnects does not end it.
 * @returns `isShared` if another request began the render.
 */
export async function renderPage(
  site: Site,
  page: PageKey,
  payer: Payer,
  isForAuthor: boolean,
): Promise<RenderedPage & { isShared: boolean }> {
  const { cache, rendering } = site
  const asked = position()
  for (;;) {
    const running = rendering.get(page.key)
    const work = running ?? start(site, page, payer)
    const rendered = await work.result
    if (rendered.kind === 'skipped') continue
    if (!running) return { isShared: false, ...rendered }
    if (work.began >= asked) return { ...rendered, isShared: true }
    const entry = cache.find(page.key)
    const state = entry && cache.stateOf(entry)
    if (entry && (state === 'fresh' || (state !== 'expired' && !isForAuthor))) {
      return { kind: 'entry', entry, isShared: true }
    }
  }
}

/** Whether outdated pages are rendered again one at a time. */
export const isBehind = ({ pace }: Site): boolean => pace.isBehind()

/** Renders a stale page once, unless all slots are taken, or later where the process is behind. */
export function refreshPage(site: Site, page: PageKey): void {
  if (site.rendering.has(page.key)) return
  if (isBehind(site)) void site.pace.add(page, (next) => renderLate(site, next))
  else start(site, page)
}

/** Renders a page that waits, unless it was rendered since. @returns whether it need not wait any longer: not while all slots are taken. */
async function renderLate(site: Site, page: PageKey): Promise<boolean> {
  const { cache, rendering } = site
  const entry = cache.find(page.key)
  if (!entry || cache.stateOf(entry) === 'fresh') return true
  const { result } = rendering.get(page.key) ?? start(site, page)
  return (await result).kind !== 'skipped'
}

/** @param payer whose request waits for it; without one it is rendered in the background. */
function start(site: Site, page: PageKey, payer?: Payer): RenderWork {
  const { cache, rendering } = site
  const work: RenderWork = {
    began: position(),
    begunAt: cache.now(),
    result: Promise.resolve({ kind: 'other' }),
  }
  const began = performance.now()
  const route = routeNameOf(page.target.split('?', 1)[0] ?? '/')
  const attributes = { 'http.route': route, 'render.kind': page.kind }
  work.result = inOwnTrace(`render ${route}`, attributes, () => take(site, page, work, payer))
    .catch((error: unknown): Result => {
      site.onError({ path: page.target, error })
      return { kind: 'failure', status: 500 }
    })
    .then((rendered) => {
      if (rendering.get(page.key) === work) rendering.delete(page.key)
      observe('keystrip_page_render_seconds', secondsSince(began), [route, rendered.kind])
      if (rendered.kind === 'failure') {
        const entry = cache.find(page.key)
        if (entry) cache.postpone(entry)
      }
      return rendered
    })
  rendering.set(page.key, work)
  return work
}

/** Takes the page from another process, or renders it for all of them. */
async function take(site: Site, page: PageKey, work: RenderWork, payer?: Payer): Promise<Result> {
  const taken = await site.shared?.take(page)
  if (taken?.kind === 'entry') {
    work.began = taken.entry.began
    return { kind: 'entry', entry: taken.entry, isShared: true }
  }
  let rendered: Result | undefined
  try {
    rendered = await render(site, page, work, payer)
    return rendered
  } finally {
    // No request of this process waits for it.
    taken
      ?.end(rendered?.kind === 'entry' && !rendered.isUnfinished ? rendered.entry : undefined)
      .catch((error: unknown) => site.onError({ path: page.target, error }))
  }
}

async function render(site: Site, page: PageKey, work: RenderWork, payer?: Payer): Promise<Result> {
  const free = payer ? await site.renders.takeSlot() : site.renders.trySlot()
  if (!free) return payer ? { kind: 'failure', status: 503 } : { kind: 'skipped' }
  try {
    work.began = position()
    work.begunAt = site.cache.now()
    const path = page.target.split('?', 1)[0] ?? '/'
    const query = page.target.slice(path.length)
    const shown = newPage(page.isLasting ? LASTING_S : REVALIDATE_S)
    const scope: RequestScope = { page: shown, query, ...(payer && { payer }) }
    const headers = headersOf(page, site.url)
    const marking = isData(page) ? undefined : site.policies.mark(headers, path)
    const received = await runInScope(scope, () => exchange(site.next, page.target, headers))
    return read(site, { page, scope, marking, ...work }, received)
  } finally {
    free()
  }
}

/** Lifetime in seconds of pages with texts of the site alone, and the quality of Brotli for them. */
const LASTING_S = 365 * 24 * 3600
const LASTING_QUALITY = 11

type Response = {
  page: PageKey
  scope: RequestScope
  marking: Marking | undefined
  /** `position()` when the render began, and when, in ms since the epoch. */
  began: number
  begunAt: number
}

/** Whether a response is no page: it has no scripts of the framework. */
const isData = ({ kind }: PageKey) => kind === 'asset' || kind === 'file'

/** What a response of the framework is for the page cache; what may be stored is stored. */
function read(
  site: Site,
  { page, scope, marking, began, begunAt }: Response,
  { req, res, body }: Awaited<ReturnType<typeof exchange>>,
): RenderedPage {
  const { cache, policies } = site
  const { statusCode } = res
  if (statusCode >= 500) return { kind: 'failure', status: statusOf(req, statusCode, body) }
  const { isUnfinished = false } = scope
  // What was stored is complete, if old.
  if (isUnfinished && cache.find(page.key)) return { kind: 'failure', status: 503 }
  const tags = [...scope.page.tags]
  const lifetimeS = page.kind === 'asset' ? Infinity : scope.page.lifetimeS
  // As old as the oldest answer that it shows.
  const freshUntil = Math.min(scope.oldestRead ?? Infinity, cache.now()) + lifetimeS * 1000
  const isPublic = statusCode === 200 && isStorable(page, res)
  if (page.kind !== 'asset') {
    res.setHeader('cache-control', isUnfinished ? 'no-store' : `s-maxage=${lifetimeS}`)
  }
  finishHeaders(site, res, {
    isForRouter: page.kind === 'payload',
    marking,
    freshUntil: scope.oldestRead && freshUntil,
  })
  if (isData(page)) removeRouterVary(res)
  const validity = { tags, began, begunAt, freshUntil }
  if (isPublic && isUnfinished) {
    const sealed = policies.finish(res, marking, body)
    const content = { ...validity, freshUntil: cache.now(), headers: res.getHeaders() }
    return { kind: 'entry', entry: cache.makeOnce({ ...content, body: sealed }), isUnfinished }
  }
  if (isPublic) {
    if (site.sendsTags) setTags(res, tags)
    const isDocument = page.kind === 'document'
    const prepared = isDocument ? prepare(site, body, page.target, marking?.nonce) : undefined
    const sealed = policies.finish(res, marking, prepared?.html ?? body)
    const headers = res.getHeaders()
    if (prepared) storeFlight(cache, prepared.flight, { ...validity, headers })
    const flight = prepared?.flight.address
    // A tenth smaller, for about 0.2 s of a thread: where that is once in the life of a process.
    const quality = page.kind !== 'asset' && lifetimeS >= LASTING_S ? LASTING_QUALITY : undefined
    const etag = page.kind === 'file' && res.getHeader('etag')
    const content = { ...validity, headers, body: sealed, flight }
    const entry = cache.store(page.key, {
      ...content,
      ...(quality && { quality }),
      ...(etag && { etag: String(etag) }),
    })
    return { kind: 'entry', entry }
  }
  const location = String(res.getHeader('location') ?? '')
  const isRedirect = statusCode >= 300 && statusCode < 400 && /^\/(?!\/)/.test(location)
  const isAddress = page.kind === 'document' || page.kind === 'file'
  if (!isAddress || res.hasHeader('set-cookie')) return { kind: 'other' }
  if (statusCode < 400 && !isRedirect) return { kind: 'other' }
  const refusal = {
    ...validity,
    freshUntil: Math.min(freshUntil, cache.now() + REVALIDATE_S * 1000),
    status: statusCode,
    ...(isRedirect && { location }),
  }
  cache.storeRefusal(page.key, refusal)
  return { kind: 'refusal', refusal }
}

/**
 * Whether a response is of the requested type and sets no cookie. The request had nothing of a
 * visitor's, so `Cache-Control`, by which the framework forbids storing every page that it renders for a
 * request, does not concern the content.
 */
function isStorable({ kind }: PageKey, res: ServerResponse): boolean {
  if (res.hasHeader('set-cookie') || res.hasHeader('content-encoding')) return false
  const type = String(res.getHeader('content-type') ?? '')
  switch (kind) {
    case 'asset':
      return /\bimmutable\b/.test(String(res.getHeader('cache-control') ?? ''))
    case 'payload':
      return /^text\/x-component\b/.test(type)
    case 'document':
      return /^text\/html\b/.test(type)
    case 'file':
      return true
    case 'flight':
      return false
  }
}

/**
 * Names of the tags for a cache in front (`Surrogate-Key` of Fastly, `Cache-Tag` of Cloudflare). Every page has that of the
 * catalogue, so that one purge removes all pages: those of an earlier release name its scripts.
 */
function setTags(res: ServerResponse, tags: readonly string[]) {
  res.setHeader('surrogate-key', tags.join(' '))
  res.setHeader('cache-tag', tags.join(','))
}
