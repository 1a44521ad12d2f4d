import type { MiddlewareHandler } from 'hono'
import { API_BASE } from '#lib/contract/limits.ts'
import { observe } from '#lib/telemetry/registry.ts'
import { isRequestId } from '#lib/telemetry/request-id.ts'
import { inRequest } from '#lib/telemetry/trace.ts'
import type { AppEnv, Dependencies } from '#backend/dependencies.ts'
import { isSecret } from './secret.ts'

/** Polled twice a second by every web process, and by monitors: neither traced nor logged at `info`. */
const POLLED = /^\/(?:livez|readyz|metrics)$|\/index\/changes$/

/**
 * For every request: its id, a log line, its time and, where traces are on, a span. Id and trace of the
 * web app are taken over; `INTERNAL_SECRET` proves that they are its own. The id alone is taken from
 * any client if there is no secret: it is no claim about the client.
 */
export function observeRequests({ log, internalSecret }: Dependencies): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const began = performance.now()
    const given = c.req.header('x-request-id')
    const isOwn = isSecret(c.req.header('x-internal-secret'), internalSecret)
    const isTaken = (isOwn || internalSecret === undefined) && isRequestId(given)
    const id = isTaken ? given : crypto.randomUUID()
    const isPolled = POLLED.test(c.req.path)
    c.set('requestId', id)
    c.set('log', log.child({ requestId: id }))
    c.header('x-request-id', id)
    const { method } = c.req
    const parent = isOwn ? c.req.header('traceparent') : undefined
    const attributes = { 'http.request.method': method }
    await inRequest(
      { id, name: isPolled ? undefined : 'request', parent, attributes },
      async (span) => {
        try {
          await next()
        } finally {
          const route = c.get('call') ?? routeOf(c.req.path)
          const { status } = c.res
          span?.rename(`backend ${route}`)
          span?.set({ 'http.route': route, 'http.response.status_code': status })
          span?.end(status >= 500 ? new Error(String(status)) : undefined)
          const ms = performance.now() - began
          observe('keystrip_http_request_seconds', ms / 1000, [
            route,
            methodOf(method),
            classOf(status),
          ])
          const about = {
            method: methodOf(method),
            call: c.get('call'),
            status,
            ms: Math.round(ms),
          }
          log.child({ requestId: id })[isPolled ? 'trace' : 'info'](about, 'request')
        }
      },
    )
  }
}

/** Requests that address no call. */
function routeOf(path: string): string {
  if (path.startsWith('/operator')) return 'operator'
  if (path.startsWith(API_BASE)) return 'unknown'
  return POLLED.test(path) ? path.slice(1) : 'other'
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
/** A client may send any method. */
const methodOf = (method: string): string => (METHODS.has(method) ? method : 'other')
const classOf = (status: number): string => `${Math.floor(status / 100)}xx`
