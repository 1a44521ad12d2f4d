import type { RequestListener } from 'node:http'
import { describe, expect, it, vi } from 'vitest'
import { answer, answerWith } from '#tests/support/faulty-backend.ts'
import {
  bearerOf,
  callProxy as call,
  setCookies,
  signedIn,
  startBehindWebApp,
  tokenSetBy,
} from '#tests/support/session.ts'

const ME = { uid: 'u1', username: 'ada_lovelace', email: 'ada@example.com' }

const backend = await startBehindWebApp()

const refreshes = () => backend.requests.filter(({ url }) => url.endsWith('/auth/refresh_token'))

/** A backend that accepts only the token `good` and exchanges `old` for it. */
function takesOnly(good: string, { status = 401 } = {}): RequestListener {
  return (req, res) => {
    if (req.url?.endsWith('/auth/refresh_token')) {
      const isOld = bearerOf(req.headers) === 'old'
      answerWith(res, isOld ? { token: good } : { code: 401, message: 'your session has ended' })
    } else if (bearerOf(req.headers) === good) answer(res, 200, ME)
    else answer(res, 401, null, status)
  }
}

describe('an authenticated call', () => {
  it('is sent to the backend with the token; the response contains none', async () => {
    backend.behave((_, res) => answer(res, 200, ME))
    const response = await call('/account/info', { cookie: await signedIn('good') })
    expect(bearerOf(backend.requests[0]?.headers ?? {})).toBe('good')
    expect(await response.json()).toMatchObject({ code: 200, data: ME })
    expect(response.headers.getSetCookie()).toEqual([])
  })

  it.each([401, 200, 500])(
    'is repeated with a new token when the code of the body is 401 (HTTP status %i)',
    async (status) => {
      backend.behave(takesOnly('new', { status }))
      const response = await call('/account/info', { cookie: await signedIn('old') })
      expect(await response.json()).toMatchObject({ code: 200, data: ME })
      expect(await tokenSetBy(response.headers)).toBe('new')
      expect(response.headers.get('cache-control')).toBe('private, no-store')
      expect(backend.requests).toHaveLength(3)
    },
  )

  it('is repeated with its body', async () => {
    const bodies: string[] = []
    backend.behave((req, res) => {
      const chunks: Buffer[] = []
      req.on('data', (chunk: Buffer) => chunks.push(chunk))
      req.on('end', () => {
        if (req.url?.endsWith('change_password')) bodies.push(Buffer.concat(chunks).toString())
        takesOnly('new')(req, res)
      })
    })
    const body = JSON.stringify({ password: 'engine-1843', new_password: 'difference-2' })
    const cookie = await signedIn('old')
    const response = await call('/auth/change_password', { method: 'POST', body, cookie })
    expect(response.status).toBe(200)
    expect(bodies).toEqual([body, body])
  })

  it('made twenty times at once renews the token once; all succeed with a working cookie', async () => {
    backend.behave(takesOnly('new'))
    const cookie = await signedIn('old')
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => call('/account/info', { cookie })),
    )
    for (const response of responses) {
      expect(response.status).toBe(200)
      expect(await tokenSetBy(response.headers)).toBe('new')
    }
    expect(refreshes()).toHaveLength(1)
  })

  it('that arrives slightly late with the old token gets the new one without another exchange', async () => {
    backend.behave(takesOnly('new'))
    const cookie = await signedIn('old')
    await call('/account/info', { cookie })
    expect((await call('/account/info', { cookie })).status).toBe(200)
    expect(refreshes()).toHaveLength(1)
  })

  it('with a persistent 401 is repeated once, then the session ends with the server’s message', async () => {
    backend.behave((req, res) => {
      if (req.url?.endsWith('/auth/refresh_token')) return takesOnly('new')(req, res)
      answerWith(res, { code: 401, message: 'not for you' })
    })
    const response = await call('/account/info', { cookie: await signedIn('old') })
    expect(await response.json()).toEqual({ code: 401, message: 'not for you', data: null })
    expect(await tokenSetBy(response.headers)).toBeNull()
    expect(backend.requests).toHaveLength(3)
  })

  it('ends the session with the server’s message when the token cannot be renewed', async () => {
    backend.behave(takesOnly('new'))
    const response = await call('/account/info', { cookie: await signedIn('stolen') })
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ code: 401, message: 'your session has ended' })
    const cookies = setCookies(response.headers)
    for (const name of ['session', 'signed_in']) {
      expect(cookies.get(name)).toMatchObject({ value: '' })
      expect(cookies.get(name)?.flags).toContain('Max-Age=0')
    }
  })

  it('keeps the session while the backend cannot verify the token', async () => {
    backend.behave((req, res) => {
      if (req.url?.endsWith('/auth/refresh_token')) res.destroy()
      else answer(res, 401, null)
    })
    const response = await call('/account/info', { cookie: await signedIn('old') })
    expect(response.status).toBe(503)
    expect(response.headers.getSetCookie()).toEqual([])
  })

  it('with a body over 1 MB checks and renews the token before the body is sent', async () => {
    const sizes: number[] = []
    backend.behave((req, res) => {
      let size = 0
      req.on('data', (chunk: Buffer) => (size += chunk.length))
      req.on('end', () => {
        if (size > 0) sizes.push(size)
        takesOnly('new')(req, res)
      })
    })
    const body = JSON.stringify({ password: 'x'.repeat(1_200_000) })
    const cookie = await signedIn('old')
    const response = await call('/auth/change_password', { method: 'POST', body, cookie })
    expect(response.status).toBe(200)
    expect(sizes).toEqual([body.length])
    expect(await tokenSetBy(response.headers)).toBe('new')
  })

  it('with a body over 1 MB is sent even if the backend cannot check the token', async () => {
    backend.behave((req, res) =>
      req.url?.endsWith('/account/info') ? answer(res, 404, null) : answer(res, 200, null),
    )
    const body = JSON.stringify({ text: 'x'.repeat(1024 * 1024) })
    const response = await call('/icon', {
      method: 'PUT',
      body,
      cookie: await signedIn('good'),
    })
    expect(response.status).toBe(200)
  })

  it('with a body over 1 MB whose token expires in transit signals that it may be repeated', async () => {
    let isAsked = false
    backend.behave((req, res) => {
      req.resume().on('end', () => {
        if (!isAsked) {
          isAsked = true
          answer(res, 200, ME)
        } else takesOnly('new')(req, res)
      })
    })
    const body = JSON.stringify({ password: 'x'.repeat(1_200_000) })
    const cookie = await signedIn('old')
    const response = await call('/auth/change_password', { method: 'POST', body, cookie })
    expect(response.status).toBe(401)
    expect(response.headers.get('x-session-renewed')).toBe('1')
    expect(await tokenSetBy(response.headers)).toBe('new')
  })

  it('succeeds without a refresh loop when the clock is two hours off', async () => {
    const cookie = await signedIn('good')
    backend.behave((_, res) => answer(res, 200, ME))
    for (const hours of [-2, 2]) {
      vi.setSystemTime(Date.now() + hours * 3_600_000)
      const response = await call('/account/info', { cookie })
      expect(response.status, `${hours} h`).toBe(200)
      vi.useRealTimers()
    }
    expect(refreshes()).toHaveLength(0)
  })
})
