import { afterEach, describe, expect, it } from 'vitest'
import { ownMethodsOf } from '#server/own-calls.ts'
import { type StubSite, startSite } from './stub-site.ts'

let site: StubSite
afterEach(() => site.stop())

/** A site whose pages and handlers confirm that a request reached them. */
const start = () => startSite((_, res) => void res.end('reached'))

const WRITES = ['POST', 'PUT', 'PATCH', 'DELETE']
const FOREIGN: Record<string, string>[] = [
  {},
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'none' },
]
const OWN: Record<string, string>[] = [
  { 'sec-fetch-site': 'same-origin' },
  { origin: 'https://keystrip.test' },
]

describe('a cross-site write', () => {
  it.each([
    '/login',
    '/de/login',
    '/api/login',
    '/api/register',
    '/API/login',
    '/api',
    '/api/',
    '/%61pi/login',
    '/api/v1',
    '/api/v12/login',
    '/api/v1x',
    '/api/session',
    '/api/session/end',
    '/api/session/github',
    '/api/account/delete',
    '/api/form/enter',
    '/api/needs-scripts',
    '/api/revalidate/x',
    '/feeds/login',
    '/icons/login',
    '/_next/login',
    '/home/user/account/ada',
    '/home/report',
    '/de/home/report',
  ])('is refused: %s', async (path) => {
    site = await start()
    const isApi = /^\/(?:api|%61pi)(?:\/|$)/.test(path)
    const takesPosts = /^\/(?:de\/)?(?:home\/report|login)$/.test(path)
    for (const method of WRITES) {
      // Pages with forms allow no method but POST, others none; where no handler is, there is none to ask.
      const own = ownMethodsOf(decodeURIComponent(path))
      const isTaken = isApi
        ? own.length === 0 || own.includes(method)
        : takesPosts && method === 'POST'
      const expected = isTaken ? 403 : 405
      for (const headers of FOREIGN) {
        const { status, text } = await site.ask(path, { method, headers })
        expect({ status, text }, JSON.stringify(headers)).toMatchObject({ status: expected })
        expect(text).not.toContain('reached')
      }
    }
  })

  it.each(['/api/v1/auth/log_in', '/api/revalidate', '/api/cache'])(
    'reaches a handler that checks the origin itself: %s',
    async (path) => {
      site = await start()
      for (const headers of FOREIGN) {
        expect(await site.ask(path, { method: 'POST', headers })).toMatchObject({ text: 'reached' })
      }
    },
  )
})

it('same-origin writes reach pages and handlers, but no read-only routes', async () => {
  site = await start()
  for (const headers of OWN) {
    for (const path of ['/home/report', '/api/form/enter', '/fr/home/installed']) {
      const { text } = await site.ask(path, { method: 'POST', headers })
      expect(text, path).toBe('reached')
    }
    for (const path of ['/feeds/login', '/icons/login', '/cards/login', '/_next/login']) {
      const { status } = await site.ask(path, { method: 'POST', headers })
      expect(status, path).toBe(405)
    }
  }
})

it('cross-site reads are allowed', async () => {
  site = await start()
  for (const path of ['/login', '/api/session', '/feeds/en/all.xml']) {
    const { text } = await site.ask(path, { headers: { 'sec-fetch-site': 'cross-site' } })
    expect(text, path).toBe('reached')
  }
})
