import { beforeEach, describe, expect, it } from 'vitest'
import { setProcessState } from '#lib/process-state.ts'
import { proxy } from '#lib/session/proxy.ts'
import { sessionCookieName } from '#lib/session/session.ts'
import { answer, FAULTS, startFaultyBackend } from '#tests/support/faulty-backend.ts'
import { signedIn } from '#tests/support/session.ts'
import { SESSION_SECRET } from '#tests/support/session-secret.ts'
import { stoppedAtEnd } from '#tests/support/stopped-at-end.ts'
import { stubVariables } from '#tests/support/web-variables.ts'

const SITE = 'http://localhost:3000'
const SECRET = 'a-secret-of-the-test'

const backend = await stoppedAtEnd(startFaultyBackend())
beforeEach(() => {
  stubVariables({
    BACKEND_URL: backend.url,
    SITE_URL: SITE,
    INTERNAL_SECRET: SECRET,
    SESSION_SECRET,
  })
  backend.requests.length = 0
  backend.behave((_, res) => answer(res, 200, null))
  setProcessState('isBehindServer', undefined)
})

const call = (path: string, init: RequestInit = {}, options: Parameters<typeof proxy>[1] = {}) =>
  proxy(new Request(`${SITE}/api/v1${path}`, init), options)
const record = (headers: Record<string, string>) =>
  call('/statistic/record', { method: 'POST', headers, body: '{"kind":"icon"}' })

describe('a call forwarded to the backend', () => {
  it('keeps its path and query, and its response is passed back', async () => {
    const response = await call('/icon/list?sort=name&author=Zo%C3%AB')
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ code: 200, message: '', data: null })
    expect(backend.requests[0]?.url).toBe('/api/v1/icon/list?sort=name&author=Zo%C3%AB')
  })

  it('passes on where a file is, and no other redirect', async () => {
    const location = 'https://files.example/bucket/object?X-Amz-Signature=1'
    backend.behave((_, res) => res.writeHead(302, { location, 'set-cookie': 'a=b' }).end())
    const response = await call('/file/Yw2fWv0v/pack.iconpack')
    expect(response.status).toBe(302)
    expect(response.headers.get('location')).toBe(location)
    expect(response.headers.get('set-cookie')).toBeNull()
    const list = await call('/icon/list')
    expect([list.status, list.headers.get('location')]).toEqual([502, null])
  })

  it('is sent without cookies, the browser’s Authorization and spoofed address headers', async () => {
    await call('/icon/list', {
      headers: {
        authorization: 'Bearer stolen',
        cookie: 'session=x',
        'x-client-address': '203.0.113.7',
        'x-internal-secret': 'guess',
        'x-forwarded-for': '203.0.113.7',
        'user-agent': 'Test/1',
      },
    })
    const headers = backend.requests[0]?.headers ?? {}
    expect(headers['user-agent']).toBe('Test/1')
    for (const name of [
      'authorization',
      'cookie',
      'x-client-address',
      'x-internal-secret',
      'x-forwarded-for',
    ]) {
      expect(headers[name], name).toBeUndefined()
    }
  })

  it('carries the client address set by our server, with the secret that authenticates it', async () => {
    setProcessState('isBehindServer', true)
    await call('/icon/list', { headers: { 'x-client-address': '203.0.113.7' } })
    expect(backend.requests[0]?.headers).toMatchObject({
      'x-client-address': '203.0.113.7',
      'x-internal-secret': SECRET,
    })
  })

  it('with an answer of any length is passed on while it arrives, and breaks off with it', async () => {
    const headers = { cookie: await signedIn('good') }
    const text = 'x'.repeat(6 * 1024 * 1024)
    for (const end of ['end', 'destroy'] as const) {
      backend.behave((_, res) => {
        res.writeHead(200, { 'content-type': 'application/json' }).write(text, () => res[end]())
      })
      const read = (await call('/account/export', { headers })).text().catch(String)
      expect(await read).toBe(end === 'end' ? text : 'TypeError: terminated')
    }
  })

  it('returns without Set-Cookie and other headers that the contract does not use', async () => {
    backend.behave((_, res) => {
      res.setHeader('set-cookie', 'a=b').setHeader('x-powered-by', 'x').setHeader('etag', '"1"')
      answer(res, 200, null)
    })
    const response = await call('/icon/list')
    expect(response.headers.get('etag')).toBe('"1"')
    expect(response.headers.get('set-cookie')).toBeNull()
    expect(response.headers.get('x-powered-by')).toBeNull()
  })

  it('passes on the range of a file request', async () => {
    backend.behave((req, res) => {
      expect(req.headers.range).toBe('bytes=2-4')
      res
        .writeHead(206, { 'content-range': 'bytes 2-4/9', 'content-type': 'application/zip' })
        .end('cde')
    })
    const response = await call('/file/abc/a.iconpack', { headers: { range: 'bytes=2-4' } })
    expect(response.status).toBe(206)
    expect(response.headers.get('content-range')).toBe('bytes 2-4/9')
    expect(await response.text()).toBe('cde')
  })

  it('for a picture ignores the session, so that the response sets no cookie and is cacheable', async () => {
    backend.behave(
      (_, res) =>
        void res.writeHead(200, { 'content-type': 'image/webp', 'content-length': 1 }).end('x'),
    )
    const headers = { cookie: `${sessionCookieName()}=unreadable` }
    const response = await call('/picture/abc/320', { headers })
    expect(await response.text()).toBe('x')
    expect(response.headers.get('set-cookie')).toBeNull()
    expect(response.headers.get('x-body-length')).toBe('1')
    expect(backend.requests[0]?.headers).not.toHaveProperty('authorization')
    for (const path of ['/picture/abc', '/picture/abc/320/x']) {
      expect((await call(path)).status, path).toBe(404)
    }
  })

  it.each([
    ['GET', '/plugin/github/check', 401],
    ['DELETE', '/icon', 401],
    ['POST', '/auth/refresh_token', 404],
    ['GET', '/account/info', 401],
    ['POST', '/auth/log_out', 401],
    ['PUT', '/icon/list', 405],
    ['PATCH', '/icon', 405],
    ['GET', '/auth/refresh_token', 404],
    ['GET', '/nothing', 404],
    ['GET', '/icon/list/more', 404],
    ['GET', '/', 404],
    ['GET', '/file/abc', 404],
  ])('is not sent for %s %s: answers %i in the envelope', async (method, path, code) => {
    const response = await call(path, { method, headers: { 'sec-fetch-site': 'same-origin' } })
    expect(response.status).toBe(code)
    expect(await response.json()).toMatchObject({ code, data: null })
    expect(backend.requests).toEqual([])
  })

  it('can write only if it comes from a page of this site and its body is JSON', async () => {
    const json = { 'content-type': 'application/json' }
    expect((await record({ ...json, 'sec-fetch-site': 'same-origin' })).status).toBe(200)
    expect((await record({ ...json, origin: SITE })).status).toBe(200)
    expect((await record({ ...json, 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await record(json)).status).toBe(403)
    expect((await record({ 'content-type': 'text/plain', origin: SITE })).status).toBe(415)
    expect(backend.requests).toHaveLength(2)
  })

  it.each([
    ['html', 502],
    ['redirects', 502],
    ['never answers', 504],
  ] as const)('to a broken backend (%s) answers %i in the envelope', async (fault, code) => {
    backend.behave(FAULTS[fault])
    const isSilent = fault === 'never answers'
    const response = await call('/icon/list', {}, isSilent ? { timeoutMs: 200 } : {})
    expect(response.status).toBe(code)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.json()).toMatchObject({ code, data: null })
  })

  it('answers 503 in the envelope when the backend is unreachable', async () => {
    stubVariables({ BACKEND_URL: 'http://127.0.0.1:9' })
    const response = await call('/icon/list')
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('5')
    expect(await response.json()).toMatchObject({ code: 503 })
  })
})

describe('the answer to a public read', () => {
  const LIST = { items: [{ id: 'x' }], total: 3, next: 'abc_-1' }
  const etagOf = async (path: string) => (await call(path)).headers.get('etag') ?? ''

  it('is the same with and without a session, which is neither read nor changed', async () => {
    const headers = { cookie: `${sessionCookieName()}=unreadable` }
    const response = await call('/icon/list', { headers })
    expect(response.status).toBe(200)
    expect(response.headers.get('set-cookie')).toBeNull()
    expect(response.headers.get('cache-control')).toBe('no-cache')
  })

  it('has a tag of its content, and is 304 to a client that has it', async () => {
    const tag = await etagOf('/icon/list')
    expect(tag).toMatch(/^W\/"[\w-]{22}"$/)
    expect(await etagOf('/icon/list')).toBe(tag)
    for (const sent of [tag, tag.slice(2), `"other", ${tag}`]) {
      const response = await call('/icon/list', { headers: { 'if-none-match': sent } })
      expect([response.status, await response.text()], sent).toEqual([304, ''])
      expect(response.headers.get('etag')).toBe(tag)
      expect(response.headers.get('cache-control')).toBe('no-cache')
      expect(response.headers.get('x-body-length')).toBeNull()
    }
    backend.behave((_, res) => answer(res, 200, LIST))
    const changed = await call('/icon/list', { headers: { 'if-none-match': tag } })
    expect([changed.status, changed.headers.get('etag') === tag]).toEqual([200, false])
  })

  it('keeps tag, lifetime and 304 of a backend that has its own', async () => {
    backend.behave((req, res) => {
      const isKnown = req.headers['if-none-match'] === '"7"'
      res.setHeader('etag', '"7"').setHeader('cache-control', 'public, max-age=5')
      if (isKnown) res.writeHead(304).end()
      else answer(res, 200, LIST)
    })
    const response = await call('/icon/list')
    expect(response.headers.get('etag')).toBe('"7"')
    expect(response.headers.get('cache-control')).toBe('public, max-age=5')
    expect((await call('/icon/list', { headers: { 'if-none-match': '"7"' } })).status).toBe(304)
  })

  it('to HEAD has the headers of GET and no body', async () => {
    backend.behave((_, res) => answer(res, 200, LIST))
    const names = ['etag', 'link', 'cache-control', 'content-type']
    const [get, head] = [await call('/icon/list'), await call('/icon/list', { method: 'HEAD' })]
    expect(await head.text()).toBe('')
    for (const name of names) expect(head.headers.get(name), name).toBe(get.headers.get(name))
    expect(head.headers.get('etag')).not.toBeNull()
  })

  it('links the next and the first page of a list, with the parameters that the call has', async () => {
    backend.behave((_, res) => answer(res, 200, LIST))
    const { headers } = await call('/icon/list?sort=name&after=zzz&author=Zo%C3%AB%20%3C%26%3E&x=1')
    expect(headers.get('link')).toBe(
      '</api/v1/icon/list?author=Zo%C3%AB+%3C%26%3E&sort=name&after=abc_-1>; rel="next", ' +
        '</api/v1/icon/list?author=Zo%C3%AB+%3C%26%3E&sort=name>; rel="first"',
    )
    backend.behave((_, res) => answer(res, 200, { ...LIST, next: null }))
    expect((await call('/index/search?q=a')).headers.get('link')).toBe(
      '</api/v1/index/search?q=a>; rel="first"',
    )
  })

  it('has no links where there are no pages, or no valid cursor', async () => {
    backend.behave((_, res) => answer(res, 200, { ...LIST, next: '>; rel="evil"' }))
    for (const path of ['/icon/abc', '/index/popular', '/icon/list']) {
      expect((await call(path)).headers.get('link'), path).toBeNull()
    }
  })

  it('that refuses is described neither by a tag nor by links', async () => {
    backend.behave((_, res) => answer(res, 404, null))
    const { status, headers } = await call('/icon/abc', { headers: { 'if-none-match': '*' } })
    expect([status, headers.get('etag'), headers.get('link')]).toEqual([404, null, null])
  })
})

it.each([
  ['DELETE', '/icon/list', 'GET, HEAD, OPTIONS'],
  ['PATCH', '/icon', 'POST, PUT, DELETE, OPTIONS'],
  ['POST', '/account/export', 'GET, HEAD, OPTIONS'],
])('%s %s is refused with the methods of the path', async (method, path, allowed) => {
  expect((await call(path, { method })).headers.get('allow')).toBe(allowed)
})
