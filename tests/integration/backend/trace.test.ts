import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { call, callEnvelope } from '#lib/api/call.ts'
import { telemetryVariables } from '#lib/variables.ts'
import { startTraces } from '#lib/telemetry/start-traces.ts'
import type { FinishedRequest } from '#server/observe.ts'
import { spawnBackend } from '#tests/support/backend-process.ts'
import { startDatabase } from '#tests/support/database.ts'
import { startOtlpReceiver } from '#tests/support/otlp-receiver.ts'
import { startSite } from '../server/stub-site.ts'
import { stubVariables } from '#tests/support/web-variables.ts'

const SECRET = 'the-secret-of-the-tests'
const PROXY_TRACE = '11111111111111111111111111111111'
const OTHER_TRACE = '22222222222222222222222222222222'
const lineSchema = z.object({ requestId: z.string(), call: z.string().optional() })

let spans: Awaited<ReturnType<typeof startOtlpReceiver>>['spans']
let bodies: string[]
let finished: FinishedRequest[]
let backendLog: z.output<typeof lineSchema>[]
/** Ids that the site answered with. */
const ids: Record<string, string> = {}
let refusal: unknown

/** Real backend process, real server and client; only the framework is a stub that makes one call. */
beforeAll(async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'trace-'))
  const database = await startDatabase()
  const receiver = await startOtlpReceiver()
  const backend = spawnBackend({
    DATABASE_URL: database.url,
    DATABASE_POOL_SIZE: String(database.poolSize),
    DATA_DIR: folder,
    INTERNAL_SECRET: SECRET,
    LOG_LEVEL: 'info',
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
  })
  stubVariables({
    BACKEND_URL: await backend.listening,
    INTERNAL_SECRET: SECRET,
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
  })
  const failures = { failed: vi.fn<() => void>(), works: vi.fn<() => void>() }
  const variables = z.object(telemetryVariables).parse(process.env)
  const stopTraces = await startTraces('keystrip-web', variables, failures)
  finished = []
  const site = await startSite(
    async (req, res) => {
      if (req.url?.startsWith('/home/iconpack/detail/')) {
        refusal = await callEnvelope('project', { kind: 'icon', id: 'unknown' })
      } else await call('list', { kind: 'icon', author: 'private-author' })
      res.setHeader('content-type', 'text/html')
      res.end('<!doctype html><html><head></head><body>page</body></html>')
    },
    { trustedProxies: ['127.0.0.1'], onRequest: (request) => finished.push(request) },
  )
  const ask = async (name: string, target: string, headers: Record<string, string>) => {
    const answer = await site.ask(target, { headers })
    expect(answer.status).toBe(200)
    ids[name] = String(answer.headers['x-request-id'])
  }
  const traceparent = `00-${PROXY_TRACE}-1111111111111111-01`
  await ask('stored', '/home/iconpack', { 'x-request-id': 'edge.id-1' })
  await ask('search', '/home/search?q=private-words', { traceparent, cookie: 'a=private-cookie' })
  await ask('refused', '/home/iconpack/detail/x', {})
  const open = await startSite((_req, res) => void res.end('page'))
  const other = { traceparent: `00-${OTHER_TRACE}-2222222222222222-01` }
  await open.ask('/home/search', { headers: other })
  await Promise.all([site.stop(), open.stop()])
  await stopTraces()
  const { complaint } = await backend.stop()
  backendLog = complaint
    .split('\n')
    .filter((line) => line.includes('"msg":"request"'))
    .map((line) => lineSchema.parse(JSON.parse(line)))
  ;({ spans, bodies } = receiver)
  await receiver.stop()
  await database.stop()
  await rm(folder, { recursive: true })
})
afterAll(() => vi.unstubAllEnvs())

const named = (name: string, traceId?: string) => {
  const found = spans.find(
    (span) => span.name === name && (traceId === undefined || span.traceId === traceId),
  )
  if (!found) throw new Error(`no span ${name} in ${spans.map((span) => span.name).join(', ')}`)
  return found
}

it('a page that is rendered for the cache is one trace from the render to its SQL statements', () => {
  const request = named('GET list')
  const render = named('render list')
  // The render belongs to no single request: it has a trace of its own, linked to the request that caused it.
  expect(render.parentSpanId).toBeUndefined()
  expect(render.links).toEqual([{ spanId: request.spanId }])
  const call = named('call list', render.traceId)
  const backend = named('backend list', render.traceId)
  const statement = named('SQL select', render.traceId)
  expect(call).toMatchObject({ parentSpanId: render.spanId, service: 'keystrip-web' })
  expect(backend).toMatchObject({ parentSpanId: call.spanId, service: 'keystrip-backend' })
  expect(statement.parentSpanId).toBe(backend.spanId)
  expect(String(statement.attributes['db.query.text'])).toMatch(/^select .*\$1/i)
})

it('a page that is rendered for its visitor is in the trace of the request, and that of a trusted proxy', () => {
  const request = named('GET search')
  expect(request).toMatchObject({ traceId: PROXY_TRACE, parentSpanId: '1111111111111111' })
  const backend = named('backend list', PROXY_TRACE)
  expect(named('call list', PROXY_TRACE).spanId).toBe(backend.parentSpanId)
})

it('the trace of an external client is not taken over', () => {
  expect(bodies.join()).not.toContain(OTHER_TRACE)
})

it('spans hold no address, query, cookie or value of a statement', () => {
  expect(bodies.join()).not.toMatch(/private/)
})

it('one id is in the response, in the line of the web app and in the lines of the backend', () => {
  expect(ids['stored']).toBe('edge.id-1')
  for (const [name, call] of [
    ['stored', 'list'],
    ['search', 'list'],
    ['refused', 'project'],
  ] as const) {
    expect(finished.map(({ requestId }) => requestId)).toContain(ids[name])
    expect(backendLog).toContainEqual({ requestId: ids[name], call })
  }
})

it('the envelope of a refused call has the id', () => {
  expect(refusal).toMatchObject({ code: 404, request_id: ids['refused'] })
})
