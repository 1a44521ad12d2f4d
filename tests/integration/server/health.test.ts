import { createServer, type Server } from 'node:http'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createHealth } from '#server/health.ts'
import { type Site, startSite } from './stub-site.ts'

const ALL_OK = { database: 'ok', files: 'ok', mail: 'ok', disk: 'ok' }
let site: Site
let backend: Server
/** What the backend answers to `/readyz`; how often it was asked. */
let answer: { status: number; body: string }
let asked: number
let now: number

beforeEach(async () => {
  answer = { status: 200, body: JSON.stringify({ code: 200, message: 'OK', data: ALL_OK }) }
  asked = 0
  now = 0
  backend = createServer((_req, res) => {
    asked += 1
    res.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body)
  })
  await new Promise<void>((resolve) => backend.listen(0, '127.0.0.1', resolve))
  const address = backend.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const health = createHealth(`http://127.0.0.1:${port}`, { now: () => now })
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

it('/livez answers while this process does, whatever the backend is', async () => {
  backend.close()
  expect(await ask('/livez')).toEqual({ status: 200, body: { status: 'alive' } })
  expect(asked).toBe(0)
})

it('/readyz tells how each part is', async () => {
  expect(await ask('/readyz')).toEqual({
    status: 200,
    body: { status: 'ready', checks: { backend: 'ok', ...ALL_OK } },
  })
})

it('/readyz stays 200 where mail and disk fail, and names them', async () => {
  const data = { ...ALL_OK, mail: 'failing', disk: 'failing' }
  answer.body = JSON.stringify({ code: 200, message: 'OK', data })
  expect(await ask('/readyz')).toMatchObject({
    status: 200,
    body: { checks: { mail: 'failing', disk: 'failing', database: 'ok' } },
  })
})

it('/readyz is 503 where the database fails, and where no backend answers', async () => {
  const data = { ...ALL_OK, database: 'failing' }
  answer = { status: 503, body: JSON.stringify({ code: 503, message: 'Reading fails.', data }) }
  expect(await ask('/readyz')).toMatchObject({
    status: 503,
    body: { status: 'failing', checks: { backend: 'ok', database: 'failing' } },
  })
  backend.close()
  backend.closeAllConnections()
  now += 1_001
  expect(await ask('/readyz')).toEqual({
    status: 503,
    body: { status: 'failing', checks: { backend: 'failing' } },
  })
})

it('/readyz takes a backend of another make for ready while it answers', async () => {
  answer = { status: 404, body: '<html>no such page</html>' }
  expect(await ask('/readyz')).toEqual({
    status: 200,
    body: { status: 'ready', checks: { backend: 'ok' } },
  })
})

it('asks the backend once a second, however often it is asked itself', async () => {
  await Promise.all(Array.from({ length: 50 }, () => ask('/readyz')))
  expect(asked).toBe(1)
  now += 1_001
  await ask('/readyz')
  expect(asked).toBe(2)
})

it('sends no body to HEAD, and takes nothing but reads', async () => {
  expect(await site.ask('/readyz', { method: 'HEAD' })).toMatchObject({ status: 200, text: '' })
  const origin = { origin: 'https://keystrip.test', 'sec-fetch-site': 'same-origin' }
  expect((await site.ask('/readyz', { method: 'POST', headers: origin })).text).toBe('a page')
})
