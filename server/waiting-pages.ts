import type { IncomingMessage, ServerResponse } from 'node:http'
import { position } from '#lib/cache/state.ts'
import { type PreparedDocument, prepareDocument } from '#server/next/document.ts'
import { storeFlight } from './flights.ts'
import type { RequestExchange } from './handler-options.ts'
import { createPageCache } from './page-cache.ts'
import type { Marking, Policies } from './policy.ts'
import { sendEntry } from './send-entry.ts'
import type { StatusPages } from './status-pages.ts'

/** Size of the data of scripts of pages that are not stored themselves, in bytes. */
const FLIGHTS_MAX_BYTES = 4 * 1024 * 1024
/** Headers of a request for data of scripts that its page is rendered with. */
const KEPT_HEADER = /^(?:host|accept-encoding|x-.*)$/

type Options = {
  pages: StatusPages
  /** Called with the reason where the scripts of a page cannot wait. */
  onUnprepared: ((path: string, reason: string) => void) | undefined
  policies: Policies
  /** Sets the security headers. */
  secure: (res: ServerResponse) => void
}
type Request = Pick<RequestExchange, 'req' | 'res' | 'id'>

/** Pages whose scripts wait (decision 61), and the data of those that the page cache does not store. */
export function createWaitingPages(options: Options) {
  const { pages, onUnprepared, policies, secure } = options
  const flights = createPageCache({ maxBytes: FLIGHTS_MAX_BYTES })

  /** @returns nothing if the page has to stay as it is. */
  function prepare(body: Buffer, target: string, nonce?: string): PreparedDocument | undefined {
    const page = prepareDocument(body, { target, nonce })
    if (typeof page !== 'string') return page
    onUnprepared?.(target.split('?', 1)[0] ?? target, page)
    return undefined
  }

  return {
    prepare,
    /** @returns whether the data was there. */
    sendFlight(address: string, { req, res, id }: Request): boolean {
      const found = flights.find(address)
      // Any change may be one of the results of a search.
      const entry = found?.began === position() ? found : pages.findFlight?.(address)
      if (!entry) return false
      clearHeaders(res)
      void sendEntry(flights, { key: address, entry, source: 'hit', id }, req, res)
      return true
    },
    /**
     * Sends a page that is not stored, or, where that is requested, the data of its scripts: under
     * another address if the data has changed.
     * @param began position of the last change before it was rendered.
     */
    send(
      request: RequestExchange & { marking: Marking | undefined },
      body: Buffer,
      began: number,
    ): void {
      const { req, res, id, marking, flight, sendError } = request
      const page = prepare(body, req.url ?? '/', marking?.nonce)
      const validity = { headers: res.getHeaders(), tags: [], began, begunAt: 0, freshUntil: 0 }
      if (page) storeFlight(flights, page.flight, validity)
      if (flight === undefined) {
        return void res.end(policies.finish(res, marking, page?.html ?? body))
      }
      if (!page) return sendError(404)
      if (page.flight.address === flight && this.sendFlight(flight, { req, res, id }))
        return undefined
      clearHeaders(res)
      secure(res)
      const headers = { 'cache-control': 'no-store', 'x-request-id': id }
      res.writeHead(302, { ...headers, location: page.flight.address }).end()
    },
  }
}

export type WaitingPages = ReturnType<typeof createWaitingPages>

/** Whether a response is a page with its body. */
export function isWholePage(req: IncomingMessage, res: ServerResponse): boolean {
  const type = String(res.getHeader('content-type') ?? '')
  return req.method === 'GET' && res.statusCode === 200 && /^text\/html\b/.test(type)
}

/** Makes a request one for the page as everybody gets it. */
export function removeVisitor(req: IncomingMessage): void {
  for (const name in req.headers) if (!KEPT_HEADER.test(name)) delete req.headers[name]
  req.method = 'GET'
}

function clearHeaders(res: ServerResponse): void {
  for (const name of res.getHeaderNames()) res.removeHeader(name)
}
