import { setImmediate } from 'node:timers/promises'
import { afterEach, expect, it, vi } from 'vitest'
import { type StubSite, startSite } from './stub-site.ts'

let site: StubSite
afterEach(async () => {
  vi.useRealTimers()
  await site.stop()
})

const failing = (status: number, body: string) =>
  startSite((_req, res) => {
    res.writeHead(status, {
      'content-type': 'text/html',
      'cache-control': 's-maxage=300',
      etag: '"1"',
    })
    res.flushHeaders()
    res.write(body.slice(0, 5))
    res.end(body.slice(5))
  })

it.each([
  ['/nowhere', 'en'],
  ['/fr/nowhere', 'fr'],
  ['/zh-cn', 'zh-cn'],
  ['/ja/home', 'ja'],
  ['/de/', 'de'],
])('%s without a page answers 404 with the status page in %s', async (path, locale) => {
  site = await failing(404, '<html></html>')
  const answer = await site.ask(path)
  expect(answer.status).toBe(404)
  expect(answer.text).toBe(`<p lang="${locale}">page of 404</p>`)
  expect(answer.headers).toMatchObject({
    'cache-control': 'no-store',
    'content-type': 'text/html; charset=utf-8',
    'content-length': String(answer.body.length),
  })
  expect(answer.headers.etag).toBeUndefined()
})

it.each([
  [500, 'a render failed', 500],
  [500, 'self.__next_f.push([1,"E{\\"digest\\":\\"BACKEND;502\\"}"])', 502],
  [500, 'self.__next_f.push([1,"E{\\"digest\\":\\"BACKEND;503\\"}"])', 503],
  [500, 'BACKEND;504', 504],
  [500, 'BACKEND;200', 500],
  [404, 'BACKEND;503', 404],
])('an error page with status %i and body "%s" becomes %i', async (original, body, status) => {
  site = await failing(original, body)
  const answer = await site.ask('/de/home')
  expect(answer.status).toBe(status)
  expect(answer.text).toBe(`<p lang="de">page of ${status}</p>`)
  expect(answer.headers['retry-after']).toBe(status === 503 ? '5' : undefined)
})

it('sends only the headers of a status page to HEAD', async () => {
  site = await failing(404, '')
  const answer = await site.ask('/nowhere', { method: 'HEAD' })
  expect(answer).toMatchObject({ status: 404, text: '' })
  expect(Number(answer.headers['content-length'])).toBeGreaterThan(0)
})

it('passes on errors for the client router and server actions', async () => {
  site = await failing(404, 'payload')
  for (const name of ['rsc', 'next-action']) {
    expect((await site.ask('/nowhere', { headers: { [name]: '1' } })).text).toBe('payload')
  }
  expect((await site.ask('/_next/static/a.js')).text).toBe('payload')
})

it('replaces an HTML error below /api/ by the envelope and passes envelopes on', async () => {
  site = await startSite((req, res) => {
    const isHtml = req.url === '/api/html'
    res.writeHead(404, { 'content-type': isHtml ? 'text/html' : 'application/json' })
    res.end(isHtml ? '<html>' : '{"code":404}')
  })
  const html = await site.ask('/api/html')
  expect(JSON.parse(html.text)).toEqual({
    code: 404,
    message: 'Not Found',
    data: null,
    request_id: html.headers['x-request-id'],
  })
  expect((await site.ask('/api/json')).text).toBe('{"code":404}')
})

it('passes on the error page of Next when there is no status page', async () => {
  site = await startSite(
    (_req, res) => {
      res.statusCode = 404
      res.end('own')
    },
    { pages: { find: () => undefined } },
  )
  expect((await site.ask('/nowhere')).text).toBe('own')
})

it('answers 500 with the status page and reports the error when the handler throws', async () => {
  site = await startSite(() => {
    throw new Error('secret detail')
  })
  const answer = await site.ask('/fr/home')
  expect(answer).toMatchObject({ status: 500, text: '<p lang="fr">page of 500</p>' })
  expect(site.errors).toMatchObject([{ method: 'GET', path: '/fr/home' }])
  expect(JSON.parse((await site.ask('/api/v1/x')).text).code).toBe(500)
})

it('closes the connection when the handler throws after the response began', async () => {
  site = await startSite(async (_req, res) => {
    res.write('half')
    await setImmediate()
    throw new Error('broken')
  })
  await expect(site.ask('/')).rejects.toThrow(/aborted|reset|hang up/)
})

it('answers 504 when a page does not begin in time, and discards its late response', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  site = await startSite(
    (_req, res) => {
      vi.advanceTimersByTime(1_001)
      res.end('late')
    },
    { pageDeadlineMs: 1_000 },
  )
  const answer = await site.ask('/ja/home')
  expect(answer).toMatchObject({ status: 504, text: '<p lang="ja">page of 504</p>' })
})

it('does not interrupt a page that began in time', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  site = await startSite(
    (_req, res) => {
      res.write('begun, ')
      vi.advanceTimersByTime(1_001)
      res.end('done')
    },
    { pageDeadlineMs: 1_000 },
  )
  expect((await site.ask('/')).text).toBe('begun, done')
})

it.each([
  ['/fr/%', 400, '<p lang="fr">page of 400</p>'],
  ['/de//x', 404, '<p lang="de">page of 404</p>'],
  ['/ja/status/404', 404, '<p lang="ja">page of 404</p>'],
  ['/api/%', 400, expect.stringContaining('{"code":400,"message":"Bad Request","data":null,')],
  ['/api//x', 404, expect.stringContaining('{"code":404,"message":"Not Found","data":null,')],
])('%s does not reach Next and answers %i', async (path, status, body) => {
  const next = vi.fn<() => void>()
  site = await startSite(next)
  expect(await site.ask(path)).toMatchObject({ status, text: body })
  expect(next).not.toHaveBeenCalled()
})

it.each(['/a\\b', '/caf\u00e9', '//evil.example', `/${'a'.repeat(10_000)}`, '/\x7f'])(
  'a raw request line with %j is refused with 400 or 404',
  async (target) => {
    site = await startSite((_req, res) => void res.end('reached'))
    const answer = await site.raw(`GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 40[04] /)
    expect(answer).not.toContain('reached')
  },
)

it.each(['a b', 'evil.example/x', '"><script>'])('refuses the host %j', async (host) => {
  site = await startSite((_req, res) => void res.end('reached'))
  const answer = await site.raw(`GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
  expect(answer).toMatch(/^HTTP\/1\.1 400 /)
})

it.each([
  ['TRACE', '/home/index', 'GET, HEAD, OPTIONS'],
  ['POST', '/home/index', 'GET, HEAD, OPTIONS'],
  ['POST', '/feeds/en/all.xml', 'GET, HEAD, OPTIONS'],
  ['POST', '/_next/static/chunks/a.css', 'GET, HEAD, OPTIONS'],
  ['PROPFIND', '/fr/login', 'GET, HEAD, POST, OPTIONS'],
  ['PUT', '/home/report/status', 'GET, HEAD, POST, OPTIONS'],
  ['PUT', '/zh-cn/home/user', 'GET, HEAD, OPTIONS'],
  ['TRACE', '/api/session', 'GET, HEAD, OPTIONS'],
  ['TRACE', '/api/v1/icon/list', 'GET, HEAD, OPTIONS'],
  ['LOCK', '/api/v1/icon', 'POST, PUT, DELETE, OPTIONS'],
])('%s %s answers 405 and does not reach Next', async (method, path, allow) => {
  let reached = 0
  site = await startSite((_req, res) => {
    reached += 1
    res.end()
  })
  const answer = await site.ask(path, { method })
  expect(answer.status).toBe(405)
  expect(answer.headers.allow).toBe(allow)
  expect(reached).toBe(0)
})

it.each([
  ['/home/index', 'GET, HEAD, OPTIONS'],
  ['/_next/static/chunks/a.css', 'GET, HEAD, OPTIONS'],
  ['/embed/en/icon/a', 'GET, HEAD, OPTIONS'],
  ['/home/report', 'GET, HEAD, POST, OPTIONS'],
])('OPTIONS %s lists the methods, and does not reach Next', async (path, allow) => {
  let reached = 0
  site = await startSite((_req, res) => {
    reached += 1
    res.end()
  })
  const answer = await site.ask(path, { method: 'OPTIONS' })
  expect(answer).toMatchObject({ status: 204, text: '', headers: { allow } })
  expect(reached).toBe(0)
})

it.each([
  ['that is a malformed action call becomes 400', 'E{"digest":"1879980597"}', 400],
  ['whose action failed becomes 500', 'E{"digest":"ACTION;500"}', 500],
  ['while the backend is down becomes 503', 'E{"digest":"BACKEND;503"}', 503],
])('a 500 for a form post %s', async (_case, body, status) => {
  site = await failing(500, body)
  const headers = { origin: 'https://keystrip.test' }
  const answer = await site.ask('/home/report', { method: 'POST', headers })
  expect(answer.status).toBe(status)
  expect(answer.text).toBe(`<p lang="en">page of ${status}</p>`)
})

it('a failed action call of the client router keeps its response; a malformed one becomes 400', async () => {
  const headers = { origin: 'https://keystrip.test', 'next-action': 'a'.repeat(42) }
  site = await failing(500, 'E{"digest":"ACTION;500"}')
  const failed = await site.ask('/home/report', { method: 'POST', headers })
  expect(failed).toMatchObject({ status: 500, text: 'E{"digest":"ACTION;500"}' })
  await site.stop()
  site = await failing(500, 'E{"digest":"1117213120"}')
  expect(await site.ask('/home/report', { method: 'POST', headers })).toMatchObject({ status: 400 })
})
