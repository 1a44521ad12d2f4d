import { afterEach, describe, expect, it, vi } from 'vitest'
import { parseEnvelope, readEnvelope } from '#lib/browser/envelope.ts'
import { fetchApi } from '#lib/creator/fetch-call.ts'
import { envelopeSchema } from '#lib/contract/envelope.ts'

afterEach(() => vi.unstubAllGlobals())

function answerWith(...responses: Response[]) {
  const fetch = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()
  for (const response of responses) fetch.mockResolvedValueOnce(response)
  vi.stubGlobal('fetch', fetch)
  return fetch
}

describe('an envelope', () => {
  it.each([
    { code: 200, message: '', data: { id: 'a' } },
    { code: 409, message: 'Edited elsewhere.', data: null, reason: 'stale', fields: ['title'] },
    { code: 400, message: 'x', data: null, reason: 'file', details: { entry: 'a.svg', size: 2 } },
    { code: 400, message: 'x', data: null, fields: 'none', details: 'none' },
  ])('is read as the contract defines it: %j', (body) => {
    const { reason = null, fields = [], details = {}, ...rest } = envelopeSchema.parse(body)
    const { code, message, data } = rest
    expect(parseEnvelope(body)).toEqual({ code, message, data, reason, fields, details })
  })

  it.each([null, 'text', [], { code: 200 }, { code: '200' }, { code: 200, message: 1 }])(
    'is not read from %j',
    async (body) => {
      await expect(readEnvelope(Response.json(body))).rejects.toBeInstanceOf(Error)
    },
  )
})

describe('a call', () => {
  it('sends body, idempotency key and revision', async () => {
    const fetch = answerWith(Response.json({ code: 200, message: '', data: 7 }))
    const written = await fetchApi(
      'update',
      { kind: 'icon', body: { id: 'a', title: 'Sun' } },
      { key: 'k', match: 3 },
    )
    expect(written).toEqual({ ok: true, data: 7 })
    expect(fetch).toHaveBeenCalledWith('/api/v1/icon', {
      method: 'PUT',
      keepalive: false,
      headers: { 'content-type': 'application/json', 'idempotency-key': 'k', 'if-match': '"3"' },
      body: '{"id":"a","title":"Sun"}',
    })
  })

  it('is sent once more if the session was renewed on the way', async () => {
    const renewed = Response.json({}, { headers: { 'x-session-renewed': '1' } })
    const fetch = answerWith(renewed, Response.json({ code: 200, message: '', data: null }))
    expect((await fetchApi('verifyCodeAccount', {})).ok).toBe(true)
    expect(fetch).toHaveBeenCalledTimes(2)
  })

  it('is refused with reason, fields and the seconds to wait', async () => {
    const body = { code: 429, message: 'Too many.', data: null, reason: 'too_many', fields: ['a'] }
    answerWith(Response.json(body, { status: 429, headers: { 'retry-after': '30' } }))
    expect(await fetchApi('remove', { kind: 'icon', id: 'a' })).toEqual({
      ok: false,
      code: 429,
      message: 'Too many.',
      reason: 'too_many',
      fields: ['a'],
      details: {},
      wait: 30,
    })
  })

  it.each([
    ['without a connection', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['with an answer that is no JSON', () => Promise.resolve(new Response('<html>'))],
  ])('has code 0 %s', async (_, fetch) => {
    vi.stubGlobal('fetch', fetch)
    expect(await fetchApi('verifyCodeAccount', {})).toMatchObject({ ok: false, code: 0 })
  })
})
