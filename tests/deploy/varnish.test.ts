import type { IncomingMessage } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { isVarnishInstalled } from '#tests/support/engines/varnish.ts'
import { type Answers, createStubFront } from './stub-front.ts'
import { type StubAnswer, PAGE, PUBLIC } from './stub-web.ts'
import { waitFor } from '#tests/support/wait.ts'
import { headOnly } from '#tests/support/head.ts'

/* deploy/varnish/keystrip.vcl with a stub in place of the web processes. */

const front = createStubFront()
const { start, startWithGrace, ask, textOf, purge } = front
afterEach(front.stop)

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
    await waitFor(() => expect(web.requests).toHaveLength(1))
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

  it('passes the requests of a browser that has just changed something', async () => {
    const [web] = await start()
    await ask(PAGE)
    expect(await textOf(PAGE, { cookie: 'fresh=1' })).toBe('page 2')
    expect(await textOf(PAGE, { cookie: 'a=b; fresh=1; c=d' })).toBe('page 3')
    expect(await textOf(PAGE, { cookie: 'refresh=1; fresh=10' })).toBe('page 1')
    expect(web.requests).toHaveLength(3)
  })

  it('refuses a purge from the public socket, and anything else on that for purges', async () => {
    const [web] = await start()
    await ask(PAGE)
    const headers = { 'surrogate-key': 'catalogue' }
    expect((await ask(PAGE, { method: 'PURGE', headers })).status).toBe(405)
    expect((await headOnly(fetch(`${front.purgeUrl()}${PAGE}`))).status).toBe(405)
    expect((await headOnly(fetch(front.purgeUrl(), { method: 'PURGE' }))).status).toBe(400)
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
    const [web] = await start((): StubAnswer =>
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
    await waitFor(async () => {
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
    await waitFor(async () => expect((await ask(PAGE)).status).toBe(200))
  })

  it('serves what it holds where a page fails although the process is ready', async () => {
    let isBroken = false
    const old = { age: '299', 'cache-control': 'public, s-maxage=300', 'surrogate-key': 'a' }
    const web = await startWithGrace('0s', (): StubAnswer =>
      isBroken ? { status: 500 } : { headers: old },
    )
    await ask(PAGE)
    isBroken = true
    await waitFor(async () => {
      expect(await ask(PAGE)).toMatchObject({ status: 200, text: 'page 1' })
      expect(web.requests.length, 'it was asked for a new one').toBeGreaterThan(1)
    }, 10_000)
    expect((await ask('/home/faq')).status).toBe(500)
  })

  it('answers 503 by itself while no process listens, and still serves what it holds', async () => {
    const [web] = await start()
    await ask(PAGE)
    await web.stop()
    expect(await ask(PAGE)).toMatchObject({ status: 200, text: 'page 1' })
    const { status, headers } = await ask('/home/faq')
    expect([status, headers.get('cache-control')]).toEqual([503, 'no-store'])
    expect((await ask('/home/user/index')).status).toBe(503)
  })

  it('loses no page while one of two processes is gone', async () => {
    const [one] = await start(
      () => ({}),
      () => ({}),
    )
    await one.stop()
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
