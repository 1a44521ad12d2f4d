import type { IncomingMessage, ServerResponse } from 'node:http'
import { envelopeSchema } from '#lib/contract/envelope.ts'
import { type Readiness, readinessSchema } from '#lib/contract/health.ts'

/** The backend has this long to say how it is; an answer is good for this long, in ms. */
const TIMEOUT_MS = 2_000
const KEPT_MS = 1_000

type Health = { isReady: boolean; checks: { backend: 'ok' | 'failing' } & Partial<Readiness> }

/**
 * What load balancers and monitors ask the web app: `/livez`, this process answers; `/readyz`, pages can
 * be read: 503 where the backend, its database or its files fail. Mail and disk are in the body alone.
 * Everybody may ask, so that the backend is asked once a second at most.
 * @param ask reads the backend's `/readyz`; for tests.
 */
export function createHealth(backendUrl: string, { ask = readiness, now = Date.now } = {}) {
  let known: { at: number; health: Promise<Health> } | undefined
  return {
    handles: (path: string) => path === '/livez' || path === '/readyz',
    async answer(path: string, req: IncomingMessage, res: ServerResponse): Promise<void> {
      if (path === '/livez') return send(req, res, 200, { status: 'alive' })
      if (!known || now() - known.at > KEPT_MS) known = { at: now(), health: ask(backendUrl) }
      const { isReady, checks } = await known.health
      send(req, res, isReady ? 200 : 503, { status: isReady ? 'ready' : 'failing', checks })
    },
  }
}
export type HealthPoint = ReturnType<typeof createHealth>

/** A backend that answers without saying how it is, as it need not, is taken for ready. */
async function readiness(backendUrl: string): Promise<Health> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const response = await fetch(`${backendUrl}/readyz`, { redirect: 'manual', signal })
    const envelope = envelopeSchema.safeParse(await response.json().catch(() => null))
    const parts = readinessSchema.safeParse(envelope.data?.data).data
    return { isReady: response.status < 500, checks: { backend: 'ok', ...parts } }
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
  })
  res.end(req.method === 'HEAD' ? undefined : text)
}
