import { afterEach, describe, expect, it } from 'vitest'
import { type StubSite, startSite } from './stub-site.ts'

/* What reaches the framework of a request that has passed a proxy. */

let site: StubSite
afterEach(() => site.stop())

/** A site that responds with the request headers that reach Next. */
const echo = (options: Parameters<typeof startSite>[1] = {}) =>
  startSite((req, res) => void res.end(JSON.stringify(req.headers)), options)

const FORWARDED = {
  'x-forwarded-host': 'evil.example',
  'x-forwarded-port': '1',
  'x-forwarded-proto': 'ftp',
}

describe.each([[], ['127.0.0.1']])('with the trusted proxies %j', (...trustedProxies) => {
  /** What proxies pass by default: their own name for the site, that of the visitor without its port, or nothing. */
  const HOSTS = ['127.0.0.1:3000', 'localhost', 'keystrip.test', '[::1]:80']
  it.each([
    ['https://keystrip.test', 'keystrip.test', '443', 'https'],
    ['http://keystrip.test', 'keystrip.test', '80', 'http'],
    ['https://keystrip.test:8443', 'keystrip.test:8443', '8443', 'https'],
  ])(
    'the address of %s reaches the framework, whatever Host is passed',
    async (siteUrl, host, port, scheme) => {
      site = await echo({ trustedProxies, siteUrl })
      for (const passed of HOSTS) {
        for (const [method, origin] of [
          ['GET', undefined],
          ['POST', siteUrl],
        ] as const) {
          const headers = { ...FORWARDED, host: passed, ...(origin && { origin }) }
          const { text } = await site.ask('/home/report', { method, headers })
          expect(JSON.parse(text), `${method} ${passed}`).toMatchObject({
            host,
            'x-forwarded-host': host,
            'x-forwarded-port': port,
            'x-forwarded-proto': scheme,
          })
          expect(JSON.parse(text).origin).toBe(origin)
        }
      }
    },
  )
})

it('a write that the server has judged has the origin of the site; a call that its handler judges keeps its own', async () => {
  site = await echo()
  const originOf = async (path: string, headers: Record<string, string>) =>
    JSON.parse((await site.ask(path, { method: 'POST', headers })).text).origin
  const own = { 'sec-fetch-site': 'same-origin' }
  for (const path of ['/home/report', '/api/session/end', '/api/publish/en/icon']) {
    for (const origin of ['null', 'http://127.0.0.1:3000', 'no address']) {
      expect(await originOf(path, { ...own, origin })).toBe('https://keystrip.test')
    }
    expect(await originOf(path, own)).toBe('https://keystrip.test')
  }
  for (const path of ['/api/v1/auth/log_in', '/api/revalidate', '/api/cache']) {
    expect(await originOf(path, { origin: 'https://evil.example' })).toBe('https://evil.example')
    expect(await originOf(path, {})).toBeUndefined()
  }
})
