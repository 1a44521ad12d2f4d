import { untilRead } from '#lib/cache/followers.ts'
import { hasJustChanged } from '#lib/cache/just-changed.ts'
import { newPage, position, type RequestScope, runInScope } from '#lib/cache/state.ts'
import { intercept } from '#server/next/intercept.ts'
import { isRouterRequest, PAGE_AGENT, toFormerForm } from '#server/next/requests.ts'
import { removeRouterVary } from '#server/next/responses.ts'
import { compressAnswer } from './compression.ts'
import { mayBeMalformedAction, needsStatusPage, statusOf } from './error-status.ts'
import { isWaiting } from './flights.ts'
import type { RequestExchange, HandlerOptions } from './handler-options.ts'
import type { OverLimit } from './limits.ts'
import type { FinalHeaders } from './page-renders.ts'
import { isRead } from './refusal.ts'
import type { Renders } from './renders.ts'
import { hadForms, isApi, isFileRoute, isInternal, readTarget } from './request-target.ts'
import { removeLengthOfHead, setNotModified } from './response-headers.ts'
import { cacheStatus } from './send-entry.ts'
import type { Policies } from './policy.ts'
import { isWholePage, removeVisitor, type WaitingPages } from './waiting-pages.ts'

/** Pages that read their query, and that nothing stores. */
const QUERIED =
  /^(?:\/[a-z]{2}(?:-[a-z]{2})?)?\/(?:home\/(?:search$|user(?:\/|$))|(?:login|register|resetpwd)$)/

type Reject = (overLimit: OverLimit) => void

type Options = Pick<HandlerOptions, 'next' | 'pages' | 'guard' | 'pageDeadlineMs' | 'onError'> & {
  storesPages: boolean
  renders: Renders
  policies: Policies
  waitingPages: WaitingPages
  setFinalHeaders: FinalHeaders
}

/** Passes requests to the framework; an error or a late answer becomes a status page. */
export function createPassage(options: Options) {
  const { next, pages, guard, pageDeadlineMs, onError, storesPages } = options
  const { renders, policies, waitingPages, setFinalHeaders } = options

  /** @param answer in place of the framework. */
  async function passToNext(
    exchange: RequestExchange,
    target: string,
    answer = next,
  ): Promise<void> {
    const { req, res, id, address, path, sendError, flight } = exchange
    req.url = hadForms(path) && !isRead(req) ? toFormerForm(req) : target
    // Parsing and serialising an address turns `?y` into `?y=`; redirects keep it as it was sent. The client router adds parameters.
    if (!isRouterRequest(req)) req.headers['x-request-target'] = target
    const began = position()
    const isForAuthor = isRead(req) && hasJustChanged(req.headers.cookie)
    const scope: RequestScope = { page: newPage(), payer: guard.payerOf(address), isForAuthor }
    if (QUERIED.test(path)) scope.query = target.slice(target.split('?', 1)[0]?.length)
    let freeSlot: () => void = () => undefined
    const isDocument = !isRouterRequest(req) && !isInternal(path)
    const isData = isFileRoute(path) || isApi(path)
    // The data of a page is rendered as the page was.
    if (!isData) req.headers['user-agent'] ||= PAGE_AGENT
    const marking = isData ? undefined : policies.mark(req.headers, path)
    if (flight === undefined) compressAnswer(req, res)
    const response = intercept(res, () => {
      // The page is rendered; sending it takes as long as the client reads.
      freeSlot()
      guard.chargeRender(path, address)
      if (scope.isUnfinished) res.setHeader('cache-control', 'no-store')
      setFinalHeaders(
        res,
        { isForRouter: isRouterRequest(req), marking },
        scope.oldestRead && scope.oldestRead + scope.page.lifetimeS * 1000,
      )
      removeLengthOfHead(req, res)
      if (isData) removeRouterVary(res)
      if (isFileRoute(path) && setNotModified(req, res)) return () => void res.end()
      if (isDocument)
        res.setHeader('cache-status', cacheStatus(isRead(req) ? 'fwd=bypass' : 'fwd=method'))
      if (needsStatusPage(res, path, isDocument, pages)) {
        return (body) => sendError(statusOf(req, res.statusCode, body))
      }
      if (mayBeMalformedAction(req, res)) {
        return (body) => {
          if (statusOf(req, 500, body) === 400) sendError(400)
          else res.end(policies.finish(res, marking, body))
        }
      }
      if (storesPages && isDocument && isWaiting(path) && isWholePage(req, res)) {
        return (body) => waitingPages.send({ ...exchange, marking }, body, began)
      }
      if (flight !== undefined) return () => sendError(404)
      if (!policies.needsSeal(res, marking)) return undefined
      return (body) => void res.end(policies.finish(res, marking, body))
    })
    function fail(error: unknown) {
      onError({ id, method: req.method, path, error })
      if (response.takeOver(() => sendError(500))) return
      if (!res.writableEnded) res.destroy()
    }
    if (isDocument && pageDeadlineMs > 0 && isRead(req)) {
      const expire = () => response.takeOver(() => sendError(504))
      const deadline = setTimeout(expire, pageDeadlineMs)
      res.once('close', () => clearTimeout(deadline))
    }
    // Another process may have been asked for the change.
    if (isForAuthor) await untilRead()
    const isClosed = () => res.writableEnded || res.destroyed
    try {
      if (renders.needsSlot(path)) {
        const free = await renders.takeSlot(res)
        if (!free) return void response.takeOver(() => sendError(503))
        freeSlot = free
      }
      if (isClosed()) return
      await runInScope(scope, () => answer(req, res))
    } catch (error) {
      fail(error)
    } finally {
      freeSlot()
    }
  }

  /** Answers a request for data of scripts of a page that is not stored, such as a search. */
  async function answerFlight(
    page: string,
    exchange: RequestExchange,
    reject: Reject,
  ): Promise<void> {
    const { req, res, id, address, sendError } = exchange
    const flight = req.url ?? '/'
    const { path, refused } = readTarget(page, undefined)
    if (!isRead(req)) return sendError(405)
    if (waitingPages.sendFlight(flight, { req, res, id })) return undefined
    if (refused || !isWaiting(path)) return sendError(404)
    const overLimit = await guard.count({ res, path, address })
    if (overLimit) return reject(overLimit)
    removeVisitor(req)
    return passToNext({ ...exchange, path, flight }, page)
  }

  return { passToNext, answerFlight }
}
