import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { JUST_CHANGED } from '#lib/cache/just-changed.ts'
import { answer, FAULTS } from '#tests/support/faulty-backend.ts'
import { type Api, HIT, LIST, SECRET, startApi } from './stub-api.ts'
import { waitFor } from '#tests/support/wait.ts'

/* Public reads of the API: answered by the server in front. */

let site: Api
beforeEach(async () => {
  site = await startApi()
})
afterEach(() => site.stop())

describe('a public read', () => {
  it('is answered without the framework, and again without the backend', async () => {
    const first = await site.ask(LIST)
    const second = await site.ask(LIST)
    expect(JSON.parse(first.text)).toMatchObject({ code: 200, data: site.listed() })
    expect(second.text).toBe(first.text)
    expect(second.headers['cache-status']).toMatch(HIT)
    expect(site.backend.requests.map(({ url }) => url.replace('/api/v1', ''))).toEqual([
      '/icon/list',
    ])
    expect(site.passed).toEqual([])
  })

  it('has the same headers whether its answer is kept or not, except for its age', async () => {
    const read = async (headers: Record<string, string> = {}) => {
      const { headers: sent } = await site.ask(LIST, { headers })
      // Of this response, of its encoding, and of the cache.
      const own =
        'date x-request-id ratelimit vary content-length transfer-encoding age cache-status'
      return Object.fromEntries(
        Object.entries(sent).filter(([name]) => !own.split(' ').includes(name)),
      )
    }
    const plain = await read({ cookie: `${JUST_CHANGED.name}=${JUST_CHANGED.value}` })
    expect(plain).toMatchObject({
      'access-control-allow-origin': '*',
      'cache-control': 'no-cache',
      etag: expect.stringMatching(/^W\/"[\w-]{22}"$/),
      link: '</api/v1/icon/list?after=abc_-1>; rel="next", </api/v1/icon/list>; rel="first"',
      'ratelimit-policy': '"calls";q=1200;w=40',
      'x-content-type-options': 'nosniff',
    })
    expect(await read()).toEqual(plain)
    expect(await read()).toEqual(plain)
    expect(site.backend.requests).toHaveLength(2)
  })

  it('that leads to a file is passed on each time, to pages of other sites too', async () => {
    const location = '/api/v1/file/f1/pack.iconpack'
    const sent = { location, 'cache-control': 'public, max-age=60', 'x-project': 'icon/a' }
    site.backend.behave((_, res) => res.writeHead(302, sent).end())
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await site.ask('/api/v1/icon/a/latest', { method })
      expect([status, headers.location]).toEqual([302, location])
      expect(headers).toMatchObject({
        'access-control-allow-origin': '*',
        'cache-control': 'public, max-age=60',
      })
    }
    expect(site.backend.requests).toHaveLength(2)
    expect(site.passed).toEqual([])
  })

  it('is compressed once for all who accept that, and whole for the others', async () => {
    const headers = { 'accept-encoding': 'br' }
    const [first, second] = [await site.ask(LIST, { headers }), await site.ask(LIST, { headers })]
    expect(second.headers['content-encoding']).toBe('br')
    expect(second.body).toEqual(first.body)
    expect(JSON.parse((await site.ask(LIST)).text)).toMatchObject({ code: 200 })
    expect(site.backend.requests).toHaveLength(1)
  })

  it('by HEAD, or with the tag of its answer, gets no body of the same kept answer', async () => {
    const { headers } = await site.ask(LIST)
    const { etag = '' } = headers
    const head = await site.ask(LIST, { method: 'HEAD' })
    expect([head.status, head.text, head.headers.etag]).toEqual([200, '', etag])
    const known = await site.ask(LIST, { headers: { 'if-none-match': etag } })
    expect([known.status, known.text, known.headers.etag]).toEqual([304, '', etag])
    expect(known.headers['cache-control']).toBe('no-cache')
    expect(site.backend.requests).toHaveLength(1)
  })

  it('is asked for with nothing of the visitor, and under one address', async () => {
    const headers = { 'accept-language': 'fr', 'user-agent': 'Test/1', cookie: 'theme=dark' }
    await site.ask(`${LIST}?author=Zo%C3%AB&sort=name&after=`, { headers })
    await site.ask(`${LIST}?sort=name&author=Zoë`.replace('ë', '%c3%ab'))
    expect(site.backend.requests.map(({ url }) => url.replace('/api/v1', ''))).toEqual([
      '/icon/list?author=Zo%C3%AB&sort=name',
    ])
    const sent = site.backend.requests[0]?.headers
    expect(sent?.['x-internal-secret']).toBe(SECRET)
    expect(Object.keys(sent ?? {})).not.toContain('x-client-address')
    expect(JSON.stringify(sent)).not.toMatch(/Test|dark|"fr"/)
  })

  it('that several ask for at once is asked for once', async () => {
    const held = site.hold()
    const all = [1, 2, 3].map(() => site.ask(LIST))
    await waitFor(() => expect(held).toHaveLength(1))
    // Each has been counted, so all of them have come.
    await waitFor(async () => {
      const { headers } = await site.ask('/api/v1/nothing')
      expect(Number(/r=(\d+)/.exec(String(headers['ratelimit']))?.[1])).toBeLessThan(1197)
    })
    held.forEach((end) => end())
    expect((await Promise.all(all)).map(({ status }) => status)).toEqual([200, 200, 200])
    expect(site.backend.requests).toHaveLength(1)
  })
})

describe('is never kept:', () => {
  it.each([
    ['an error', LIST, (res) => answer(res, 404, null)],
    ['an error with status 200', LIST, (res) => answer(res, 503, null, 200)],
    [
      'JSON that is no answer',
      LIST,
      (res) => res.setHeader('content-type', 'application/json').end('{"items":[]}'),
    ],
    ['an answer without its projects', LIST, (res) => answer(res, 200, null)],
    [
      'an answer with a lifetime of the backend',
      LIST,
      (res) => answer(res.setHeader('cache-control', 'private, max-age=5'), 200, site.listed()),
    ],
    [
      'an answer with a cookie',
      LIST,
      (res) => answer(res.setHeader('set-cookie', 'a=b'), 200, site.listed()),
    ],
    ['a search', '/api/v1/index/search?q=a', (res) => answer(res, 200, site.listed())],
    [
      'an answer that names unknown parameters',
      `${LIST}?x=1`,
      (res) => answer(res, 200, site.listed()),
    ],
    [
      'an answer to repeated parameters',
      `${LIST}?limit=1&limit=2`,
      (res) => answer(res, 200, site.listed()),
    ],
    [
      'a picture',
      '/api/v1/picture/abc/320',
      (res) => res.setHeader('content-type', 'image/webp').end('x'),
    ],
  ] satisfies [string, string, (res: Parameters<typeof answer>[0]) => unknown][])(
    '%s',
    async (_, path, behave) => {
      site.backend.behave((__, res) => void behave(res))
      const [first, second] = [await site.ask(path), await site.ask(path)]
      expect(second.text).toBe(first.text)
      expect(second.headers['set-cookie']).toBeUndefined()
      expect(site.backend.requests).toHaveLength(2)
      expect(site.answers.size()).toBe(0)
      expect(site.passed).toEqual([])
    },
  )
})

describe('the framework answers', () => {
  it.each([
    ['a token', LIST, { authorization: 'Bearer x' }],
    ['a session', LIST, { cookie: 'a=b; __Host-session=x' }],
    ['a session without https', LIST, { cookie: 'session=x' }],
    ['no call', '/api/v1/nothing', {}],
    ['a call of an account', '/api/v1/account/info', {}],
    ['a call of the site itself', '/api/v1/index/changes', {}],
  ])('a request with %s', async (_, path, headers) => {
    await site.ask(LIST)
    expect((await site.ask(path, { headers })).text).toBe('the framework')
    expect(site.passed).toHaveLength(1)
    expect(site.backend.requests).toHaveLength(1)
  })
})

it('a file is streamed with its range, for the address of the visitor', async () => {
  site.backend.behave((_, res) => {
    const headers = { 'content-range': 'bytes 2-4/9', 'content-type': 'application/zip' }
    res.writeHead(206, { ...headers, 'content-length': 3, 'accept-ranges': 'bytes' }).end('cde')
  })
  const headers = { range: 'bytes=2-4' }
  const part = await site.ask('/api/v1/file/abc/a.iconpack', { headers })
  expect([part.status, part.text, part.headers['content-length']]).toEqual([206, 'cde', '3'])
  expect(part.headers['content-range']).toBe('bytes 2-4/9')
  expect(site.backend.requests[0]?.headers).toMatchObject({
    range: 'bytes=2-4',
    'x-client-address': '127.0.0.1',
    'x-internal-secret': SECRET,
  })
})

it.each([
  ['html', 502],
  ['cut off', 502],
  ['resets', 503],
  ['redirects', 502],
] as const)(
  'to a broken backend (%s) answers %i in the envelope, with the id of the request',
  async (fault, code) => {
    site.backend.behave(FAULTS[fault])
    const { status, headers, text } = await site.ask(LIST)
    expect(status).toBe(code)
    expect(headers['cache-control']).toBe('no-store')
    expect(JSON.parse(text)).toMatchObject({
      code,
      data: null,
      request_id: headers['x-request-id'],
    })
  },
)
