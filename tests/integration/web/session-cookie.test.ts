import { describe, expect, it, vi } from 'vitest'
import { answer } from '#tests/support/faulty-backend.ts'
import { SESSION_SECRET } from '#tests/support/session-secret.ts'
import {
  bearerOf,
  callProxy as call,
  setCookies,
  signedIn,
  SITE,
  startBehindWebApp,
  tokenSetBy,
} from '#tests/support/session.ts'
import { stubVariables } from '#tests/support/web-variables.ts'

const ME = { uid: 'u1', username: 'ada_lovelace', email: 'ada@example.com' }

const backend = await startBehindWebApp()

describe('a token in a response', () => {
  const withToken = (code = 200) => {
    backend.behave((_, res) => {
      res.writeHead(200, { 'content-type': 'application/json', 'set-cookie': 'token=MARKER' })
      res.end(JSON.stringify({ code, message: '', data: null, token: 'MARKER' }))
    })
  }

  it.each([
    ['POST', '/auth/log_in', '{"account":"ada","password":"x"}'],
    ['POST', '/auth/sign_in', '{}'],
    ['GET', '/auth/google/oauth/token?code=x', undefined],
    ['GET', '/auth/github/oauth/token?code=x', undefined],
    ['GET', '/auth/discord/oauth/token?code=x', undefined],
  ])('is stored only in the sealed cookie: %s %s', async (method, path, body) => {
    withToken()
    const response = await call(path, { method, body })
    const cookies = setCookies(response.headers)
    expect(await tokenSetBy(response.headers)).toBe('MARKER')
    expect(cookies.get('session')?.flags).toMatch(/^Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(cookies.get('signed_in')).toMatchObject({ value: '1' })
    expect(cookies.has('token')).toBe(false)
    const text = (await response.text()) + JSON.stringify([...response.headers])
    expect(text).not.toContain('MARKER')
    expect(response.headers.get('cache-control')).toBe('private, no-store')
  })

  it('is stored in a Secure cookie with the __Host- prefix on an https site', async () => {
    stubVariables({ SITE_URL: 'https://keys.example' })
    withToken()
    const response = await call('/auth/log_in', { method: 'POST', body: '{}' })
    const cookie = setCookies(response.headers).get('__Host-session')
    expect(cookie?.flags).toMatch(/^Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
    expect(cookie?.flags).not.toContain('Domain')
  })

  it('is removed and opens no session if the call issues no tokens', async () => {
    withToken()
    const response = await call('/account/info', { cookie: await signedIn('good') })
    expect(await response.text()).not.toContain('MARKER')
    expect(response.headers.getSetCookie()).toEqual([])
  })

  it('is removed and opens no session if the sign-in is refused', async () => {
    withToken(403)
    const response = await call('/auth/log_in', { method: 'POST', body: '{}' })
    expect(response.headers.getSetCookie()).toEqual([])
    expect(await response.text()).not.toContain('MARKER')
  })

  it('that is missing after a sign-in makes the response a 502', async () => {
    backend.behave((_, res) => answer(res, 200, null))
    expect((await call('/auth/log_in', { method: 'POST', body: '{}' })).status).toBe(502)
  })

  it('is deleted from the cookies on signing out, whatever the backend answers', async () => {
    backend.behave((_, res) => answer(res, 404, null))
    const response = await call('/auth/log_out', { method: 'POST', cookie: await signedIn('good') })
    expect(await tokenSetBy(response.headers)).toBeNull()
  })
})

describe('a session cookie', () => {
  const LONG = 'x'.repeat(9_000)
  it.each([
    ['tampered with', (sealed: string) => `${sealed.slice(0, -3)}abc`],
    ['cut off', (sealed: string) => sealed.slice(0, 40)],
    ['forged', () => 'Fe26.2*1*aaaa*bbbb*cccc**dddd*eeee~2'],
    ['far too long', () => LONG],
    ['full of special characters', () => '%00%ff"<script>'],
    ['a JWT', () => 'eyJhbGciOiJub25lIn0.e30.'],
  ])('that is %s opens no session, causes no error, and is deleted', async (_, spoil) => {
    backend.behave((_req, res) => answer(res, 200, { items: [], total: 0 }))
    const [, sealed = ''] = /session=([^;]*)/.exec(await signedIn('good')) ?? []
    const cookie = `session=${spoil(sealed)}`
    const refused = await call('/account/info', { cookie })
    expect(refused.status).toBe(401)
    expect(await tokenSetBy(refused.headers)).toBeNull()
    const readByAll = await call('/icon/list', { cookie })
    expect(readByAll.status).toBe(200)
    expect(bearerOf(backend.requests[0]?.headers ?? {})).toBe('')
    expect(readByAll.headers.get('set-cookie')).toBeNull()
  })

  it('sealed with an older secret stays valid; the newest secret seals new cookies', async () => {
    const cookie = await signedIn('good')
    const newest = 'another-secret-for-tests-that-is-newer'
    stubVariables({ SESSION_SECRET: `${newest}, ${SESSION_SECRET}` })
    backend.behave((_, res) => answer(res, 200, ME))
    expect((await call('/account/info', { cookie })).status).toBe(200)
    const renewed = await signedIn('good')
    stubVariables({ SESSION_SECRET: newest })
    expect((await call('/account/info', { cookie: renewed })).status).toBe(200)
    expect((await call('/account/info', { cookie })).status).toBe(401)
  })

  it('expires after thirty days without use', async () => {
    const cookie = await signedIn('good')
    vi.setSystemTime(Date.now() + 30 * 24 * 3_600_000 + 61_000)
    expect((await call('/account/info', { cookie })).status).toBe(401)
    vi.useRealTimers()
  })
})

describe('a state-changing call', () => {
  it.each([
    ['POST', '/auth/log_in'],
    ['POST', '/auth/sign_in'],
    ['POST', '/sms/verify_code'],
    ['POST', '/sms/verify_code/forget_pwd'],
    ['POST', '/auth/reset_password'],
    ['POST', '/auth/change_password'],
    ['POST', '/auth/log_out'],
    ['POST', '/account/delete'],
    ['POST', '/account/verify_code'],
    ['POST', '/sms/verify_code/log_in'],
    ['DELETE', '/account/sessions?others=true'],
    ['GET', '/auth/google/oauth/token?code=x'],
    ['GET', '/auth/github/oauth/token?code=x'],
    ['GET', '/auth/discord/oauth/token?code=x'],
    ['POST', '/statistic/record'],
  ])('is accepted only from pages of this site: %s %s', async (method, path) => {
    const cookie = await signedIn('good')
    const body = method === 'POST' ? '{}' : undefined
    const foreign: HeadersInit[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none' },
      { 'sec-fetch-site': '' },
      { 'sec-fetch-site': '', origin: 'https://evil.example' },
      { 'sec-fetch-site': '', origin: 'null' },
      { 'sec-fetch-site': 'cross-site', origin: SITE },
    ]
    for (const headers of foreign) {
      const response = await call(path, { method, body, cookie, headers })
      expect(response.status, JSON.stringify(headers)).toBe(403)
    }
    expect(backend.requests).toEqual([])
  })
})
