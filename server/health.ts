import type { IncomingMessage, ServerResponse } from 'node:http'
import { envelopeSchema } from '#lib/contract/envelope.ts'
import { type Readiness, readinessSchema } from '#lib/contract/health.ts'
import { isBearer, type MetricsEndpoint } from '#lib/telemetry/endpoint.ts'
import { VERSION } from '#lib/version.ts'
import { DATA_POLICY } from './policy.ts'

/** Timeout of the backend's `/readyz`, and for how long its result is reused, in ms. */
const TIMEOUT_MS = 2_000
const REUSE_MS = 1_000

type Report = { isReady: boolean; checks: { backend: 'ok' | 'failing' } & Partial<Readiness> }

type Options = {
  /** Reads the backend's `/readyz`; for tests. */
  check?: (backendUrl: string) => Promise<Report>
  /** Elapsed time in ms: a clock that is set back must not keep an old result. */
  now?: () => number
  metrics?: MetricsEndpoint['answer']
  /** Whether the process stops and wants no more requests: `/readyz` is 503. */
  isDraining?: () => boolean
  /** State of this process's connection to the server of `CACHE_URL`, if one is configured. */
  cacheState?: (() => NonNullable<Readiness['cache']>) | undefined
  /** `INTERNAL_SECRET`: with it as a bearer token `/readyz` has `notices` too. */
  secret?: string | undefined
  /** Sentences for the operator, with addresses of the network. */
  notices?: () => string[]
}

/**
 * Health checks for load balancers and monitors. `/livez`: this process answers. `/readyz`: pages can
 * be read; 503 if the backend, its database or its files fail. Mail and disk are reported in the body
 * only. The checks are public, so the backend is asked at most once a second; the operator gets `notices` too. `/metrics` exists with a
 * token only.
 */
export function createHealth(backendUrl: string, options: Options = {}) {
  const { check = checkBackend, now = () => performance.now(), metrics, cacheState } = options
  const { isDraining = () => false, secret, notices = () => [] } = options
  let last: { at: number; report: Promise<Report> } | undefined

  function report(): Promise<Report> {
    if (!last || now() - last.at > REUSE_MS) last = { at: now(), report: check(backendUrl) }
    return last.report
  }

  return {
    handles: (path: string) =>
      path === '/livez' || path === '/readyz' || (path === '/metrics' && metrics !== undefined),
    /** Whether `/readyz` is 200. */
    isReady: async () => !isDraining() && (await report()).isReady,
    async respond(path: string, req: IncomingMessage, res: ServerResponse): Promise<void> {
      if (path === '/metrics' && metrics) {
        const { status, headers, body } = await metrics(req.headers.authorization)
        return void res.writeHead(status, headers).end(req.method === 'HEAD' ? undefined : body)
      }
      if (path === '/livez') return send(req, res, 200, { status: 'alive' })
      const { isReady, checks: states } = await report()
      const cache = cacheState?.()
      const checks = { ...states, ...(cache && { cache }) }
      const status = isDraining() ? 'draining' : isReady ? 'ready' : 'failing'
      const isOperator = secret !== undefined && isBearer(req.headers.authorization, secret)
      const more = isOperator ? { notices: notices() } : {}
      send(req, res, status === 'ready' ? 200 : 503, { status, version: VERSION, checks, ...more })
    },
  }
}
export type Health = ReturnType<typeof createHealth>

/**
 * `/readyz` is optional: a backend that answers below 500 without a report counts as ready. A success without an envelope is no answer of a
 * backend, but of a proxy in its place.
 */
async function checkBackend(backendUrl: string): Promise<Report> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const response = await fetch(`${backendUrl}/readyz`, { redirect: 'manual', signal })
    const envelope = envelopeSchema.safeParse(await response.json().catch(() => null))
    if (response.ok && !envelope.success) return { isReady: false, checks: { backend: 'failing' } }
    const readiness = readinessSchema.safeParse(envelope.data?.data).data
    return { isReady: response.status < 500, checks: { backend: 'ok', ...readiness } }
  } catch {
    return { isReady: false, checks: { backend: 'failing' } }
  }
}

function send(req: IncomingMessage, res: ServerResponse, status: number, body: object) {
  const text = `${JSON.stringify(body)}\n`
  res.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': DATA_POLICY,
  })
  res.end(req.method === 'HEAD' ? undefined : text)
}
