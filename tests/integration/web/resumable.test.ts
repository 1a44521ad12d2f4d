import { expect, it } from 'vitest'
import { answer, answerWith } from '#tests/support/faulty-backend.ts'
import {
  bearerOf,
  callProxy,
  signedIn,
  startBehindWebApp,
  tokenSetBy,
} from '#tests/support/session.ts'

const backend = await startBehindWebApp()

const BYTES = { 'content-type': 'application/offset+octet-stream', 'upload-offset': '7' }

it('HEAD of an upload exchanges an expired token, and has the offset', async () => {
  backend.behave((req, res) => {
    res.setHeader('upload-offset', '7')
    res.setHeader('upload-length', '9')
    if (req.url?.endsWith('/auth/refresh_token')) {
      answerWith(res, { token: 'new' })
    } else if (bearerOf(req.headers) === 'new') answer(res, 200, null)
    else answer(res, 401, null, 401)
  })
  const response = await callProxy('/uploads/abc', {
    method: 'HEAD',
    cookie: await signedIn('old'),
  })
  expect(response.status).toBe(200)
  expect(response.headers.get('upload-offset')).toBe('7')
  expect(response.headers.get('upload-length')).toBe('9')
  expect(await tokenSetBy(response.headers)).toBe('new')
})

it('a new upload has its address and its headers', async () => {
  backend.behave((_, res) => {
    res.setHeader('location', '/api/v1/uploads/abc')
    answer(res, 200, {}, 201)
  })
  const headers = {
    'upload-length': '9',
    'upload-metadata': 'filename YQ==',
    'tus-resumable': '1.0.0',
  }
  const cookie = await signedIn('good')
  const response = await callProxy('/uploads', { method: 'POST', headers, cookie })
  expect(response.status).toBe(201)
  expect(response.headers.get('location')).toBe('/api/v1/uploads/abc')
  expect(backend.requests[0]?.headers).toMatchObject(headers)
})

it('bytes are passed on with their offset while they arrive', async () => {
  const arrived = Promise.withResolvers<void>()
  backend.behave((req, res) => {
    if (!req.url?.includes('/uploads')) return answer(res, 200, null)
    req.once('data', () => arrived.resolve())
    req.once('end', () => answer(res, 200, null))
  })
  const body = new TransformStream<Uint8Array, Uint8Array>()
  const writer = body.writable.getWriter()
  const init: RequestInit & { duplex: 'half' } = {
    method: 'PATCH',
    body: body.readable,
    duplex: 'half',
  }
  const sent = callProxy('/uploads/abc', {
    ...init,
    headers: BYTES,
    cookie: await signedIn('good'),
  })
  await writer.write(new Uint8Array(1000))
  await arrived.promise
  await writer.close()
  expect((await sent).status).toBe(200)
  const patch = backend.requests.find(({ method }) => method === 'PATCH')
  expect(patch?.headers).toMatchObject(BYTES)
})

it.each([
  ['from another site', { 'sec-fetch-site': 'cross-site' }, 403],
  ['of another media type', { 'content-type': 'text/plain' }, 415],
] as const)('bytes %s do not reach the backend', async (_, headers, status) => {
  const init = { method: 'PATCH', body: new Uint8Array(9), cookie: await signedIn('good') }
  const response = await callProxy('/uploads/abc', { ...init, headers: { ...BYTES, ...headers } })
  expect(response.status).toBe(status)
  expect(backend.requests).toEqual([])
})
