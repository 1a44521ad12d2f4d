import { beforeEach, expect, it } from 'vitest'
import { answer } from '#tests/support/faulty-backend.ts'
import { callProxy, signedIn, SITE, startBehindWebApp } from '#tests/support/session.ts'
import { stubVariables } from '#tests/support/web-variables.ts'

const ME = { uid: 'u1', username: 'ada_lovelace', email: 'ada@example.com' }

const backend = await startBehindWebApp()
beforeEach(() => {
  backend.behave((_, res) => answer(res, 200, ME))
})

/** The cookies of a browser: the longest path first (RFC 6265, section 5.4). */
type Jar = { name: string; value: string; path: string }[]

const sentTo = (jar: Jar, path: string) =>
  jar
    .filter((one) => path === one.path || path.startsWith(one.path.replace(/\/?$/, '/')))
    .toSorted((a, b) => b.path.length - a.path.length)
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ')

/** The cookies after an answer. */
function after(jar: Jar, headers: Headers): Jar {
  let next = jar
  for (const header of headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? []
    const path = /; Path=([^;]*)/.exec(header)?.[1] ?? ''
    next = next.filter((one) => one.name !== name || one.path !== path)
    if (!header.includes('Max-Age=0')) next = [...next, { name, value, path }]
  }
  return next
}

const GARBAGE = ['garbage', '%', 'a"b']
const jarOf = async (path: string, value: string): Promise<Jar> => [
  { name: 'session', value, path },
  { name: 'signed_in', value: '1', path },
  ...(await signedIn('good')).split('; ').map((pair) => {
    const at = pair.indexOf('=')
    return { name: pair.slice(0, at), value: pair.slice(at + 1), path: '/' }
  }),
]

it.each(['/api', '/api/', '/api/v1', '/api/v1/account/', '/api/v1/account/info'])(
  'garbage for %s leaves the session of the site in use',
  async (path) => {
    for (const value of GARBAGE) {
      const cookie = sentTo(await jarOf(path, value), '/api/v1/account/info')
      expect(cookie).toMatch(/^session=.*session=/)
      const response = await callProxy('/account/info', { cookie })
      expect(response.status, value).toBe(200)
    }
  },
)

it.each(['/api', '/api/', '/api/v1', '/api/v1/account/', '/api/v1/account/info'])(
  'garbage for %s is deleted by the next request, after which a sign-in lasts',
  async (path) => {
    const only = (await jarOf(path, 'garbage')).filter((one) => one.path !== '/')
    const response = await callProxy('/account/info', {
      cookie: sentTo(only, '/api/v1/account/info'),
    })
    expect(response.status).toBe(401)
    expect(after(only, response.headers).map(({ name }) => name)).toEqual(['session_end'])
  },
)

it('a session that the backend has ended is deleted for every path of the request', async () => {
  backend.behave((_, res) => answer(res, 401, null))
  const old = (await signedIn('old')).split('; ')[0]?.slice('session='.length) ?? ''
  const jar = await jarOf('/api/v1', old)
  const response = await callProxy('/account/info', { cookie: sentTo(jar, '/api/v1/account/info') })
  expect(after(jar, response.headers).map(({ name }) => name)).toEqual(['session_end'])
})

it('the user area deletes garbage for the paths that the browser asked for', async () => {
  const { guard } = await import('#lib/sign-in/guard.ts')
  const { NextRequest } = await import('next/server')
  const only = (await jarOf('/home/user/', 'garbage')).filter((one) => one.path !== '/')
  const request = new NextRequest(`${SITE}/home/user/info`, {
    headers: { cookie: sentTo(only, '/home/user/info'), 'x-request-target': '/home/user/info?a=1' },
  })
  const response = await guard(request, '/en/home/user/info')
  expect(after(only, response?.headers ?? new Headers()).map(({ name }) => name)).toEqual([
    'session_end',
  ])
})

it('deletes for a bounded number of paths without delimiters, and not with a name that has none', async () => {
  const { endCookies, setCookieHeader } = await import('#lib/session/session.ts')
  const cookies = endCookies({ headers: new Headers(), url: `${SITE}${'/a'.repeat(1000)}` })
  expect(cookies.length).toBeLessThanOrEqual(2 * (1 + 2 * 8) + 1)
  const split = endCookies({ headers: new Headers(), url: `${SITE}/a/b;c=d/e, f/g` })
  expect(split.map(({ options }) => options.path)).toEqual([
    '/a',
    '/a',
    '/a/',
    '/a/',
    '/',
    '/',
    '/',
  ])
  for (const one of [...cookies, ...split]) expect(() => setCookieHeader(one)).not.toThrow()
  stubVariables({ SITE_URL: 'https://keys.example' })
  const { endCookies: onHttps } = await import('#lib/session/session.ts')
  const secure = onHttps({ headers: new Headers(), url: 'https://keys.example/a' })
  expect(secure.map(({ name, options }) => `${name} ${options.path}`)).toEqual([
    'signed_in /a',
    'signed_in /a/',
    '__Host-session /',
    'signed_in /',
    '__Host-form /',
  ])
})
