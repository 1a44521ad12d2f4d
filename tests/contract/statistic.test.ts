import { describe, expect, it } from 'vitest'
import { CODE_OK } from '#lib/contract/envelope.ts'
import { API_BASE } from '#lib/contract/limits.ts'
import { recordedSchema } from '#lib/contract/statistic.ts'
import { call, errorCodeOf, isLeftOut, list, target, toUrl } from './client.ts'

const post = (body: string): RequestInit => ({
  method: 'POST',
  body,
  headers: {
    'content-type': 'application/json',
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/150.0',
    origin: new URL(toUrl('/')).origin,
  },
})

describe('recording an event', () => {
  it.skipIf(target.isReadOnly)('counts it once', async ({ skip }) => {
    const [item] = (await list('icon', 'limit=1')).items
    if (!item) return skip('there is no icon pack')
    const event = JSON.stringify({ kind: 'icon', id: item.id, event: 'view' })
    const first = await call('/statistic/record', post(event))
    expect(first.body.code).toBe(CODE_OK)
    recordedSchema.parse(first.body.data)
    const again = await call('/statistic/record', post(event))
    expect(recordedSchema.parse(again.body.data)).toEqual({ counted: false })
  })

  it.each([
    ['{', 400],
    ['{"kind":"icon","id":"x","event":"like"}', 400],
    ['{"kind":"iconpack","id":"x","event":"view"}', 400],
    ['{"kind":"icon","id":"no-such-id","event":"view"}', 404],
  ])('rejects %s with %i', async (body, code) => {
    expect(await errorCodeOf('/statistic/record', post(body))).toBe(code)
  })
})

it('another method of a call is 405', async () => {
  expect(await errorCodeOf('/statistic/record')).toBe(405)
})

it('an unknown call is 404', async () => {
  expect(await errorCodeOf('/nothing/at/all')).toBe(404)
})

it('publishes OpenAPI 3.1', async ({ skip }) => {
  const response = await fetch(toUrl(`${API_BASE}/openapi.json`))
  if (isLeftOut(response.status)) return skip('the backend leaves the document out')
  const document: unknown = await response.json()
  expect(document).toMatchObject({ openapi: expect.stringMatching(/^3\.1\./) })
  return undefined
})
