import type { IncomingMessage, ServerResponse } from 'node:http'
import { count } from '#lib/telemetry/registry.ts'
import { createApiReads, type KeptAnswer, writeAnswer } from './api-reads.ts'
import type { RequestExchange, RequestHandler, HandlerOptions } from './handler-options.ts'
import { countHit, observeRequest, type Observed } from './observe.ts'
import { setOtherSites } from './other-sites.ts'
import { API_MAX_BYTES, createPageCache } from './page-cache.ts'
import type { FinalHeaders } from './page-renders.ts'
import { sendEntry } from './send-entry.ts'
import { sendStatus } from './status-pages.ts'

type Options = Pick<HandlerOptions, 'answers' | 'guard' | 'pages'> & {
  siteUrl: URL
  /** Whether answers are kept. */
  keeps: boolean
  finish: FinalHeaders
  /** Sets the security headers. */
  secure: (res: ServerResponse) => void
  /** Passes a request on, to the framework or to `answer`. */
  passOn: (exchange: RequestExchange, target: string, answer?: RequestHandler) => Promise<void>
}

/** Sends the answers to public reads of the API (api-reads.ts). Kept ones count in the rate limit like all others. */
export function createReadAnswers(options: Options) {
  const { answers = createPageCache({ maxBytes: API_MAX_BYTES }), guard, pages } = options
  const { siteUrl, keeps, finish, secure, passOn } = options
  const apiReads = createApiReads({ cache: answers, siteUrl, keeps, finish })
  return {
    find: apiReads.find,
    /** Sends a kept answer, or 429 over the limit. */
    async sendAtOnce(
      { key, entry, rate, name }: KeptAnswer,
      req: IncomingMessage,
      res: ServerResponse,
      observed: Observed,
    ): Promise<void> {
      const { id, client, began } = observed
      const taken = guard.take(rate, client.address)
      const { overLimit, headers } = taken instanceof Promise ? await taken : taken
      if (!overLimit) {
        const own = headers.flat()
        const sending = sendEntry(answers, { key, entry, source: 'hit', id, own }, req, res)
        countHit(req, res, began, name)
        return sending
      }
      return observeRequest(req, res, observed, async () => {
        setOtherSites(req, res, key)
        const { status, retryAfter } = overLimit
        const described = [...headers, ['x-request-id', id], ['retry-after', retryAfter]] as const
        for (const [header, value] of described) res.setHeader(header, value)
        secure(res)
        sendStatus(pages, status, key, req, res)
      })
    },
    /** Asks the backend: once for all who may share the answer, or for this visitor. Passes on what is no public read. */
    async answer(exchange: RequestExchange, target: string): Promise<void> {
      const read = apiReads.readOf(exchange.req, target)
      if (!read) return passOn(exchange, target)
      const { kept } = read
      if (!kept) return passOn(exchange, target, (req, res) => apiReads.answer(read, req, res))
      const { req, res, id } = exchange
      count('keystrip_page_cache_requests_total', [kept.name, 'miss'])
      const outcome = await apiReads.share(kept)
      if (res.destroyed) return undefined
      if (outcome.kind === 'other') {
        return passOn(exchange, target, (_, own) => writeAnswer(own, outcome.answer))
      }
      const { entry } = outcome
      return sendEntry(answers, { key: kept.key, entry, source: 'fwd=uri-miss', id }, req, res)
    },
  }
}

export type ReadAnswers = ReturnType<typeof createReadAnswers>
