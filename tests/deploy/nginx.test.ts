import { readdirSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { request as requestHttps } from 'node:https'
import { connect as connectTls } from 'node:tls'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isNginxInstalled, startNginx } from '#tests/support/engines/nginx.ts'
import { createBrowser } from './browser.ts'
import { waitFor } from '#tests/support/wait.ts'
import { onLoopback } from '#tests/support/on-loopback.ts'

/* deploy/nginx/keystrip.conf with stubs of web processes, cache and backends. */

type Handle = (req: IncomingMessage, res: ServerResponse) => void
async function startStub(name: string) {
  const requests: string[] = []
  const state: { handle: Handle } = { handle: (_, res) => void res.end(name) }
  const server = createServer((req, res) => {
    requests.push(`${req.method} ${req.url}`)
    state.handle(req, res)
  })
  return {
    ...(await onLoopback(server)),
    requests,
    behave: (handle: Handle) => void (state.handle = handle),
  }
}
type Stub = Awaited<ReturnType<typeof startStub>>

const NAMES = ['web 1', 'web 2', 'cache', 'backend 1', 'backend 2'] as const
let stubs: Record<(typeof NAMES)[number], Stub>
let nginx: Awaited<ReturnType<typeof startNginx>>
let browser: ReturnType<typeof createBrowser>

describe.skipIf(!isNginxInstalled())('nginx', () => {
  beforeEach(async () => {
    const [one, two, cache, three, four] = await Promise.all(NAMES.map(startStub))
    if (!one || !two || !cache || !three || !four) throw new Error('no stubs')
    stubs = { 'web 1': one, 'web 2': two, cache, 'backend 1': three, 'backend 2': four }
    nginx = await startNginx({
      webs: [one.port, two.port],
      cache: cache.port,
      backends: [three.port, four.port],
    })
    browser = createBrowser(nginx)
  })
  afterEach(async () => {
    await nginx.stop()
    for (const name of NAMES) await stubs[name].stop()
  })
  const text = async (method: string, path: string) => (await browser.send(method, path)).text
  const uploadOf = (bytes: number) => ({
    host: '127.0.0.1',
    port: nginx.https,
    servername: nginx.host,
    ca: nginx.certificate,
    method: 'POST',
    path: '/api/v1/file/upload',
    headers: { host: nginx.host, 'content-length': String(bytes) },
  })
  const webs = () => [stubs['web 1'], stubs['web 2']]

  it('sends pages to the cache; what writes, and the API, to the web processes', async () => {
    expect(await text('GET', '/home/index')).toBe('cache')
    expect(await text('GET', '/apis')).toBe('cache')
    for (const [method, path] of [
      ['POST', '/home/index'],
      ['GET', '/api/v1/icon/list'],
      ['PUT', '/api/v1/icon'],
      ['PURGE', '/home/index'],
    ] as const) {
      expect(await text(method, path)).toMatch(/^web/)
    }
    expect(stubs.cache.requests).toEqual(['GET /home/index', 'GET /apis'])
  })

  it('sends pages to the web processes while the cache is down', async () => {
    await stubs.cache.stop()
    expect(await text('GET', '/home/index')).toMatch(/^web/)
    expect(await text('GET', '/home/faq')).toMatch(/^web/)
  })

  it('repeats a read at the other process, but no write that one has received', async () => {
    const { 'web 1': one, 'web 2': two } = stubs
    one.behave((req) => void req.resume().once('end', () => req.socket.destroy()))
    for (let at = 0; at < 4; at++) expect(await text('GET', `/api/v1/${at}`)).toBe('web 2')
    two.behave((req) => void req.resume().once('end', () => req.socket.destroy()))
    const write = () => browser.send('POST', '/api/v1/icon', {}, Buffer.from('{}'))
    await waitFor(async () => {
      expect((await write()).status).toBe(502)
      expect(webs().flatMap(({ requests }) => requests)).toContain('POST /api/v1/icon')
    }, 10_000)
    const writes = webs()
      .flatMap(({ requests }) => requests)
      .filter((line) => line.startsWith('POST'))
    expect(writes).toHaveLength(1)
  })

  it('forwards no claims of the client about itself', async () => {
    const seen: IncomingMessage['headers'][] = []
    for (const stub of webs()) {
      stub.behave((req, res) => {
        seen.push(req.headers)
        res.end()
      })
    }
    const lie = '203.0.113.9'
    await browser.get('/api/v1/me', {
      'x-forwarded-for': lie,
      'x-real-ip': lie,
      forwarded: `for=${lie}`,
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'http',
      'x-request-id': 'chosen-by-the-client',
    })
    expect(seen[0]).toMatchObject({
      host: nginx.host,
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'https',
    })
    expect(seen[0]?.['x-request-id']).toMatch(/^[\da-f]{32}$/)
    expect(JSON.stringify(seen[0])).not.toMatch(/203\.0\.113\.9|evil/)
  })

  it('streams an upload to the site while the client still sends it, without a file on the disk', async () => {
    const received = { bytes: 0 }
    for (const stub of webs()) {
      stub.behave((req, res) => {
        req.on('data', (chunk: Buffer) => (received.bytes += chunk.length))
        req.once('end', () => res.end('stored'))
      })
    }
    const part = Buffer.alloc(8 * 1024 * 1024, 1)
    const answer = Promise.withResolvers<number | undefined>()
    const upload = requestHttps(uploadOf(part.length * 3), (res) =>
      answer.resolve(res.resume().statusCode),
    )
    for (const sent of [1, 2, 3]) {
      upload.write(part)
      await waitFor(() => expect(received.bytes).toBe(part.length * sent), 10_000)
      expect(readdirSync(`${nginx.folder}/client_body`)).toEqual([])
    }
    upload.end()
    expect(await answer.promise).toBe(200)
  })

  it('refuses a body above the limit before it is sent', async () => {
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const upload = requestHttps(uploadOf(2 ** 30), (res) => resolve(res.resume().statusCode))
      upload.once('error', reject)
      upload.write('x')
    })
    expect(status).toBe(413)
    expect(webs().flatMap(({ requests }) => requests)).toEqual([])
  })

  it('ends a connection whose request head does not arrive within ten seconds', async () => {
    const began = performance.now()
    await new Promise<void>((resolve) => {
      const options = { host: '127.0.0.1', port: nginx.https, servername: nginx.host }
      const socket = connectTls({ ...options, ca: nginx.certificate }, () => {
        socket.write(`GET /home/index HTTP/1.1\r\nHost: ${nginx.host}\r\nX-Slow: `)
        // A byte per second keeps the connection busy, and not alive.
        const drip = setInterval(() => socket.write('x'), 1_000)
        socket.once('close', () => {
          clearInterval(drip)
          resolve()
        })
      })
      socket.on('error', () => undefined).resume()
    })
    expect(performance.now() - began).toBeLessThan(14_000)
    expect(stubs.cache.requests).toEqual([])
  }, 30_000)

  it('is one address for all backends, of which one may be down', async () => {
    const ask = async () => (await fetch(`http://127.0.0.1:${nginx.internal}/api/v1/x`)).text()
    const answers = new Set([await ask(), await ask(), await ask(), await ask()])
    expect(answers).toEqual(new Set(['backend 1', 'backend 2']))
    await stubs['backend 1'].stop()
    for (let at = 0; at < 4; at++) expect(await ask()).toBe('backend 2')
  })
})
