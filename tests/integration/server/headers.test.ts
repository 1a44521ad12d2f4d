import { afterEach, expect, it } from 'vitest'
import { parseEnv } from '#lib/env.ts'
import { createProxyWatch } from '#server/proxy-watch.ts'
import { type StubSite, startSite } from './stub-site.ts'

let site: StubSite
afterEach(() => site.stop())

/** A site that responds with the request headers that reach Next. */
const echo = (options: Parameters<typeof startSite>[1] = {}) =>
  startSite((req, res) => {
    res.setHeader('content-type', 'application/json')
    res.end(JSON.stringify(req.headers))
  }, options)

const SPOOFED = {
  forwarded: 'for=1.2.3.4',
  'x-forwarded-for': '1.2.3.4',
  'x-forwarded-host': 'evil.example',
  'x-forwarded-proto': 'https',
  'x-forwarded-port': '1',
  'x-real-ip': '1.2.3.4',
  'x-client-address': '1.2.3.4',
  'x-internal-secret': 'guess',
  'x-middleware-subrequest': 'middleware',
  'x-middleware-rewrite': '/home/user',
  'x-nextjs-data': '1',
  'x-matched-path': '/home/user',
  'x-invoke-path': '/home/user',
  'x-prerender-revalidate': 'guess',
  'next-resume': '1',
  'content-security-policy-report-only': "script-src 'nonce-guess'",
  'x-request-id': 'chosen-by-client',
}

it('removes client-supplied forwarding and framework headers', async () => {
  site = await echo()
  const { text, headers } = await site.ask('/', { headers: SPOOFED })
  const seen = JSON.parse(text)
  const present = Object.keys(SPOOFED).filter((name) => name in seen)
  expect(present.toSorted()).toEqual([
    'x-client-address',
    'x-forwarded-for',
    'x-forwarded-host',
    'x-forwarded-port',
    'x-forwarded-proto',
    'x-request-id',
  ])
  expect(seen['x-client-address']).toBe('127.0.0.1')
  expect(seen['x-forwarded-for']).toBe('127.0.0.1')
  expect(seen['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  expect(headers['x-request-id']).toBe(seen['x-request-id'])
})

it('passes the address on as it was sent, unless the client router has added to it', async () => {
  site = await echo()
  const targetOf = async (headers: Record<string, string>) =>
    JSON.parse((await site.ask('/home/user?y&_rsc=1', { headers })).text)['x-request-target']
  expect(await targetOf({})).toBe('/home/user?y&_rsc=1')
  expect(await targetOf({ rsc: '1' })).toBeUndefined()
})

it('accepts address and request id of a trusted proxy; host and scheme come from the configuration', async () => {
  site = await echo({ trustedProxies: ['127.0.0.1'] })
  const { text } = await site.ask('/', { headers: SPOOFED })
  expect(JSON.parse(text)).toMatchObject({
    'x-client-address': '1.2.3.4',
    'x-forwarded-for': '1.2.3.4',
    'x-forwarded-host': 'keystrip.test',
    'x-forwarded-proto': 'https',
    'x-request-id': 'chosen-by-client',
  })
})

it('replaces an invalid request id of a trusted proxy', async () => {
  site = await echo({ trustedProxies: ['127.0.0.1'] })
  const { headers } = await site.ask('/', { headers: { 'x-request-id': 'a b<script>' } })
  expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
})

it('joins several X-Forwarded-For lines of a raw request', async () => {
  site = await echo({ trustedProxies: ['127.0.0.1'] })
  const answer = await site.raw(
    'GET / HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 9.9.9.9\r\nX-Forwarded-For: 8.8.8.8\r\nConnection: close\r\n\r\n',
  )
  expect(answer).toContain('"x-client-address":"8.8.8.8"')
})

it('sends security headers with pages, errors and API responses unless the handler sets its own', async () => {
  site = await startSite((req, res) => {
    if (req.url === '/api/file') res.setHeader('content-security-policy', 'sandbox')
    res.end()
  })
  for (const path of ['/', '/api/v1/x', '//', '/a%00']) {
    const { headers } = await site.ask(path)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'same-origin',
      'strict-transport-security': 'max-age=31536000',
    })
  }
  expect((await site.ask('/api/file')).headers['content-security-policy']).toBe('sandbox')
})

it('removes internal headers of Next except those for its client router', async () => {
  site = await startSite((_req, res) => {
    res.writeHead(200, {
      'x-middleware-rewrite': '/en/home',
      'x-nextjs-cache': 'HIT',
      'x-nextjs-stale-time': '300',
      'x-powered-by': 'it',
    })
    res.end()
  })
  const page = await site.ask('/')
  expect(
    Object.keys(page.headers).filter((name) => /^x-(middleware|nextjs|powered)/.test(name)),
  ).toEqual([])
  const router = await site.ask('/', { headers: { rsc: '1' } })
  expect(router.headers['x-nextjs-stale-time']).toBe('300')
  expect(router.headers['x-middleware-rewrite']).toBeUndefined()
})

it.each([
  ['image/webp', '3', '3'],
  ['application/json', '3', '3'],
  ['image/webp', '3\t', undefined],
  ['image/webp', '-3', undefined],
])(
  'sets the length of a forwarded %s body: x-body-length %j gives content-length %s',
  async (type, bodyLength, sent) => {
    site = await startSite((_req, res) => {
      res.setHeader('content-type', type)
      res.setHeader('x-body-length', bodyLength)
      res.write('abc')
      res.end()
    })
    const { headers } = await site.ask('/api/v1/x')
    expect(headers['content-length']).toBe(sent)
    expect(headers['x-body-length']).toBeUndefined()
  },
)

it.each([
  ['text/html; charset=utf-8', '/home/report/icon/a', undefined],
  ['application/xml', '/sitemap.xml', undefined],
  ['image/png', '/icon.png', '2000'],
])('HEAD of %s has no length but that of the body which GET sends', async (type, path, length) => {
  site = await startSite((req, res) => {
    res.writeHead(200, { 'content-type': type, 'content-length': '2000' })
    res.end(req.method === 'HEAD' ? undefined : 'a'.repeat(2000))
  })
  const headers = { 'accept-encoding': 'br' }
  const get = await site.ask(path, { headers })
  expect(get.body.length === 2000).toBe(length !== undefined)
  const head = await site.ask(path, { method: 'HEAD', headers })
  expect([head.status, head.text]).toEqual([200, ''])
  expect(head.headers['content-length']).toBe(length)
  expect(head.headers['transfer-encoding']).toBeUndefined()
})

it('names the headers of the client router in Vary of pages only', async () => {
  site = await startSite((_req, res) => {
    res.setHeader('content-type', 'application/json')
    res.setHeader('vary', 'rsc, next-router-state-tree, cookie, next-url')
    res.end('{}')
  })
  expect((await site.ask('/api/v1/account/info')).headers.vary).toBe('cookie, accept-encoding')
  expect((await site.ask('/home/user')).headers.vary).toContain('rsc, next-router-state-tree')
})

it('marks responses that set a cookie as private', async () => {
  site = await startSite((_req, res) => {
    res.setHeader('cache-control', 's-maxage=300')
    res.setHeader('set-cookie', 'session=1')
    res.end('x')
  })
  expect((await site.ask('/')).headers['cache-control']).toBe('private, no-store')
})

it.each([
  ['s-maxage=31536000', 'public, max-age=0, must-revalidate, s-maxage=300'],
  [
    's-maxage=60, stale-while-revalidate=31535940',
    'public, max-age=0, must-revalidate, s-maxage=60',
  ],
  ['private, no-store', 'private, no-store'],
  ['public, max-age=31536000, immutable', 'public, max-age=31536000, immutable'],
  [
    'public, max-age=31536000, s-maxage=300, immutable',
    'public, max-age=31536000, s-maxage=300, immutable',
  ],
])('changes Cache-Control "%s" to "%s"', async (original, sent) => {
  site = await startSite((_req, res) => {
    res.setHeader('cache-control', original)
    res.end('x')
  })
  expect((await site.ask('/')).headers['cache-control']).toBe(sent)
})

it('a share card is drawn once, stays for good under the address of its version, and is compared by it', async () => {
  let drawn = 0
  site = await startSite((_req, res) => {
    drawn += 1
    res.writeHead(200, {
      'content-type': 'image/jpeg',
      'cache-control': 's-maxage=300, stale-while-revalidate=31535700',
      etag: '"b2"',
    })
    res.end('a card')
  })
  const card = (query: string, headers: Record<string, string> = {}, method = 'GET') =>
    site.ask(`/cards/en/icon/a.jpg${query}`, { method, headers })
  const forGood = 'public, max-age=31536000, immutable, s-maxage=300'
  const forNow = 'public, max-age=0, must-revalidate, s-maxage=300'
  for (const [query, expected] of [
    ['?v=b2', forGood],
    ['?utm=x&v=b2', forGood],
    ['?v=a1', forNow],
    ['?v=', forNow],
    ['', forNow],
  ] as const) {
    const { status, headers, text } = await card(query)
    expect([status, headers['cache-control'], headers.etag, text], query).toEqual([
      200,
      expected,
      '"b2"',
      'a card',
    ])
  }
  const known = await card('?v=b2', { 'if-none-match': '"a1", W/"b2"' })
  expect([known.status, known.text, known.headers.etag, known.headers['cache-control']]).toEqual([
    304,
    '',
    '"b2"',
    forGood,
  ])
  expect(known.headers).not.toHaveProperty('content-type')
  expect((await card('?v=b2', { 'if-none-match': '"a1"' })).status).toBe(200)
  expect(drawn).toBe(1)
})

it('an embed with a tag is 304 to who has it', async () => {
  site = await startSite((_req, res) => {
    const headers = { 'content-type': 'text/html', 'cache-control': 's-maxage=300', etag: 'W/"a"' }
    res.writeHead(200, headers)
    res.end('an embed')
  })
  const path = '/embed/en/icon/a'
  const known = await site.ask(path, { headers: { 'if-none-match': 'W/"a"' } })
  expect([known.status, known.text, known.headers.etag]).toEqual([304, '', 'W/"a"'])
  expect((await site.ask(path, { headers: { 'if-none-match': 'W/"b"' } })).text).toBe('an embed')
})

it('looks for proxies in requests as they were sent, also in those that are answered from memory', async () => {
  const lines: string[] = []
  const variables = parseEnv({ SITE_URL: 'https://keystrip.test' })
  const proxies = createProxyWatch(variables, (line) => lines.push(line))
  site = await echo({ proxies })
  await site.ask('/readyz')
  await site.ask('/home/plugin')
  expect(proxies.found()).toEqual([])
  // As nginx passes it on by default.
  const referer = 'https://keystrip.test/home'
  await site.ask('/home/plugin', { headers: { referer, host: '127.0.0.1:3000' } })
  await site.ask('/', { headers: SPOOFED })
  expect(lines).toEqual([expect.stringContaining('write TRUSTED_PROXIES=127.0.0.1 to .env')])
})
