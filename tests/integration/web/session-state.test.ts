import { beforeEach, describe, expect, it, vi } from 'vitest'
import { answer, answerWith } from '#tests/support/faulty-backend.ts'
import {
  bearerOf,
  callProxy,
  setCookies,
  signedIn,
  SITE,
  startBehindWebApp,
  tokenSetBy,
} from '#tests/support/session.ts'

const ME = { uid: 'u1', username: 'ada_lovelace', email: 'ada@example.com' }
const DAY_MS = 24 * 3_600_000

const backend = await startBehindWebApp()
beforeEach(() => {
  vi.useRealTimers()
  backend.behave((_, res) => answer(res, 200, ME))
})

/** Body and headers of `GET /api/session`. */
async function state(cookie: string) {
  const { GET } = await import('#app/api/session/route.ts')
  const response = await GET(new Request(`${SITE}/api/session`, { headers: { cookie } }))
  return { headers: response.headers, body: await response.json() }
}
const cookieIn = (headers: Headers) =>
  headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')

async function renew(cookie: string, to: string) {
  const { renew: handle } = await import('#lib/sign-in/renew.ts')
  const address = `${SITE}/api/session/renew?to=${encodeURIComponent(to)}`
  return handle(new Request(address, { headers: { cookie } }))
}

describe('the session state', () => {
  it('is signed out without a cookie, and sends no request to the backend', async () => {
    expect((await state('')).body).toEqual({ hasLogin: false, userInfo: null })
    expect(backend.requests).toEqual([])
  })

  it('does not contain the token and is cached in the cookie', async () => {
    const { body, headers } = await state(await signedIn('good'))
    expect(body).toEqual({ hasLogin: true, userInfo: ME })
    expect(await tokenSetBy(headers)).toBe('good')
    expect((await state(cookieIn(headers))).headers.getSetCookie()).toEqual([])
  })

  it.each([500, 503, 404])(
    'stays signed in when only account/info fails (%i), with the cached name',
    async (code) => {
      const { headers } = await state(await signedIn('good'))
      backend.behave((_, res) => answer(res, code, null))
      const { body } = await state(cookieIn(headers))
      expect(body).toEqual({ hasLogin: true, userInfo: ME })
    },
  )

  it('is read with a renewed token if the token is old', async () => {
    backend.behave((req, res) => {
      if (req.url?.endsWith('/auth/refresh_token')) {
        answerWith(res, { token: 'new' })
      } else if (bearerOf(req.headers) === 'new') answer(res, 200, ME)
      else answer(res, 401, null)
    })
    const { body, headers } = await state(await signedIn('old'))
    expect(body).toEqual({ hasLogin: true, userInfo: ME })
    expect(await tokenSetBy(headers)).toBe('new')
  })

  it('becomes signed out if the token cannot be renewed', async () => {
    backend.behave((_, res) => answer(res, 401, null))
    const { body, headers } = await state(await signedIn('old'))
    expect(body).toEqual({ hasLogin: false, userInfo: null })
    expect(await tokenSetBy(headers)).toBeNull()
  })
})

describe('the reason why a session ended', () => {
  const refusing: Parameters<typeof backend.behave>[0] = (_, res) => {
    answerWith(res, { code: 401, message: 'gone; "for good" 💡', reason: 'no_session' })
  }
  const endIn = (headers: Headers): unknown =>
    JSON.parse(decodeURIComponent(setCookies(headers).get('session_end')?.value || 'null'))

  it('is passed to the next page with the message of the server, by session requests and by calls', async () => {
    backend.behave(refusing)
    const said = { by: 'server', message: 'gone; "for good" 💡', reason: 'no_session' }
    expect(endIn((await state(await signedIn('old'))).headers)).toEqual(said)
    expect(endIn((await renew(await signedIn('old2'), '/home/user')).headers)).toEqual(said)
    const answered = await callProxy('/account/sessions', { cookie: await signedIn('old3') })
    expect(endIn(answered.headers)).toEqual(said)
    expect(await answered.json()).toMatchObject({ code: 401, reason: 'no_session' })
  })

  it('is truncated to the size limit of a cookie', async () => {
    backend.behave((_, res) => answerWith(res, { code: 401, message: '語💡'.repeat(600) }))
    const { headers } = await state(await signedIn('old'))
    const cookie = headers.getSetCookie().find((one) => one.startsWith('session_end='))
    expect(cookie?.length).toBeLessThan(4096)
    expect(endIn(headers)).toMatchObject({ by: 'server' })
  })

  it('names the owner after signing out, and is not set while a session continues', async () => {
    const { endSession } = await import('#lib/session/state.ts')
    const cookie = await signedIn('good')
    const ended = await endSession(new Request(SITE, { headers: { cookie } }))
    expect(ended.cookies.find(({ name }) => name === 'session_end')?.value).toBe('{"by":"owner"}')
    expect(endIn((await state(cookie)).headers)).toBeNull()
  })
})

describe('the lifetime of the cookie', () => {
  it('slides: a cookie is reissued after a day, but not earlier', async () => {
    const { headers } = await state(await signedIn('good'))
    const cookie = cookieIn(headers)
    vi.setSystemTime(Date.now() + DAY_MS - 60_000)
    expect((await state(cookie)).headers.getSetCookie()).toEqual([])
    vi.setSystemTime(Date.now() + 120_000)
    expect(await tokenSetBy((await state(cookie)).headers)).toBe('good')
  })

  it.each([-2, 2])('is extended at most once if the clock is off by %i h', async (hours) => {
    const { headers } = await state(await signedIn('good'))
    vi.setSystemTime(Date.now() + hours * 3_600_000)
    let cookie = cookieIn(headers)
    let given = 0
    for (let visit = 0; visit < 5; visit += 1) {
      const next = await state(cookie)
      expect(next.body).toMatchObject({ hasLogin: true })
      if (next.headers.getSetCookie().length > 0) {
        given += 1
        cookie = cookieIn(next.headers)
      }
    }
    expect(given).toBeLessThanOrEqual(1)
    expect(backend.requests.some(({ url }) => url.includes('refresh'))).toBe(false)
  })
})

describe('a page requested with an old token', () => {
  it('is the redirect target once the token has been renewed', async () => {
    const response = await renew(await signedIn('good'), '/fr/home/user/icon/x?y')
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toBe('/fr/home/user/icon/x?y')
  })

  it('redirects to login in its language, with the return path, if the session has ended', async () => {
    backend.behave((_, res) => answer(res, 401, null))
    const response = await renew(await signedIn('old'), '/fr/home/user/icon/x?y')
    expect(response.headers.get('location')).toBe(
      '/fr/login?redirect=%2Ffr%2Fhome%2Fuser%2Ficon%2Fx%3Fy&ended=1',
    )
    expect(await tokenSetBy(response.headers)).toBeNull()
  })

  it('is not requested in a loop while the backend cannot verify the token', async () => {
    backend.behave((_, res) => answer(res, 503, null))
    const response = await renew(await signedIn('good'), '/home/user')
    expect(response.headers.get('location')).toBe('/home/index')
  })

  it.each(['https://evil.example', '//evil.example', '/api/session/renew'])(
    'must be a page of this site: %s is not',
    async (to) => {
      const response = await renew(await signedIn('good'), to)
      expect(response.headers.get('location')).toBe('/home/user')
    },
  )
})
