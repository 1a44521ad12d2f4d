import type { IncomingMessage, ServerResponse } from 'node:http'
import { envelopeSchema } from '#lib/contract/envelope.ts'
import { type Readiness, readinessSchema } from '#lib/contract/health.ts'
import { DATA_POLICY } from './policy.ts'

/** Timeout of the backend's `/readyz`, and for how long its result is reused, in ms. */
const TIMEOUT_MS = 2_000
const REUSE_MS = 1_000

type Report = { isReady: boolean; checks: { backend: 'ok' | 'failing' } & Partial<Readiness> }

/**
 * Health checks for load balancers and monitors. `/livez`: this process answers. `/readyz`: pages can
 * be read; 503 if the backend, its database or its files fail. Mail and disk are reported in the body
 * only. The checks are public, so the backend is asked at most once a second.
 * @param check reads the backend's `/readyz`; for tests.
 */
export function createHealth(backendUrl: string, { check = checkBackend, now = Date.now } = {}) {
  let last: { at: number; report: Promise<Report> } | undefined
  return {
    handles: (path: string) => path === '/livez' || path === '/readyz',
    async respond(path: string, req: IncomingMessage, res: ServerResponse): Promise<void> {
      if (path === '/livez') return send(req, res, 200, { status: 'alive' })
      if (!last || now() - last.at > REUSE_MS) last = { at: now(), report: check(backendUrl) }
      const { isReady, checks } = await last.report
      send(req, res, isReady ? 200 : 503, { status: isReady ? 'ready' : 'failing', checks })
    },
  }
}
export type Health = ReturnType<typeof createHealth>

/** `/readyz` is optional: a backend that answers below 500 without a report counts as ready. */
async function checkBackend(backendUrl: string): Promise<Report> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const response = await fetch(`${backendUrl}/readyz`, { redirect: 'manual', signal })
    const envelope = envelopeSchema.safeParse(await response.json().catch(() => null))
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
