import { describe, expect, it } from 'vitest'
import { answer, answerWith } from '#tests/support/faulty-backend.ts'
import {
  bearerOf,
  callProxy as call,
  setCookies,
  signedIn,
  SITE,
  startBehindWebApp,
  tokenSetBy,
} from '#tests/support/session.ts'

const FORM = {
  'sec-fetch-site': 'same-origin',
  'content-type': 'application/x-www-form-urlencoded',
}

const backend = await startBehindWebApp()

/** Makes the backend answer with a session token and the device token `device`. */
const handOut = (device: string | undefined) =>
  backend.behave((_, res) => answerWith(res, { token: 'TOKEN', device }))
const logIn = (cookie = '') => call('/auth/log_in', { method: 'POST', body: '{}', cookie })
const cookieOf = (headers: Headers) => `devices=${setCookies(headers).get('devices')?.value ?? ''}`
const sentDevices = () => backend.requests.at(-1)?.headers['x-device-tokens']

describe('device tokens', () => {
  it('are stored in a sealed cookie, sent to the backend, and appear nowhere else', async () => {
    handOut('DEVICE-1')
    const first = await logIn()
    expect(sentDevices()).toBeUndefined()
    expect(await first.clone().text()).not.toContain('DEVICE-1')
    expect(setCookies(first.headers).get('devices')?.flags).toMatch(
      /^Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    expect(cookieOf(first.headers)).not.toContain('DEVICE-1')
    handOut('DEVICE-2')
    const second = await logIn(cookieOf(first.headers))
    expect(sentDevices()).toBe('DEVICE-1')
    handOut(undefined)
    const third = await logIn(cookieOf(second.headers))
    expect(sentDevices()).toBe('DEVICE-2,DEVICE-1')
    expect(setCookies(third.headers).has('devices'), 'nothing new, no new cookie').toBe(false)
  })

  it('are limited to five, and dropped if the cookie was tampered with', async () => {
    let cookie = ''
    for (let at = 0; at < 7; at += 1) {
      handOut(`DEVICE-${at}`)
      cookie = cookieOf((await logIn(cookie)).headers)
    }
    await logIn(cookie)
    expect(sentDevices()).toBe('DEVICE-6,DEVICE-5,DEVICE-4,DEVICE-3,DEVICE-2')
    await logIn(cookie.replace(/.(?=.{40}$)/, (sign) => (sign === 'A' ? 'B' : 'A')))
    expect(sentDevices()).toBeUndefined()
  })

  it('are not accepted from a request header of the browser', async () => {
    handOut(undefined)
    await call('/auth/log_in', {
      method: 'POST',
      body: '{}',
      headers: { 'x-device-tokens': 'STOLEN' },
    })
    expect(sentDevices()).toBeUndefined()
  })

  it('survive signing out', async () => {
    const { POST } = await import('#app/api/session/end/route.ts')
    backend.behave((_, res) => answer(res, 200, null))
    const cookie = await signedIn('good')
    const request = new Request(`${SITE}/api/session/end`, {
      method: 'POST',
      headers: { ...FORM, cookie },
      body: 'to=/home/index',
    })
    const { headers } = await POST(request)
    expect([...setCookies(headers).keys()].toSorted()).toEqual([
      'form',
      'session',
      'session_end',
      'signed_in',
    ])
  })
})

describe('signing out', () => {
  async function signOut(cookie: string) {
    const { POST } = await import('#app/api/session/end/route.ts')
    const headers = { ...FORM, cookie }
    const init = { method: 'POST', headers, body: 'to=/de/home/index' }
    return POST(new Request(`${SITE}/api/session/end`, init))
  }

  it('renews an idle token that the backend rejects, so that the session ends there as well', async () => {
    const ended: string[] = []
    backend.behave((req, res) => {
      const token = bearerOf(req.headers)
      if (req.url?.endsWith('/auth/refresh_token')) {
        answerWith(res, { token: 'fresh' })
      } else if (token === 'idle') answer(res, 401, null)
      else {
        ended.push(token)
        answer(res, 200, null)
      }
    })
    const { headers } = await signOut(await signedIn('idle'))
    expect(ended).toEqual(['fresh'])
    expect(headers.get('location')).toBe('/de/home/index')
    expect(await tokenSetBy(headers)).toBeNull()
  })

  it('reports a failing backend: only this browser is signed out', async () => {
    for (const code of [500, 503]) {
      backend.behave((_, res) => answer(res, code, null))
      const { headers } = await signOut(await signedIn('good'))
      expect(headers.get('location')).toBe('/de/login?ended=here')
      expect(await tokenSetBy(headers)).toBeNull()
    }
  })

  it('through the API keeps the cookie if the backend did not end the session', async () => {
    backend.behave((_, res) => answer(res, 503, null))
    const cookie = await signedIn('good')
    const response = await call('/auth/log_out', { method: 'POST', cookie })
    expect(response.status).toBe(503)
    expect(response.headers.getSetCookie()).toEqual([])
  })
})
