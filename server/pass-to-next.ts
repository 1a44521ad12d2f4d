import { untilRead } from '#lib/cache/followers.ts'
import { hasJustChanged } from '#lib/cache/just-changed.ts'
import { newPage, position, type RequestScope, runInScope } from '#lib/cache/state.ts'
import { intercept } from '#server/next/intercept.ts'
import {
  isRouterRequest,
  PAGE_AGENT,
  removeRouterVary,
  toFormerForm,
} from '#server/next/exchange.ts'
import { compressAnswer } from './compression.ts'
import type { Marking } from './policy.ts'
import {
  hadForms,
  isApi,
  isFileRoute,
  isInternal,
  isRead,
  isWaiting,
  readTarget,
} from './request-target.ts'
import {
  finishHeaders,
  mayBeMalformedAction,
  needsStatusPage,
  removeLengthOfHead,
  sendError,
  sendOverLimit,
  setNotModified,
  statusOf,
} from './response.ts'
import { cacheStatus } from './send-entry.ts'
import type { RequestExchange } from './site.ts'
import { isWholePage, removeVisitor, sendFlight, sendWaiting } from './waiting-pages.ts'

/** Pages that read their query, and that nothing stores. */
const QUERIED =
  /^(?:\/[a-z]{2}(?:-[a-z]{2})?)?\/(?:home\/(?:search$|user(?:\/|$))|(?:login|register|resetpwd)$)/

/**
 * Passes a request to the framework; an error or a late answer becomes a status page.
 * @param answer in place of the framework.
 */
export async function passToNext(
  exchange: RequestExchange,
  answer = exchange.site.next,
): Promise<void> {
  const { site, req, res, id, address, target, path } = exchange
  const { guard, renders, pageDeadlineMs } = site
  req.url = hadForms(path) && !isRead(req) ? toFormerForm(req) : target
  // Parsing and serialising an address turns `?y` into `?y=`; redirects keep it as it was sent. The client router adds parameters.
  if (!isRouterRequest(req)) req.headers['x-request-target'] = target
  const isForAuthor = isRead(req) && hasJustChanged(req.headers.cookie)
  const scope: RequestScope = { page: newPage(), payer: guard.payerOf(address), isForAuthor }
  if (QUERIED.test(path)) scope.query = target.slice(target.split('?', 1)[0]?.length)
  let freeSlot: () => void = () => undefined
  const isDocument = !isRouterRequest(req) && !isInternal(path)
  const isData = isFileRoute(path) || isApi(path)
  // The data of a page is rendered as the page was.
  if (!isData) req.headers['user-agent'] ||= PAGE_AGENT
  const marking = isData ? undefined : site.policies.mark(req.headers, path)
  const passed: Passed = { scope, marking, began: position(), isDocument, isData }
  if (exchange.flight === undefined) compressAnswer(req, res)
  const response = intercept(res, () => {
    // The page is rendered; sending it takes as long as the client reads.
    freeSlot()
    guard.chargeRender(path, address)
    return finish(exchange, passed)
  })
  const endWith = (status: number) => response.takeOver(() => sendError(exchange, status))
  if (isDocument && pageDeadlineMs > 0 && isRead(req)) {
    const deadline = setTimeout(endWith, pageDeadlineMs, 504)
    res.once('close', () => clearTimeout(deadline))
  }
  // Another process may have been asked for the change.
  if (isForAuthor) await untilRead()
  try {
    if (renders.needsSlot(path)) {
      const free = await renders.takeSlot(res)
      if (!free) return void endWith(503)
      freeSlot = free
    }
    if (res.writableEnded || res.destroyed) return
    await runInScope(scope, () => answer(req, res))
  } catch (error) {
    site.onError({ id, method: req.method, path, error })
    if (!endWith(500) && !res.writableEnded) res.destroy()
  } finally {
    freeSlot()
  }
}

type Passed = {
  scope: RequestScope
  marking: Marking | undefined
  /** `position()` before it was passed on. */
  began: number
  /** Whether a browser shows the answer as a page. */
  isDocument: boolean
  /** Whether it is no page: it has no scripts of the framework. */
  isData: boolean
}

/**
 * Sets the headers of an answer of the framework, when it writes them.
 * @returns what sends the body, where that is another one or needs to be whole.
 */
function finish(
  exchange: RequestExchange,
  { scope, marking, began, isDocument, isData }: Passed,
): ((body: Buffer) => void) | undefined {
  const { site, req, res, path, flight } = exchange
  const { policies, pages, storesPages } = site
  if (scope.isUnfinished) res.setHeader('cache-control', 'no-store')
  // As old as the oldest answer in it, so that the lifetimes of both do not add up.
  const freshUntil = scope.oldestRead && scope.oldestRead + scope.page.lifetimeS * 1000
  finishHeaders(site, res, { isForRouter: isRouterRequest(req), marking, freshUntil })
  removeLengthOfHead(req, res)
  if (isData) removeRouterVary(res)
  if (isFileRoute(path) && setNotModified(req, res)) return () => void res.end()
  if (isDocument)
    res.setHeader('cache-status', cacheStatus(isRead(req) ? 'fwd=bypass' : 'fwd=method'))
  if (needsStatusPage(res, path, isDocument, pages)) {
    return (body) => sendError(exchange, statusOf(req, res.statusCode, body))
  }
  if (mayBeMalformedAction(req, res)) {
    return (body) => {
      if (statusOf(req, 500, body) === 400) sendError(exchange, 400)
      else res.end(policies.finish(res, marking, body))
    }
  }
  if (storesPages && isDocument && isWaiting(path) && isWholePage(req, res)) {
    return (body) => sendWaiting(exchange, { marking, began }, body)
  }
  if (flight !== undefined) return () => sendError(exchange, 404)
  if (!policies.needsSeal(res, marking)) return undefined
  return (body) => void res.end(policies.finish(res, marking, body))
}

/** Answers a request for data of scripts of a page that is not stored, such as a search. */
export async function answerFlight(exchange: RequestExchange, page: string): Promise<void> {
  const { site, req } = exchange
  const flight = req.url ?? '/'
  const { path, refused } = readTarget(page, undefined)
  if (!isRead(req)) return sendError(exchange, 405)
  if (sendFlight(exchange, flight)) return undefined
  if (refused || !isWaiting(path)) return sendError(exchange, 404)
  const ofPage = { ...exchange, target: page, path, flight }
  const overLimit = await site.guard.count(ofPage)
  if (overLimit) return sendOverLimit(exchange, overLimit)
  removeVisitor(req)
  return passToNext(ofPage)
}
