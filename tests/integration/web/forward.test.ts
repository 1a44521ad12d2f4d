import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { setProcessState } from '#lib/process-state.ts'
import { answer, FAULTS, startFaultyBackend } from '#tests/support/faulty-backend.ts'
import { SESSION_SECRET } from '#tests/support/session-secret.ts'

const SITE = 'http://localhost:3000'
const SECRET = 'a-secret-of-the-test'

let backend: Awaited<ReturnType<typeof startFaultyBackend>>
beforeAll(async () => {
  backend = await startFaultyBackend()
})
afterAll(() => backend.stop())
beforeEach(() => {
  vi.stubEnv('BACKEND_URL', backend.url)
  vi.stubEnv('SITE_URL', SITE)
  vi.stubEnv('INTERNAL_SECRET', SECRET)
  vi.stubEnv('SESSION_SECRET', SESSION_SECRET)
  vi.resetModules()
  backend.requests.length = 0
  backend.behave((_, res) => answer(res, 200, null))
  setProcessState('isBehindServer', undefined)
})

async function call(path: string, init: RequestInit = {}) {
  const { proxy } = await import('#lib/session/proxy.ts')
  return proxy(new Request(`${SITE}/api/v1${path}`, init), { timeoutMs: 1_000 })
}
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
    const { sessionCookieName } = await import('#lib/session/session.ts')
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
    const response = await call('/icon/list')
    expect(response.status).toBe(code)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.json()).toMatchObject({ code, data: null })
  })

  it('answers 503 in the envelope when the backend is unreachable', async () => {
    vi.stubEnv('BACKEND_URL', 'http://127.0.0.1:9')
    const response = await call('/icon/list')
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('5')
    expect(await response.json()).toMatchObject({ code: 503 })
  })
})
