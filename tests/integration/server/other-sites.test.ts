import { getRequestListener } from '@hono/node-server'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { NAMED_CALLS } from '#lib/contract/calls.ts'
import { createBuckets } from '#lib/limits/buckets.ts'
import { proxy } from '#lib/session/proxy.ts'
import { createGuard, createInFlight } from '#server/limits.ts'
import { answer, startFaultyBackend } from '#tests/support/faulty-backend.ts'
import { SESSION_SECRET } from '#tests/support/session-secret.ts'
import { type StubSite, startSite } from './stub-site.ts'
import { stubVariables } from '#tests/support/web-variables.ts'

/* What pages of other sites read: the server with the handler of the API, in front of a backend. */

const FOREIGN = { origin: 'https://other.example' }
const READABLE = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': '*',
  'cross-origin-resource-policy': 'cross-origin',
}

let backend: Awaited<ReturnType<typeof startFaultyBackend>>
let site: StubSite
beforeEach(async () => {
  backend = await startFaultyBackend()
  backend.behave((_, res) => answer(res, 200, { items: [], total: 0, next: null }))
  stubVariables({ BACKEND_URL: backend.url, SITE_URL: 'https://keystrip.test', SESSION_SECRET })
})
afterEach(async () => {
  await site.stop()
  await backend.stop()
})

async function start(options: Parameters<typeof startSite>[1] = {}) {
  site = await startSite(
    getRequestListener((request) => proxy(request)),
    options,
  )
}
const limitedBy = (guard: Partial<Parameters<typeof createGuard>[0]>) => ({
  guard: createGuard({ buckets: createBuckets(), endStalled: () => false, ...guard }),
})
const ask = (path: string, method = 'GET', headers: Record<string, string> = {}) =>
  site.ask(path, { method, headers: { ...FOREIGN, ...headers } })
/** An address of a call, with a value in place of each parameter. */
const addressOf = (path: string) =>
  `/api/v1${path.replace('{kind}', 'icon').replaceAll(/\{\w+\}/g, 'abc')}`

describe('every call', () => {
  it('is readable from other sites if it is a public read, whatever it answers', async () => {
    await start()
    const readable = NAMED_CALLS.filter(
      ({ call }) => call.method === 'get' && call.access === 'public' && !('session' in call),
    )
    expect(readable.map(({ name }) => name)).toContain('file')
    for (const { name, call } of readable) {
      for (const method of ['GET', 'HEAD']) {
        const { headers } = await ask(addressOf(call.path), method)
        expect(headers, name).toMatchObject(READABLE)
        expect(headers, name).not.toHaveProperty('access-control-allow-credentials')
      }
    }
  })

  it('that writes, signs in or belongs to an account is readable from no other site', async () => {
    await start()
    const closed = NAMED_CALLS.filter(
      ({ call }) => call.method !== 'get' || call.access !== 'public' || 'session' in call,
    )
    expect(closed.length).toBeGreaterThan(50)
    for (const { name, call } of closed) {
      const method = call.method.toUpperCase()
      const tokens: Record<string, string>[] = [
        {},
        { authorization: `Bearer ks_pat_${'a'.repeat(42)}` },
      ]
      for (const headers of tokens) {
        const answered = await ask(addressOf(call.path), method, headers)
        expect(answered.headers, name).not.toHaveProperty('access-control-allow-origin')
        expect(answered.headers['cross-origin-resource-policy'], name).toBe('same-origin')
      }
      const preflight = { 'access-control-request-method': method }
      const asked = await ask(addressOf(call.path), 'OPTIONS', preflight)
      expect(asked.headers, name).not.toHaveProperty('access-control-allow-origin')
    }
  })
})

describe('errors are readable from other sites', () => {
  it.each([
    ['GET', '/api/v1/nothing', 404],
    ['GET', '/api/v1/icon/list/more', 404],
    ['PUT', '/api/v1/icon/list', 405],
    ['PATCH', '/api/v1/icon/list', 405],
    ['PROPFIND', '/api/v1/icon/list', 405],
    ['GET', '/api/v1/icon/a%00', 400],
    ['GET', '/api/v1/icon//list', 404],
  ])('%s %s: %i in the envelope', async (method, path, code) => {
    await start()
    const { status, text, headers } = await ask(path, method)
    expect(status).toBe(code)
    expect(JSON.parse(text)).toMatchObject({ code, data: null })
    expect(headers).toMatchObject({ ...READABLE, 'cache-control': 'no-store' })
    expect(headers.allow).toBe(code === 405 ? 'GET, HEAD, OPTIONS' : undefined)
  })

  it('of the limit of a network, of requests in flight and of a backend that is away', async () => {
    await start(limitedBy({ buckets: createBuckets({ factor: 1 / 1200, now: () => 0 }) }))
    expect((await ask('/api/v1/icon/list')).status).toBe(200)
    const late = await ask('/api/v1/icon/list')
    expect(late).toMatchObject({ status: 429, headers: READABLE })
    expect(late.headers['ratelimit']).toBe(`"calls";r=0;t=${late.headers['retry-after']}`)
    await site.stop()
    const inFlight = createInFlight({ requests: { all: 0, perAddress: 1 } })
    await start(limitedBy({ inFlight }))
    expect(await ask('/api/v1/icon/list')).toMatchObject({ status: 503, headers: READABLE })
    await site.stop()
    stubVariables({ BACKEND_URL: 'http://127.0.0.1:9' })
    await start()
    expect(await ask('/api/v1/icon/list')).toMatchObject({ status: 503, headers: READABLE })
  })
})

describe('a preflight', () => {
  it('of a public read allows any header but Authorization, for a day, and is not counted', async () => {
    await start()
    const headers = {
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'if-none-match,range',
    }
    for (const path of ['/api/v1/icon/list', '/api/v1/file/abc/a.iconpack', '/feeds/en/all.xml']) {
      const asked = await ask(path, 'OPTIONS', headers)
      expect(asked.headers, path).toMatchObject({
        ...READABLE,
        'access-control-allow-methods': 'GET, HEAD',
        'access-control-allow-headers':
          'accept, content-type, if-match, if-modified-since, if-none-match, if-range, range',
        'access-control-max-age': '86400',
      })
    }
    const asked = await ask('/api/v1/icon/list', 'OPTIONS', headers)
    expect(asked).toMatchObject({ status: 204, text: '', headers: { allow: 'GET, HEAD, OPTIONS' } })
    expect(asked.headers).not.toHaveProperty('ratelimit')
    expect(backend.requests).toEqual([])
  })

  it('of a path without a call is 404 in the envelope', async () => {
    await start()
    for (const path of ['/api/v1/nothing', '/api/v1/index/changes', '/api/v1/auth/refresh_token']) {
      expect(await ask(path, 'OPTIONS'), path).toMatchObject({ status: 404 })
    }
  })

  it('cannot open an account’s file by an encoded slash', async () => {
    await start()
    const { headers } = await ask('/api/v1/account/hidden/icon/abc/files/a%2Fb')
    expect(headers).not.toHaveProperty('access-control-allow-origin')
  })
})

describe('the limit of a network', () => {
  it('is in each answer of the API: a policy, and what is left of it', async () => {
    await start(limitedBy({ buckets: createBuckets({ now: () => 0 }) }))
    const limits = async (path: string, method?: string) => {
      const { headers } = await ask(path, method)
      return [headers['ratelimit-policy'], headers['ratelimit']]
    }
    expect(await limits('/api/v1/icon/list')).toEqual(['"calls";q=1200;w=40', '"calls";r=1199;t=1'])
    expect(await limits('/api/v1/index/search?q=a')).toEqual([
      '"searches";q=400;w=40',
      '"searches";r=399;t=1',
    ])
    expect(await limits('/api/v1/icon', 'POST')).toEqual([
      '"calls";q=1200;w=40',
      '"calls";r=1198;t=1',
    ])
  })

  it('is in no answer that caches give to others, except for its policy', async () => {
    backend.behave((_, res) => {
      res.setHeader('cache-control', 'public, max-age=31536000, immutable')
      res.writeHead(200, { 'content-type': 'image/webp' }).end('x')
    })
    await start()
    const { headers } = await ask('/api/v1/picture/abc/320')
    expect(headers['ratelimit-policy']).toBe('"pictures";q=10000;w=50')
    expect(headers).not.toHaveProperty('ratelimit')
  })

  it('is in no page', async () => {
    site = await startSite((_, res) => void res.end('page'))
    const { headers } = await ask('/home/index')
    expect(headers).not.toHaveProperty('ratelimit-policy')
    expect(headers).not.toHaveProperty('access-control-allow-origin')
  })
})
