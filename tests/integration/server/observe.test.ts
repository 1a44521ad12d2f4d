import { afterEach, expect, it, vi } from 'vitest'
import { readAnswer } from '#lib/cache/answers.ts'
import { followChanges } from '#lib/cache/follow.ts'
import { createBuckets } from '#lib/limits/buckets.ts'
import { parseEnv } from '#lib/env.ts'
import { METRICS } from '#lib/telemetry/metrics.ts'
import { renderMetrics } from '#lib/telemetry/prometheus.ts'
import { isBearer, startMetrics } from '#lib/telemetry/endpoint.ts'
import { REQUEST_ID_MARK } from '#lib/config.ts'
import { VERSION } from '#lib/version.ts'
import { freePort } from '#scripts/stack/free-port.ts'
import { createHealth } from '#server/health.ts'
import { observeWebApp } from '#server/observe.ts'
import { createPageCache } from '#server/page-cache.ts'
import { createProxyWatch } from '#server/proxy-watch.ts'
import { createRenders } from '#server/renders.ts'
import { createRequestLog } from '#server/web-log.ts'
import { startSite } from './stub-site.ts'
import { stubVariables } from '#tests/support/web-variables.ts'
import { headOnly } from '#tests/support/head.ts'

const TOKEN = 'a-token-for-metrics'
const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
})

async function siteWithMetrics(token: string | undefined) {
  const metrics = await startMetrics({ port: undefined, host: '127.0.0.1', token })
  const health = createHealth('http://127.0.0.1:9', { metrics: metrics.answer })
  const site = await startSite((_req, res) => void res.writeHead(404).end('no page'), { health })
  cleanups.push(site.stop)
  const ask = (authorization?: string) =>
    site.ask('/metrics', { headers: authorization === undefined ? {} : { authorization } })
  return { site, ask }
}

it('/metrics on the normal port requires the token', async () => {
  const { ask } = await siteWithMetrics(TOKEN)
  for (const wrong of [undefined, 'Bearer', `Bearer ${TOKEN}x`, `Basic ${TOKEN}`, TOKEN]) {
    const { status, text, headers } = await ask(wrong)
    expect([status, headers['www-authenticate']], wrong).toEqual([401, 'Bearer realm="metrics"'])
    expect(text).not.toContain('keystrip')
  }
  const { status, text, headers } = await ask(`Bearer ${TOKEN}`)
  expect([status, headers['cache-control']]).toEqual([200, 'no-store'])
  expect(headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/)
  expect(text).toContain('process_resident_memory_bytes')
})

it('/metrics without a token is an address like any other', async () => {
  const { ask } = await siteWithMetrics(undefined)
  expect((await ask(`Bearer ${TOKEN}`)).status).toBe(404)
  expect(isBearer('Bearer ', TOKEN)).toBe(false)
})

it('a port of its own serves metrics and nothing else; a taken one is named', async () => {
  const port = await freePort()
  const options = { port, host: '127.0.0.1', token: undefined }
  const metrics = await startMetrics(options)
  cleanups.push(metrics.close)
  expect(metrics.answer).toBeUndefined()
  const ask = (path: string, method = 'GET') => fetch(`http://127.0.0.1:${port}${path}`, { method })
  expect(await (await ask('/metrics')).text()).toContain('nodejs_eventloop_delay_seconds{quantile=')
  expect((await headOnly(ask('/home'))).status).toBe(404)
  expect((await headOnly(ask('/metrics', 'POST'))).status).toBe(405)
  await expect(startMetrics(options)).rejects.toThrow(`The port ${port} for metrics is taken.`)
})

it('counts requests by route and status, and how the page cache answered', async () => {
  const site = await startSite((req, res) => {
    if (req.url?.startsWith('/home/search')) return void res.writeHead(503).end()
    res.setHeader('content-type', 'text/html')
    res.end('<!doctype html><html><head></head><body>page</body></html>')
  })
  cleanups.push(site.stop)
  const valueOf = async (series: string) => {
    const line = (await renderMetrics()).split('\n').find((one) => one.startsWith(`${series} `))
    return Number(line?.slice(series.length) ?? 0)
  }
  const LIST = 'keystrip_http_request_seconds_count{route="list",method="GET",status="2xx"}'
  const SEARCH = 'keystrip_http_request_seconds_count{route="search",method="GET",status="5xx"}'
  const HIT = 'keystrip_page_cache_requests_total{route="list",result="hit"}'
  const MISS = 'keystrip_page_cache_requests_total{route="list",result="miss"}'
  const RENDER = 'keystrip_page_render_seconds_count{route="list",result="entry"}'
  const all = [LIST, SEARCH, HIT, MISS, RENDER]
  const before = await Promise.all(all.map(valueOf))
  for (const path of ['/home/plugin', '/home/plugin', '/home/plugin', '/home/search?q=private']) {
    await site.ask(path)
  }
  const added = async () =>
    (await Promise.all(all.map(valueOf))).map((now, at) => now - (before[at] ?? 0))
  await expect.poll(added).toEqual([3, 1, 2, 1, 1])
  expect(await renderMetrics()).not.toContain('private')
})

const UNAVAILABLE =
  /^keystrip_backend_call_seconds_count\{call="list",result="unavailable"\} (\d+)$/m
const unavailableIn = (text: string) => Number(UNAVAILABLE.exec(text)?.[1] ?? 0)

it('the web app exports every metric of its own', async () => {
  stubVariables({ BACKEND_URL: 'http://127.0.0.1:9' })
  // Other files of this process have made calls, too.
  const failed = unavailableIn(await renderMetrics())
  const { call } = await import('#lib/api/call.ts')
  await expect(call('list', { kind: 'icon' })).rejects.toThrow('unreachable')
  const rules = { key: 'list {}', tags: [], tagsOf: () => [], lifetimeMs: 1 }
  await readAnswer(rules, async () => ({}))
  createBuckets({ factor: 1e-9 }).takeByAddress('pages', '203.0.113.9')
  const proxies = createProxyWatch(parseEnv({ SITE_URL: 'https://a.example' }), () => undefined)
  const client = { address: '10.0.0.1', viaTrustedProxy: false, source: 'private' } as const
  proxies.see({ 'x-forwarded-for': '203.0.113.9' }, client)
  const stopping = new AbortController()
  const following = followChanges({
    backendUrl: 'http://127.0.0.1:9',
    secret: '',
    signal: stopping.signal,
  })
  const health = { isReady: async () => false }
  const failures = { isFailing: (name: string) => name === 'backend' }
  observeWebApp({ caches: [createPageCache()], renders: createRenders(), health, failures })
  const text = await renderMetrics()
  stopping.abort()
  await following
  for (const [name, { of }] of Object.entries(METRICS)) {
    if (of !== 'backend') expect(text, name).toContain(`# TYPE ${name} `)
  }
  expect(unavailableIn(text) - failed).toBe(1)
  expect(text).toContain('keystrip_subsystem_failing{subsystem="backend"} 1')
  expect(text).toContain('keystrip_ready 0')
  expect(await renderMetrics()).not.toContain('keystrip_change_feed_age_seconds')
})

it('the page of an error shows the id that the header has, outside of its scripts', async () => {
  const mark = REQUEST_ID_MARK
  const page = `<script>"${mark}"</script><code>${mark}</code>`
  const site = await startSite((_req, res) => void res.writeHead(500).end('secret'), {
    pages: { find: () => ({ body: Buffer.from(page), policy: "default-src 'none'" }) },
    trustedProxies: ['127.0.0.1'],
  })
  cleanups.push(site.stop)
  const { text, headers } = await site.ask('/home/search', {
    headers: { 'x-request-id': 'edge.id_1' },
  })
  expect(headers['x-request-id']).toBe('edge.id_1')
  expect(text).toBe(`<script>"${mark}"</script><code>edge.id_1</code>`)
  expect(headers['content-length']).toBe(String(Buffer.byteLength(text)))
})

it('/readyz is 503 while the process stops', async () => {
  const check = async () => ({ isReady: true, checks: { backend: 'ok' as const } })
  let isDraining = false
  const health = createHealth('', { check, isDraining: () => isDraining })
  const site = await startSite((_req, res) => void res.end(), { health })
  cleanups.push(site.stop)
  expect((await site.ask('/readyz')).status).toBe(200)
  isDraining = true
  const { status, text } = await site.ask('/readyz')
  expect([status, JSON.parse(text)]).toEqual([
    503,
    { status: 'draining', version: VERSION, checks: { backend: 'ok' } },
  ])
  expect((await site.ask('/livez')).status).toBe(200)
})

it('an outage writes ten lines a second, and then how many it left out', () => {
  const log = {
    trace: vi.fn<() => void>(),
    info: vi.fn<() => void>(),
    warn: vi.fn<(about: object) => void>(),
  }
  let now = 0
  const logRequest = createRequestLog(log, () => now)
  const request = { requestId: 'id', method: 'GET', route: 'detail', ms: 3 }
  for (let i = 0; i < 25; i += 1) logRequest({ ...request, status: 503 })
  expect(log.warn).toHaveBeenCalledTimes(10)
  now = 1_000
  logRequest({ ...request, status: 200, ms: 6_000 })
  expect(log.warn).toHaveBeenLastCalledWith(
    { ...request, status: 200, ms: 6_000, unlogged: 15 },
    'slow request',
  )
  logRequest({ ...request, status: 404 })
  logRequest({ ...request, status: 200, route: 'api:file', ms: 60_000 })
  expect(log.info).toHaveBeenCalledTimes(2)
})
