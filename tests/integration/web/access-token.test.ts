import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type Call, isOffered } from '#lib/contract/call.ts'
import { CALLS, NAMED_CALLS } from '#lib/contract/calls.ts'
import { envelopeSchema } from '#lib/contract/envelope.ts'
import { proxy } from '#lib/session/proxy.ts'
import { newAccessToken } from '#backend/services/access-token/format.ts'
import { answer } from '#tests/support/faulty-backend.ts'
import { bearerOf, callProxy, signedIn, SITE, startBehindWebApp } from '#tests/support/session.ts'

const token = newAccessToken()
const backend = await startBehindWebApp()
beforeEach(() => {
  backend.behave((_, res) => answer(res, 200, null))
})

/** A call from elsewhere: a program, or a page of another site. */
const callFromElsewhere = (
  path: string,
  {
    headers = {},
    ...init
  }: { method?: string; body?: string; cookie?: string; headers?: Record<string, string> } = {},
) => callProxy(path, { ...init, headers: { 'sec-fetch-site': 'cross-site', ...headers } })
/** A call with these headers alone, empty ones included. */
const callAsIs = (path: string, init: { method: string; headers: Record<string, string> }) =>
  proxy(new Request(`${SITE}/api/v1${path}`, init))
const bearer = (value: string) => ({ authorization: `Bearer ${value}` })
const reasonOf = async (response: Response) => envelopeSchema.parse(await response.json()).reason

describe('a call with an access token', () => {
  it('is forwarded with the token, from any origin, and its answer sets no cookie', async () => {
    const response = await callFromElsewhere('/icon?id=x', {
      method: 'DELETE',
      headers: bearer(token),
    })
    expect(response.status).toBe(200)
    expect(bearerOf(backend.requests[0]?.headers ?? {})).toBe(token)
    expect(response.headers.get('set-cookie')).toBeNull()
  })

  it('is forwarded likewise if a trusted publisher got the token', async () => {
    const exchanged = newAccessToken('exchanged')
    await callFromElsewhere('/icon?id=x', { method: 'DELETE', headers: bearer(exchanged) })
    expect(bearerOf(backend.requests[0]?.headers ?? {})).toBe(exchanged)
  })

  it('ignores the session of the browser, even one whose token has expired', async () => {
    backend.behave((_, res) => answer(res, 401, null))
    const cookie = await signedIn('session-token')
    const response = await callFromElsewhere('/account/info', { cookie, headers: bearer(token) })
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"')
    expect(response.headers.get('set-cookie')).toBeNull()
    expect(
      backend.requests.map(({ url }) => url),
      'no refresh',
    ).toEqual(['/api/v1/account/info'])
  })

  it('reports a change, so that pages are rendered again', async () => {
    const onChanged = vi.fn<(changed: unknown) => void>()
    const init = { method: 'DELETE', headers: bearer(token) }
    await proxy(new Request(`${SITE}/api/v1/icon?id=x`, init), { onChanged })
    expect(onChanged).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ name: 'remove' }))
  })

  it.each(['/auth/log_in', '/auth/sign_in'])('cannot open a session by %s', async (path) => {
    const response = await callFromElsewhere(path, {
      method: 'POST',
      body: '{}',
      headers: bearer(token),
    })
    expect([response.status, await reasonOf(response)]).toEqual([403, 'token_refused'])
    expect(backend.requests).toEqual([])
  })

  it('that is cut off is refused here', async () => {
    const response = await callFromElsewhere('/account/info', {
      headers: bearer(token.slice(0, -3)),
    })
    expect([response.status, await reasonOf(response)]).toEqual([401, 'token_malformed'])
    expect(backend.requests).toEqual([])
  })

  it('answers HEAD without a body', async () => {
    backend.behave((_, res) => res.writeHead(200, { 'content-type': 'application/json' }).end())
    const response = await callFromElsewhere('/account/info', {
      method: 'HEAD',
      headers: bearer(token),
    })
    expect(response.status).toBe(200)
  })
})

describe('the exchange of an identity token', () => {
  const exchange = async (headers = {}) =>
    callFromElsewhere('/oidc/exchange', {
      method: 'POST',
      body: JSON.stringify({ token: 'a.b.c' }),
      cookie: await signedIn('session-token'),
      headers: { 'content-type': 'application/json', ...headers },
    })

  it('is forwarded from any origin, without the session, and sets no cookie', async () => {
    backend.behave((_, res) => answer(res, 200, { token: 'ks_oidc_x' }))
    const response = await exchange()
    expect(await response.json()).toMatchObject({ code: 200, data: { token: 'ks_oidc_x' } })
    expect(backend.requests[0]?.headers['authorization']).toBeUndefined()
    expect(response.headers.get('set-cookie')).toBeNull()
  })

  it('ignores the header of a proxy in front', async () => {
    expect((await exchange({ authorization: 'Basic YTpi' })).status).toBe(200)
    expect(backend.requests[0]?.headers['authorization']).toBeUndefined()
  })
})

describe('another Authorization header', () => {
  it.each(['Basic YTpi', `Bearer ${'x'.repeat(43)}`, 'Bearer'])(
    '(%s) does not replace the session of the browser',
    async (authorization) => {
      const cookie = await signedIn('session-token')
      const response = await callProxy('/account/info', { cookie, headers: { authorization } })
      expect(response.status).toBe(200)
      expect(bearerOf(backend.requests[0]?.headers ?? {})).toBe('session-token')
    },
  )

  it('does not make a write from another site pass', async () => {
    const cookie = await signedIn('session-token')
    for (const authorization of ['Basic YTpi', `Bearer ${'x'.repeat(43)}`]) {
      const response = await callFromElsewhere('/icon?id=x', {
        method: 'DELETE',
        cookie,
        headers: { authorization },
      })
      expect(response.status).toBeGreaterThanOrEqual(401)
    }
    expect(backend.requests).toEqual([])
  })

  it('of a program without a session is answered with what is wrong', async () => {
    const response = await callProxy('/account/info', { headers: bearer('x'.repeat(43)) })
    expect([response.status, await reasonOf(response)]).toEqual([401, 'token_malformed'])
  })
})

describe('a program without an access token', () => {
  const closed = NAMED_CALLS.map(({ call }) => call).filter(
    (call) => isOffered(call) && call.access !== 'public',
  )
  const HEADERS: Record<string, string>[] = [
    {},
    ...[
      '',
      'Bearer',
      'bearer',
      'Basic YTpi',
      'token xyz',
      token,
      `Token ${token}`,
      'Bearer a, b',
    ].map((authorization) => ({ authorization })),
    { authorization: 'Basic YTpi', 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
  ]
  const send = (call: Call, headers: Record<string, string>) => {
    const path = call.path.replace('{kind}', 'icon').replaceAll(/\{\w+\}/g, 'x')
    const method = call.method.toUpperCase()
    return callAsIs(path, { method, headers })
  }

  it.each(closed.map((call) => [`${call.method} ${call.path}`, call] as const))(
    'is answered by %s with 401 and what is missing',
    async (_, call) => {
      for (const headers of HEADERS) {
        const response = await send(call, headers)
        const about = JSON.stringify(headers)
        expect(response.status, about).toBe(401)
        expect(response.headers.get('www-authenticate'), about).toMatch(/^Bearer /)
        expect(response.headers.get('set-cookie'), about).toBeNull()
        const { message, reason } = envelopeSchema.parse(await response.json())
        if (call.scope === undefined) expect(message).toMatch(/no access token/)
        else {
          expect(message).toContain('Authorization: Bearer ks_pat_…')
          expect(message).toContain(`${SITE}/home/user/tokens`)
          expect(message).toContain(call.scope)
        }
        expect(reason, about).toBe('no_session')
      }
      expect(backend.requests).toEqual([])
    },
  )

  it('does not write with the session of a browser', async () => {
    const cookie = await signedIn('session-token')
    for (const headers of HEADERS) {
      const response = await send(CALLS.remove, { ...headers, cookie })
      // A cookie without any other header is that of an old browser.
      const status = 'authorization' in headers ? 401 : 403
      expect(response.status, JSON.stringify(headers)).toBe(status)
    }
    expect(backend.requests).toEqual([])
  })
})

describe('a page of another site', () => {
  const FOREIGN: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site', origin: 'https://sub.evil.example' },
    { 'sec-fetch-site': 'none' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
  ]
  it.each(FOREIGN)('gets 403 for a write without Authorization: %j', async (headers) => {
    const cookie = await signedIn('session-token')
    const response = await callAsIs('/icon?id=x', {
      method: 'DELETE',
      headers: { ...headers, cookie },
    })
    expect(response.status).toBe(403)
    expect(response.headers.get('www-authenticate')).toBeNull()
    expect(backend.requests).toEqual([])
  })

  it.each([{}, ...FOREIGN])('does not sign in: %j', async (headers) => {
    const init = { method: 'POST', headers: { ...headers, authorization: 'Basic YTpi' } }
    expect((await callAsIs('/auth/log_in', init)).status).toBe(403)
    expect(backend.requests).toEqual([])
  })
})

it('a page of this site is asked to sign in, whatever a proxy in front sends', async () => {
  for (const authorization of ['', 'Basic YTpi']) {
    const headers = { authorization, 'sec-fetch-site': 'same-origin' }
    const response = await callAsIs('/account/info', { method: 'GET', headers })
    const { message, reason } = envelopeSchema.parse(await response.json())
    expect([response.status, message, reason]).toEqual([401, 'Please sign in.', 'no_session'])
  }
})
