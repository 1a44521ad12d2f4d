import type { IncomingMessage } from 'node:http'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { purgeCaches } from '#lib/cache/purge.ts'
import { expireTags } from '#lib/cache/state.ts'
import { isVarnishInstalled, startVarnish } from '#tests/support/engines/varnish.ts'
import { startPurgeStub } from '#tests/support/purge-stub.ts'
import { type Answer, PAGE, PUBLIC, startStubWeb } from './stub-web.ts'

/* deploy/varnish/keystrip.vcl with a stub in place of the web processes. */

type Web = Awaited<ReturnType<typeof startStubWeb>>
type Varnish = Awaited<ReturnType<typeof startVarnish>>
let webs: Web[] = []
let varnish: Varnish
afterEach(async () => {
  await varnish.stop()
  for (const web of webs) await web.stop()
})

type Answers = Parameters<typeof startStubWeb>[0]
/** Varnish in front of one web process, or of two that answer differently. */
async function start(answer?: Answers, other?: Answers): Promise<[Web, Web]> {
  const one = await startStubWeb(answer)
  const two = other ? await startStubWeb(other) : one
  webs = other ? [one, two] : [one]
  varnish = await startVarnish([one.port, two.port])
  return [one, two]
}
type Init = { headers?: Record<string, string>; method?: string }
async function ask(path: string, init: Init = {}) {
  const response = await fetch(varnish.url + path, { redirect: 'manual', ...init })
  return { status: response.status, headers: response.headers, text: await response.text() }
}
const purge = (keys: string) =>
  fetch(varnish.purgeUrl, { method: 'PURGE', headers: { 'surrogate-key': keys } })
const textOf = async (path: string, headers: Record<string, string> = {}) =>
  (await ask(path, { headers })).text

describe.skipIf(!isVarnishInstalled())('Varnish', () => {
  it('serves a held page without asking the site, whatever cookies, host and agent the visitor has', async () => {
    const [web] = await start()
    expect(await textOf(PAGE)).toBe('page 1')
    expect(await textOf(PAGE, { cookie: 'session=ada', 'user-agent': 'other' })).toBe('page 1')
    expect(await textOf(PAGE, { 'next-router-state-tree': 'x', 'x-forwarded-host': 'evil' })).toBe(
      'page 1',
    )
    expect((await ask(PAGE, { method: 'HEAD' })).status).toBe(200)
    expect(web.requests).toHaveLength(1)
  })

  it('asks once for a page that many request at the same time', async () => {
    const open = Promise.withResolvers<void>()
    const [web] = await start(() => open.promise.then(() => ({})))
    const answers = Promise.all([1, 2, 3, 4, 5].map(() => textOf(PAGE)))
    await vi.waitFor(() => expect(web.requests).toHaveLength(1))
    open.resolve()
    expect(new Set(await answers)).toEqual(new Set(['page 1']))
    expect(web.requests).toHaveLength(1)
  })

  it('tells visitors no tags and no internals, and which request theirs was', async () => {
    await start(() => ({ headers: { 'x-request-id': 'of-the-first' } }))
    await ask(PAGE)
    const { headers } = await ask(PAGE, { headers: { 'x-request-id': 'of-the-second' } })
    for (const name of ['surrogate-key', 'cache-tag', 'xkey', 'via', 'x-varnish']) {
      expect([name, headers.get(name)]).toEqual([name, null])
    }
    expect(headers.get('x-request-id')).toBe('of-the-second')
    expect(headers.get('cache-status')).toBe('keystrip; hit, front; hit')
  })

  it('purges the pages of a tag and no others', async () => {
    const [web] = await start((req) => ({
      headers: { 'surrogate-key': `catalogue ${req.url === PAGE ? 'a b' : 'c'}` },
    }))
    await ask(PAGE)
    await ask('/home/iconpack')
    expect(await (await purge('nothing b')).text()).toBe('1')
    expect(await textOf(PAGE)).toBe('page 3')
    expect(await textOf('/home/iconpack')).toBe('page 2')
    expect(await (await purge('catalogue')).text()).toBe('2')
    await ask('/home/iconpack')
    expect(web.requests).toHaveLength(4)
  })

  it('loses a page that was on its way during its purge with the second purge', async () => {
    const old = Promise.withResolvers<void>()
    const [web] = await start((_, count) => (count === 1 ? old.promise.then(() => ({})) : {}))
    const first = textOf(PAGE)
    await vi.waitFor(() => expect(web.requests).toHaveLength(1))
    const relay = await startPurgeStub(async (_, keys) => (await purge(keys)).status)
    const stopping = new AbortController()
    const failures = { failed: () => undefined, works: () => undefined }
    purgeCaches({ urls: [relay.url], signal: stopping.signal, failures, repeatMs: 1_000 })
    await vi.waitFor(() => expect(relay.purges).toHaveLength(1))
    expireTags(['list:icon'])
    await vi.waitFor(() => expect(relay.purges).toHaveLength(2))
    old.resolve()
    expect(await first).toBe('page 1')
    expect(await textOf(PAGE), 'the race').toBe('page 1')
    await vi.waitFor(async () => expect(await textOf(PAGE)).toBe('page 2'), 5_000)
    stopping.abort()
    await relay.stop()
  })

  it('refuses a purge from the public socket, and anything else on that for purges', async () => {
    const [web] = await start()
    await ask(PAGE)
    const headers = { 'surrogate-key': 'catalogue' }
    expect((await ask(PAGE, { method: 'PURGE', headers })).status).toBe(405)
    expect((await fetch(`${varnish.purgeUrl}${PAGE}`)).status).toBe(405)
    expect((await fetch(varnish.purgeUrl, { method: 'PURGE' })).status).toBe(400)
    expect(await textOf(PAGE)).toBe('page 1')
    expect(web.requests).toHaveLength(1)
  })

  it.each([
    ['a cookie', { headers: { 'set-cookie': 'session=ada' } }],
    ['private', { headers: { 'cache-control': 'private, no-store', 'surrogate-key': 'a' } }],
    [
      'no-store, as a page that was purged while it was rendered',
      { headers: { 'cache-control': 'no-store', 'surrogate-key': 'a' } },
    ],
    ['no tags', { headers: PUBLIC }],
    ['a redirect', { status: 307, headers: { ...PUBLIC, location: '/x', 'surrogate-key': 'a' } }],
    ['not found', { status: 404, headers: { 'cache-control': 'no-store' } }],
  ])('does not hold an answer with %s', async (_, answer) => {
    const [web] = await start(() => answer)
    await ask(PAGE, { headers: { cookie: 'session=ada' } })
    const second = await ask(PAGE)
    expect(second.text).toBe('page 2')
    expect(web.requests).toHaveLength(2)
    expect(web.requests[0]?.headers.cookie).toBe('session=ada')
  })

  it.each([
    ['a page of the user area', '/home/user/index', {}],
    ['a search', '/home/search?q=sun', {}],
    ['the API', '/api/v1/icon/list', {}],
    ['a request of the client router', PAGE, { rsc: '1' }],
  ])('does not hold %s, even where the answer looks public', async (_, path, headers) => {
    const [web] = await start()
    await ask(path, { headers })
    expect(await textOf(path, headers)).toBe('page 2')
    expect(web.requests).toHaveLength(2)
  })

  it('holds an address with each view of a list', async () => {
    const [web] = await start()
    await ask('/home/iconpack')
    await ask('/home/iconpack?sort=recent')
    await ask('/zh-cn/home/iconpack/detail/abc')
    await ask('/home/author/Ada%20L/plugin')
    for (const { url } of web.requests.slice()) await ask(url)
    expect(web.requests).toHaveLength(4)
  })

  it('holds one variant for each encoding that the site sends', async () => {
    const [web] = await start((req) => ({ body: String(req.headers['accept-encoding']) }))
    const variants = [
      ['gzip, deflate, br, zstd', 'br'],
      ['br;q=0.5,gzip', 'br'],
      ['gzip, deflate', 'gzip'],
      ['br;q=0, gzip;q=0.8', 'gzip'],
      ['br;q=0.0', 'undefined'],
      ['identity', 'undefined'],
    ] as const
    for (const [sent, received] of variants) {
      const { text, headers } = await ask(PAGE, { headers: { 'accept-encoding': sent } })
      expect([sent, text]).toEqual([sent, received])
      expect(headers.get('vary')).toContain('accept-encoding')
    }
    expect(web.requests).toHaveLength(3)
  })

  it('serves what it holds while the site fails, and the answer of the site for the rest', async () => {
    let isDown = false
    const [web] = await start((): Answer =>
      isDown
        ? { status: 503, headers: { 'cache-control': 'no-store' }, body: 'status page' }
        : // Beyond the five minutes for which a stale page is sent without a question.
          {
            headers: { age: '299', 'cache-control': 'public, s-maxage=300', 'surrogate-key': 'a' },
          },
    )
    await ask(PAGE)
    isDown = true
    web.state.isReady = false
    await vi.waitFor(async () => {
      // Long enough for the page to be past its lifetime of a second.
      const { text, headers } = await ask('/home/faq')
      expect(text).toBe('status page')
      expect(headers.get('cache-status')).toContain('front; fwd=miss')
      expect(Number((await ask(PAGE)).headers.get('age'))).toBeGreaterThan(301)
    }, 10_000)
    expect(await ask(PAGE)).toMatchObject({ status: 200, text: 'page 1' })
    await purge('a')
    expect(await ask(PAGE), 'a purged page is not shown again').toMatchObject({ status: 503 })
    isDown = false
    await vi.waitFor(async () => expect((await ask(PAGE)).status).toBe(200))
  })

  it('serves what it holds where a page fails although the process is ready', async () => {
    let isBroken = false
    const old = { age: '299', 'cache-control': 'public, s-maxage=300', 'surrogate-key': 'a' }
    const web = await startStubWeb((): Answer => (isBroken ? { status: 500 } : { headers: old }))
    webs = [web]
    // Instead of waiting for five minutes.
    varnish = await startVarnish([web.port, web.port], [['req.grace = 300s', 'req.grace = 0s']])
    await ask(PAGE)
    isBroken = true
    await vi.waitFor(async () => {
      expect(await ask(PAGE)).toMatchObject({ status: 200, text: 'page 1' })
      expect(web.requests.length, 'it was asked for a new one').toBeGreaterThan(1)
    }, 10_000)
    expect((await ask('/home/faq')).status).toBe(500)
  })

  it('answers 503 by itself while no process listens, and still serves what it holds', async () => {
    const [web] = await start()
    await ask(PAGE)
    await web.stop()
    webs = []
    expect(await ask(PAGE)).toMatchObject({ status: 200, text: 'page 1' })
    const { status, headers } = await ask('/home/faq')
    expect([status, headers.get('cache-control')]).toEqual([503, 'no-store'])
    expect((await ask('/home/user/index')).status).toBe(503)
  })

  it('loses no page while one of two processes is gone', async () => {
    const [one, two] = await start(
      () => ({}),
      () => ({}),
    )
    await one.stop()
    webs = [two]
    // At once, before a probe has noticed.
    const addresses = Array.from({ length: 40 }, (_, at) =>
      at % 2 === 0 ? `/home/author/a${at}` : `/home/search?q=${at}`,
    )
    const statuses = await Promise.all(addresses.map(async (one) => (await ask(one)).status))
    expect(statuses).toEqual(addresses.map(() => 200))
  })

  it('asks the other process for a script of another release', async () => {
    const hasIt: Answers = (req: IncomingMessage) =>
      req.url === '/_next/static/new.js'
        ? { headers: { 'cache-control': 'public, max-age=31536000, immutable' }, body: 'code' }
        : { status: 404 }
    await start(hasIt, () => ({ status: 404, headers: { 'cache-control': 'no-store' } }))
    const found = [1, 2, 3, 4].map(() => textOf('/_next/static/new.js'))
    expect(await Promise.all(found)).toEqual(['code', 'code', 'code', 'code'])
    expect((await ask('/_next/static/none.js')).status).toBe(404)
  })
})
