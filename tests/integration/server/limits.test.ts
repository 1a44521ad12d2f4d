import {
  createServer,
  get,
  type IncomingMessage,
  type RequestListener,
  type Server,
} from 'node:http'
import { connect } from 'node:net'
import { once } from 'node:events'
import { afterEach, describe, expect, it } from 'vitest'
import { createBuckets } from '#lib/limits/buckets.ts'
import { boundConnections } from '#lib/limits/connections.ts'
import { createInFlight } from '#lib/limits/in-flight.ts'
import { createGuard } from '#server/limits.ts'
import { startSlowReaders } from '#tests/support/slow-readers.ts'
import { type Site, startSite } from './stub-site.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

/** A two-hundredth of every allowance: six pages. */
async function siteWithLimits(...[next, options]: Parameters<typeof startSite>): Promise<Site> {
  const buckets = createBuckets({ factor: 0.005 })
  const site = await startSite(next, {
    guard: createGuard({ buckets, endStalled: () => false }),
    trustedProxies: ['127.0.0.1'],
    ...options,
  })
  ends.push(site.stop)
  return site
}
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })

describe('pages that no cache answers', () => {
  it('are refused beyond the allowance, in the language of the page, with Retry-After', async () => {
    const site = await siteWithLimits((_req, res) => void res.end('made'))
    for (let at = 0; at < 6; at += 1) {
      expect((await site.ask(`/fr/home/${at}`, from('203.0.113.1'))).status).toBe(200)
    }
    const refused = await site.ask('/fr/home/6', from('203.0.113.1'))
    expect(refused).toMatchObject({ status: 429, text: '<p lang="fr">page of 429</p>' })
    expect(refused.headers).toMatchObject({ 'retry-after': '7', 'cache-control': 'no-store' })
    expect((await site.ask('/fr/home/6', from('203.0.113.2'))).status).toBe(200)
  })

  it('as calls are refused in the envelope, with a reason', async () => {
    const site = await siteWithLimits((_req, res) => void res.end('{}'))
    for (let at = 0; at < 6; at += 1) await site.ask('/api/session', from('203.0.113.1'))
    const refused = await site.ask('/api/session', from('203.0.113.1'))
    expect(refused.status).toBe(429)
    expect(JSON.parse(refused.text)).toMatchObject({ code: 429, data: null, reason: 'too_many' })
  })

  it('that are rendered leave less for other work than those that are kept', async () => {
    const buckets = createBuckets({ factor: 0.01, now: () => 0 })
    const site = await siteWithLimits(
      (req, res) => {
        if (req.url?.startsWith('/kept')) res.setHeader('x-nextjs-cache', 'HIT')
        res.end('page')
      },
      { guard: createGuard({ buckets, endStalled: () => false }) },
    )
    for (const [path, address, then] of [
      ['/kept', '203.0.113.1', 200],
      ['/made', '203.0.113.2', 429],
    ] as const) {
      for (let at = 0; at < 12; at += 1) {
        expect((await site.ask(`${path}/${at}`, from(address))).status).toBe(200)
      }
      expect((await site.ask('/api/suggestions', from(address))).status).toBe(then)
    }
  })

  it('leave alone what the page cache answers', async () => {
    const site = await siteWithLimits((_req, res) => {
      res.setHeader('content-type', 'text/html')
      res.setHeader('cache-control', 's-maxage=60')
      res.end('page')
    })
    for (let at = 0; at < 50; at += 1) {
      expect((await site.ask('/home', from('203.0.113.1'))).status).toBe(200)
    }
  })
})

describe('requests at once', () => {
  it('from one address are bounded, and somebody else is answered', async () => {
    const held: (() => void)[] = []
    const inFlight = createInFlight({ requests: { all: 10, perAddress: 2 } })
    const site = await siteWithLimits(
      (req, res) => (req.url === '/held' ? void held.push(() => res.end()) : void res.end('made')),
      { guard: createGuard({ buckets: createBuckets(), endStalled: () => false, inFlight }) },
    )
    const waiting = [1, 2].map(() => site.ask('/held', from('203.0.113.1')))
    await expect.poll(() => held.length).toBe(2)
    const refused = await site.ask('/other', from('203.0.113.1'))
    expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': '1' } })
    expect((await site.ask('/other', from('203.0.113.2'))).status).toBe(200)
    held.forEach((end) => end())
    await Promise.all(waiting)
    await expect.poll(() => inFlight.size()).toBe(0)
    expect((await site.ask('/other', from('203.0.113.1'))).status).toBe(200)
  })

  it('beyond what the process takes are refused with 503', async () => {
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
  ends.push(() => close(server))
  const address = server.address()
  return { connections, port: typeof address === 'object' && address ? address.port : 0 }
}
const close = (server: Server) =>
  new Promise((resolve) => {
    server.close(resolve)
    server.closeAllConnections()
  })

/** Far more than the kernel buffers of a connection. */
const LARGE = Buffer.alloc(16 * 1024 * 1024, 'x')
const large: RequestListener = (req, res) => void res.end(req.url === '/large' ? LARGE : 'small')

/** Reads an answer as a visitor does, on a connection of its own. */
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
  it('of 300 who do not read make room for a visitor, and end', async () => {
    const { connections, port } = await listen({ max: 200, lookMs: 50, stalledMs: 1500 }, large)
    const slow = await startSlowReaders({ port, path: '/large', count: 300, addresses: 50 })
    ends.push(slow.stop)
    await expect.poll(() => read(port).catch(() => 0), { timeout: 5000 }).toBe(5)
    expect(connections.size()).toBeLessThanOrEqual(200)
    await expect.poll(() => connections.size(), { timeout: 10_000 }).toBe(0)
  })

  it('of one address are bounded; its idle ones make room, others’ do not', async () => {
    const { connections, port } = await listen({ perAddress: 3 }, large)
    const idle = [1, 2, 3].map(() => connect({ port, host: '127.0.0.1' }))
    ends.push(() => idle.forEach((socket) => socket.destroy()))
    const [first] = idle
    await expect.poll(() => connections.size()).toBe(3)
    const other = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.9' })
    ends.push(() => other.destroy())
    await expect.poll(() => connections.size()).toBe(4)
    expect(await read(port)).toBe(5)
    await expect.poll(() => first?.destroyed || first?.readableEnded).toBe(true)
    expect(other.destroyed).toBe(false)
  })

  it('that are all busy refuse another one of their address', async () => {
    const { connections, port } = await listen({ perAddress: 2 }, () => undefined)
    const busy = [1, 2].map(() => connect({ port, host: '127.0.0.1' }))
    ends.push(() => busy.forEach((socket) => socket.destroy()))
    for (const socket of busy) socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    await expect.poll(() => connections.size()).toBe(2)
    await expect(read(port)).rejects.toThrow(/reset|hang up/)
  })

  it('with a reader that is slow, but reads, stay', async () => {
    const { connections, port } = await listen({ lookMs: 50, stalledMs: 300 }, large)
    const socket = connect({ port, host: '127.0.0.1' })
    ends.push(() => socket.destroy())
    let size = 0
    socket.write('GET /large HTTP/1.1\r\nHost: a\r\n\r\n')
    socket.pause()
    const step = setInterval(() => (size += socket.read(256 * 1024)?.length ?? 0), 20)
    ends.push(() => clearInterval(step))
    await expect.poll(() => size, { timeout: 15_000 }).toBeGreaterThan(LARGE.length - 1)
    expect(connections.size()).toBe(1)
  })

  it('with a handler that takes its time stay', async () => {
    const { port } = await listen({ lookMs: 10, stalledMs: 30 }, (_req, res) => {
      setTimeout(() => res.end('late!'), 300)
    })
    expect(await read(port)).toBe(5)
  })

  it('with a body that does not come end', async () => {
    const { connections, port } = await listen({ lookMs: 50, stalledMs: 200 }, () => undefined)
    const socket = connect({ port, host: '127.0.0.1' })
    socket.on('error', () => undefined)
    socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\nabc')
    await once(socket, 'close')
    expect(connections.size()).toBe(0)
  })
})
