import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FailureLog } from '#lib/log/failures.ts'
import { count, observe, secondsSince, setGauge, setSimpleGauge } from '#lib/telemetry/registry.ts'
import { inRequest } from '#lib/telemetry/trace.ts'
import type { ClientAddress } from './client.ts'
import { routeNameOf } from './route-name.ts'

/** A finished request, without its address, which may hold what a visitor typed. */
export type FinishedRequest = {
  requestId: string
  method: string
  route: string
  status: number
  ms: number
}
/** Called when the response was sent, or its connection closed. Not for hits of the page cache. */
export type OnRequest = (request: FinishedRequest) => void

/** Parts of the web app whose state is read when metrics are collected. */
type Parts = {
  caches: readonly { bytes: () => number; size: () => number }[]
  renders: { usage: () => { busy: number; waiting: number } }
  health: { isReady: () => Promise<boolean> }
  failures: Pick<FailureLog, 'isFailing'>
}

/** Sets the gauges of the web app. */
export function observeWebApp({ caches, renders, health, failures }: Parts): void {
  setSimpleGauge('keystrip_page_cache_bytes', () => sum(caches.map(({ bytes }) => bytes())))
  setSimpleGauge('keystrip_page_cache_entries', () => sum(caches.map(({ size }) => size())))
  setGauge('keystrip_renders', () => {
    const { busy, waiting } = renders.usage()
    return [
      { labels: ['busy'], value: busy },
      { labels: ['waiting'], value: waiting },
    ]
  })
  setSimpleGauge('keystrip_ready', async () => ((await health.isReady()) ? 1 : 0))
  setGauge('keystrip_subsystem_failing', () =>
    (['backend', 'traces'] as const).map((name) => ({
      labels: [name],
      value: failures.isFailing(name) ? 1 : 0,
    })),
  )
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** Counts a request that the page cache answered at once. @param began time of `performance.now()`. */
export function countHit(
  req: IncomingMessage,
  res: ServerResponse,
  began: number,
  route = routeNameOf(pathOf(req.url)),
): void {
  count('keystrip_page_cache_requests_total', [route, 'hit'])
  const labels = [route, methodOf(req.method), classOf(res.statusCode)]
  observe('keystrip_http_request_seconds', secondsSince(began), labels)
}

export type Observed = {
  id: string
  client: ClientAddress
  began: number
  onRequest: OnRequest | undefined
}

/**
 * Runs `work` for any other request: it carries the id, is measured until its end, and has a span where
 * traces are on. Only a trusted proxy may say which trace it belongs to.
 */
export function observeRequest(
  req: IncomingMessage,
  res: ServerResponse,
  { id, client, began, onRequest }: Observed,
  work: () => Promise<void>,
): Promise<void> {
  // As it was sent: the request is rewritten while it is handled.
  const route = routeNameOf(pathOf(req.url), req.method)
  const method = methodOf(req.method)
  const { traceparent } = req.headers
  const parent = client.viaTrustedProxy && typeof traceparent === 'string' ? traceparent : undefined
  const name = route === 'health' ? undefined : `${method} ${route}`
  const attributes = { 'http.request.method': method, 'http.route': route }
  return inRequest({ id, name, parent, attributes }, (span) => {
    res.once('close', () => {
      const status = res.statusCode
      const ms = performance.now() - began
      observe('keystrip_http_request_seconds', ms / 1000, [route, method, classOf(status)])
      span?.set({ 'http.response.status_code': status })
      span?.end(status >= 500 ? new Error(String(status)) : undefined)
      onRequest?.({ requestId: id, method, route, status, ms: Math.round(ms) })
    })
    return work()
  })
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
/** A client may send any method. */
const methodOf = (method = ''): string => (METHODS.has(method) ? method : 'other')
const classOf = (status: number): string => `${Math.floor(status / 100)}xx`

/** The path of a request target that was not checked. */
function pathOf(target = '/'): string {
  const at = target.indexOf('?')
  return at < 0 ? target : target.slice(0, at)
}
