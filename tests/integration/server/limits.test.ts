import {
  createServer,
  get,
  type IncomingMessage,
  type RequestListener,
  type Server,
} from 'node:http'
import { connect } from 'node:net'
import { once } from 'node:events'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createBuckets } from '#lib/limits/buckets.ts'
import { boundConnections } from '#lib/limits/connections.ts'
import { createGuard, createInFlight } from '#server/limits.ts'
import { startSlowReaders } from '#tests/support/slow-readers.ts'
import { type StubSite, startSite } from './stub-site.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanups.splice(0).toReversed()) await cleanUp()
})

/** A site with a two-hundredth of every limit: six pages. */
async function siteWithLimits(...[next, options]: Parameters<typeof startSite>): Promise<StubSite> {
  const buckets = createBuckets({ factor: 0.005 })
  const site = await startSite(next, {
    guard: createGuard({ buckets, endStalled: () => false }),
    trustedProxies: ['127.0.0.1'],
    ...options,
  })
  cleanups.push(site.stop)
  return site
}
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })

describe('requests that the page cache cannot answer', () => {
  it('are refused over the limit, in the language of the page, with Retry-After', async () => {
    const site = await siteWithLimits((_req, res) => void res.end('made'))
    for (let at = 0; at < 6; at += 1) {
      expect((await site.ask(`/fr/home/${at}`, from('203.0.113.1'))).status).toBe(200)
    }
    const refused = await site.ask('/fr/home/6', from('203.0.113.1'))
    expect(refused).toMatchObject({ status: 429, text: '<p lang="fr">page of 429</p>' })
    expect(refused.headers).toMatchObject({ 'retry-after': '7', 'cache-control': 'no-store' })
    expect((await site.ask('/fr/home/6', from('203.0.113.2'))).status).toBe(200)
  })

  it('are refused in the envelope with a reason below /api/', async () => {
    const site = await siteWithLimits((_req, res) => void res.end('{}'))
    for (let at = 0; at < 6; at += 1) await site.ask('/api/session', from('203.0.113.1'))
    const refused = await site.ask('/api/session', from('203.0.113.1'))
    expect(refused.status).toBe(429)
    expect(JSON.parse(refused.text)).toMatchObject({ code: 429, data: null, reason: 'too_many' })
  })

  it('cost more when a page is rendered', async () => {
    const buckets = createBuckets({ factor: 0.01, now: () => 0 })
    const site = await siteWithLimits((_req, res) => void res.end('page'), {
      guard: createGuard({ buckets, endStalled: () => false }),
    })
    for (const [path, address, then] of [
      ['/api/v1/icon/detail', '203.0.113.1', 200],
      ['/rendered', '203.0.113.2', 429],
    ] as const) {
      for (let at = 0; at < 12; at += 1) {
        expect((await site.ask(`${path}/${at}`, from(address))).status).toBe(200)
      }
      expect((await site.ask('/api/suggestions', from(address))).status).toBe(then)
    }
  })

  it('do not count what the page cache answers', async () => {
    const site = await siteWithLimits((_req, res) => {
      res.setHeader('content-type', 'text/html')
      res.setHeader('cache-control', 's-maxage=60')
      res.end('page')
    })
    for (let at = 0; at < 50; at += 1) {
      expect((await site.ask('/home/index', from('203.0.113.1'))).status).toBe(200)
    }
  })
})

describe('concurrent requests', () => {
  it('of one address are limited without affecting other addresses', async () => {
    const pending: (() => void)[] = []
    const inFlight = createInFlight({ requests: { all: 10, perAddress: 2 } })
    const site = await siteWithLimits(
      (req, res) =>
        req.url === '/pending' ? void pending.push(() => res.end()) : void res.end('made'),
      { guard: createGuard({ buckets: createBuckets(), endStalled: () => false, inFlight }) },
    )
    const waiting = [1, 2].map(() => site.ask('/pending', from('203.0.113.1')))
    await expect.poll(() => pending.length).toBe(2)
    const refused = await site.ask('/other', from('203.0.113.1'))
    expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': '1' } })
    expect((await site.ask('/other', from('203.0.113.2'))).status).toBe(200)
    pending.forEach((end) => end())
    await Promise.all(waiting)
    await expect.poll(() => inFlight.size()).toBe(0)
    expect((await site.ask('/other', from('203.0.113.1'))).status).toBe(200)
  })

  it('over the limit of the process are refused with 503', async () => {
    const inFlight = createInFlight({ requests: { all: 0, perAddress: 2 } })
    const site = await siteWithLimits((_req, res) => void res.end(), {
      guard: createGuard({ buckets: createBuckets(), endStalled: () => false, inFlight }),
    })
    const refused = await site.ask('/a', from('203.0.113.1'))
    expect(refused).toMatchObject({ status: 503, headers: { 'retry-after': '5' } })
  })
})

async function listen(
  options: Partial<Parameters<typeof boundConnections>[1]>,
  handle: RequestListener,
) {
  const server = createServer(handle)
  const connections = boundConnections(server, { isExempt: () => false, ...options })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  cleanups.push(() => close(server))
  const address = server.address()
  return { connections, port: typeof address === 'object' && address ? address.port : 0 }
}
const close = (server: Server) =>
  new Promise((resolve) => {
    server.close(resolve)
    server.closeAllConnections()
  })

/** Far larger than the kernel's buffers of a connection. */
const LARGE = Buffer.alloc(16 * 1024 * 1024, 'x')
const large: RequestListener = (req, res) => void res.end(req.url === '/large' ? LARGE : 'small')

/** A connection that the server closes: by a reset, where it leaves bytes of the client unread. */
function closing(port: number) {
  const socket = connect({ port, host: '127.0.0.1' })
  cleanups.push(() => socket.destroy())
  const closed = new Promise((resolve) => {
    socket.on('error', () => undefined).once('close', resolve)
  })
  return { socket, closed }
}

/** Reads a response over a new connection. */
const read = (port: number, path = '/small') =>
  new Promise<number>((resolve, reject) => {
    get({ port, host: '127.0.0.1', path, agent: false }, (res: IncomingMessage) => {
      let size = 0
      res.on('data', (chunk: Buffer) => (size += chunk.length))
      res.on('end', () => resolve(size))
      res.on('error', reject)
    }).on('error', reject)
  })

describe('connections', () => {
  it(
    'of 300 clients that do not read are closed to admit a visitor, and time out',
    { tags: 'long' },
    async () => {
      const { connections, port } = await listen({ max: 200, checkMs: 50, stalledMs: 1500 }, large)
      const slow = await startSlowReaders({ port, path: '/large', count: 300, addresses: 50 })
      cleanups.push(slow.stop)
      await expect.poll(() => read(port).catch(() => 0)).toBe(5)
      expect(connections.size()).toBeLessThanOrEqual(200)
      await expect.poll(() => connections.size()).toBe(0)
      // Thirty looks, each of which may come late.
    },
  )

  it('of one address are limited: its idle ones are closed, those of others are not', async () => {
    const { connections, port } = await listen({ perAddress: 3 }, large)
    const idle = [1, 2, 3].map(() => connect({ port, host: '127.0.0.1' }))
    cleanups.push(() => idle.forEach((socket) => socket.destroy()))
    const [first] = idle
    await expect.poll(() => connections.size()).toBe(3)
    const other = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.9' })
    cleanups.push(() => other.destroy())
    await expect.poll(() => connections.size()).toBe(4)
    expect(await read(port)).toBe(5)
    await expect.poll(() => first?.destroyed || first?.readableEnded).toBe(true)
    expect(other.destroyed).toBe(false)
  })

  it('of one address that are all busy cause another one to be refused', async () => {
    let requests = 0
    const { port } = await listen({ perAddress: 2 }, () => void (requests += 1))
    const busy = [1, 2].map(() => connect({ port, host: '127.0.0.1' }))
    cleanups.push(() => busy.forEach((socket) => socket.destroy()))
    for (const socket of busy) socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    // A connection is idle, and closed for the next one, until its request has arrived.
    await expect.poll(() => requests).toBe(2)
    await expect(read(port)).rejects.toThrow(/reset|hang up/)
  })

  it('of slow clients that keep reading stay open', async () => {
    const { connections, port } = await listen({ checkMs: 50, stalledMs: 300 }, large)
    const socket = connect({ port, host: '127.0.0.1' })
    cleanups.push(() => socket.destroy())
    let size = 0
    socket.write('GET /large HTTP/1.1\r\nHost: a\r\n\r\n')
    socket.pause()
    const step = setInterval(() => (size += socket.read(256 * 1024)?.length ?? 0), 20)
    cleanups.push(() => clearInterval(step))
    await expect.poll(() => size).toBeGreaterThan(LARGE.length - 1)
    expect(connections.size()).toBe(1)
  })

  it('of slow handlers stay open', async () => {
    const { port } = await listen({ checkMs: 10, stalledMs: 30 }, (_req, res) => {
      setTimeout(() => res.end('late!'), 300)
    })
    expect(await read(port)).toBe(5)
  })

  it('whose request body does not arrive are closed', async () => {
    const { connections, port } = await listen({ checkMs: 50, stalledMs: 200 }, () => undefined)
    const { socket, closed } = closing(port)
    socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\nabc')
    await closed
    expect(connections.size()).toBe(0)
  })

  it('whose request body trickles on after the response are closed', async () => {
    const { connections, port } = await listen({ checkMs: 50, stalledMs: 200 }, (_req, res) => {
      res.writeHead(503).end()
    })
    const { socket, closed } = closing(port)
    socket.resume()
    socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\nabc')
    const step = setInterval(() => socket.write('d'), 20)
    cleanups.push(() => clearInterval(step))
    await closed
    expect(connections.size()).toBe(0)
  })

  it.each([
    [50, 'are closed though each look comes late', 0],
    [5_000, 'stay open though each look comes late', 1],
  ])('whose bodies arrive with %d bytes per second %s', async (bytesPerSecond, _what, left) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    cleanups.push(() => vi.useRealTimers())
    let now = 0
    let received = 0
    let onData = () => {}
    const options = { checkMs: 50, stalledMs: 200, now: () => now }
    const { connections, port } = await listen(options, (req) => {
      req.on('data', (chunk: Buffer) => {
        received += chunk.length
        onData()
      })
    })
    const { socket } = closing(port)
    socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n')
    // The process is busy: a look that is due every 50 ms comes after two seconds.
    for (let look = 1; look <= 4; look += 1) {
      const arrived = new Promise<void>((resolve) => {
        onData = () => received === look * bytesPerSecond * 2 && resolve()
      })
      socket.write('d'.repeat(bytesPerSecond * 2))
      await arrived
      now += 2_000
      vi.advanceTimersByTime(50)
    }
    expect(connections.size()).toBe(left)
  })
})
