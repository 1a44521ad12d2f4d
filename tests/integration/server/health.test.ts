import { createServer, type Server } from 'node:http'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { VERSION } from '#lib/version.ts'
import { createHealth } from '#server/health.ts'
import { type StubSite, startSite } from './stub-site.ts'

const ALL_OK = { database: 'ok', files: 'ok', mail: 'ok', disk: 'ok' }
let site: StubSite
let backend: Server
/** The backend's response to `/readyz`, and the number of requests for it. */
let response: { status: number; body: string }
let requests: number
let now: number
let isStopping: boolean

beforeEach(async () => {
  response = { status: 200, body: JSON.stringify({ code: 200, message: 'OK', data: ALL_OK }) }
  requests = 0
  now = 0
  isStopping = false
  backend = createServer((_req, res) => {
    requests += 1
    res.writeHead(response.status, { 'content-type': 'application/json' }).end(response.body)
  })
  await new Promise<void>((resolve) => backend.listen(0, '127.0.0.1', resolve))
  const address = backend.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const health = createHealth(`http://127.0.0.1:${port}`, {
    now: () => now,
    isDraining: () => isStopping,
    secret: 'secret of the operator',
    notices: () => ['Visitors come through 10.0.0.1.'],
  })
  site = await startSite((_req, res) => void res.end('a page'), { health })
})
afterEach(async () => {
  await site.stop()
  backend.close()
  backend.closeAllConnections()
})
const ask = async (path: string) => {
  const { status, text } = await site.ask(path)
  return { status, body: JSON.parse(text) }
}

it('/livez answers while this process runs, whatever the state of the backend', async () => {
  backend.close()
  expect(await ask('/livez')).toEqual({ status: 200, body: { status: 'alive' } })
  expect(requests).toBe(0)
})

it('/readyz reports the version and each subsystem', async () => {
  expect(await ask('/readyz')).toEqual({
    status: 200,
    body: { status: 'ready', version: VERSION, checks: { backend: 'ok', ...ALL_OK } },
  })
})

it('/readyz has notices for the operator alone', async () => {
  const withToken = async (token: string) => {
    const { text } = await site.ask('/readyz', { headers: { authorization: `Bearer ${token}` } })
    return JSON.parse(text)
  }
  expect(await withToken('secret of the operator')).toMatchObject({
    status: 'ready',
    notices: ['Visitors come through 10.0.0.1.'],
  })
  expect(await withToken('another')).not.toHaveProperty('notices')
  expect((await ask('/readyz')).body).not.toHaveProperty('notices')
})

it('/readyz stays 200 when mail and disk fail, and reports them', async () => {
  const data = { ...ALL_OK, mail: 'failing', disk: 'failing' }
  response.body = JSON.stringify({ code: 200, message: 'OK', data })
  expect(await ask('/readyz')).toMatchObject({
    status: 200,
    body: { checks: { mail: 'failing', disk: 'failing', database: 'ok' } },
  })
})

it('/readyz is 503 when a proxy answers in place of the backend', async () => {
  response = { status: 200, body: '<h1>Welcome to nginx!</h1>' }
  expect(await ask('/readyz')).toMatchObject({
    status: 503,
    body: { status: 'failing', checks: { backend: 'failing' } },
  })
})

it('/readyz is 503 when the database fails or the backend does not answer', async () => {
  const data = { ...ALL_OK, database: 'failing' }
  response = { status: 503, body: JSON.stringify({ code: 503, message: 'Reading fails.', data }) }
  expect(await ask('/readyz')).toMatchObject({
    status: 503,
    body: { status: 'failing', checks: { backend: 'ok', database: 'failing' } },
  })
  backend.close()
  backend.closeAllConnections()
  now += 1_001
  expect(await ask('/readyz')).toEqual({
    status: 503,
    body: { status: 'failing', version: VERSION, checks: { backend: 'failing' } },
  })
})

it('/readyz counts a backend without /readyz as ready while it answers', async () => {
  response = { status: 404, body: '<html>no such page</html>' }
  expect(await ask('/readyz')).toEqual({
    status: 200,
    body: { status: 'ready', version: VERSION, checks: { backend: 'ok' } },
  })
})

it('polls the backend at most once a second', async () => {
  await Promise.all(Array.from({ length: 50 }, () => ask('/readyz')))
  expect(requests).toBe(1)
  now += 1_001
  await ask('/readyz')
  expect(requests).toBe(2)
})

it('/readyz is 503 while the process stops, so that load balancers leave it, and /livez stays 200', async () => {
  isStopping = true
  expect(await ask('/readyz')).toMatchObject({ status: 503, body: { status: 'draining' } })
  expect(await ask('/livez')).toMatchObject({ status: 200 })
})

it('sends no body to HEAD and handles only reads', async () => {
  expect(await site.ask('/readyz', { method: 'HEAD' })).toMatchObject({ status: 200, text: '' })
  const origin = { origin: 'https://keystrip.test', 'sec-fetch-site': 'same-origin' }
  expect((await site.ask('/readyz', { method: 'POST', headers: origin })).status).toBe(405)
})

it('/readyz is checked again when the clock of the machine was set back', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  let checks = 0
  const health = createHealth('http://127.0.0.1:9', {
    check: async () => {
      checks += 1
      return { isReady: true, checks: { backend: 'ok' } }
    },
  })
  await health.isReady()
  vi.setSystemTime(Date.now() - 2 * 3_600_000)
  await health.isReady()
  expect(checks).toBe(1)
  vi.advanceTimersByTime(1_500)
  await health.isReady()
  expect(checks).toBe(2)
  vi.useRealTimers()
})
