import { setImmediate as turn } from 'node:timers/promises'
import { beforeEach, expect, it } from 'vitest'
import { answer } from '#tests/support/faulty-backend.ts'
import { collectGarbage } from '#tests/support/garbage.ts'
import {
  bearerOf,
  callProxy as call,
  signedIn,
  startBehindWebApp,
  tokenSetBy,
} from '#tests/support/session.ts'

const backend = await startBehindWebApp()
beforeEach(() => {
  // An upload that the token `good` may read.
  backend.behave((req, res) => {
    const token = bearerOf(req.headers)
    if (req.url?.endsWith('/refresh_token')) {
      res.writeHead(200, { 'content-type': 'application/json' })
      const isKnown = token === 'old'
      res.end(
        JSON.stringify({
          code: isKnown ? 200 : 401,
          message: '',
          data: null,
          ...(isKnown && { token: 'good' }),
        }),
      )
    } else if (token === 'good') {
      const headers = { 'content-type': 'image/webp', 'cache-control': 'private, no-store' }
      res.writeHead(200, headers).end('bytes')
    } else if (token === '') answer(res, 404, null)
    else answer(res, 401, null)
  })
})

const PATHS = [
  '/file/abcdefghijkl/image.webp',
  '/file/abcdefghijkl/icons/sun.svg',
  '/file/abcdefghijkl/sheets/0-0123456789abcdef.svg',
  '/file/abcdefghijkl/covers/ink.webp',
]

it.each(PATHS)('an upload is read with the session of its owner: %s', async (path) => {
  const response = await call(path, { cookie: await signedIn('good') })
  expect(response.status).toBe(200)
  expect(await response.text()).toBe('bytes')
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  expect(backend.requests.map(({ headers }) => bearerOf(headers))).toEqual(['', 'good'])
})

it('an expired token is exchanged first', async () => {
  const response = await call(PATHS[0] ?? '', { cookie: await signedIn('old') })
  expect(response.status).toBe(200)
  expect(await tokenSetBy(response.headers)).toBe('good')
})

it.each([
  ['no session', ''],
  ['a session that has ended', 'ended'],
])('with %s an upload is missing, and no session ends', async (_what, token) => {
  const cookie = token === '' ? '' : await signedIn(token)
  const response = await call(PATHS[0] ?? '', { cookie })
  expect(response.status).toBe(404)
  expect(response.headers.getSetCookie()).toEqual([])
})

it('an upload is missing also where garbage is collected before the answer', async () => {
  backend.behave(async (req, res) => {
    // What is collected is cleaned up in turns of its own.
    for (let at = 0; at < 3; at += 1) {
      collectGarbage()
      await turn()
    }
    answer(res, bearerOf(req.headers) === '' ? 404 : 401, null)
  })
  const response = await call(PATHS[0] ?? '', { cookie: await signedIn('ended') })
  expect(response.status).toBe(404)
  expect(await response.json()).toMatchObject({ code: 404 })
})

it('a program reads it with its access token', async () => {
  const token = `ks_pat_${'a'.repeat(42)}`
  const response = await call(PATHS[0] ?? '', { headers: { authorization: `Bearer ${token}` } })
  expect(response.status).toBe(401)
  expect(backend.requests.map(({ headers }) => bearerOf(headers))).toEqual(['', token])
})

it('a published file is read without the session, so that every cache may keep it', async () => {
  backend.behave((_, res) =>
    res.writeHead(200, { 'content-type': 'image/webp', 'cache-control': 'public' }).end('bytes'),
  )
  await call(PATHS[0] ?? '', { cookie: await signedIn('old') })
  expect(backend.requests.map(({ headers }) => bearerOf(headers))).toEqual([''])
})
