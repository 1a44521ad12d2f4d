import { describe, expect, it } from 'vitest'
import { CODE_OK } from '#lib/contract/envelope.ts'
import { API_BASE } from '#lib/contract/limits.ts'
import { recordedSchema } from '#lib/contract/statistic.ts'
import { addressOf, call, refusalOf, list } from './client.ts'

const post = (body: string): RequestInit => ({
  method: 'POST',
  body,
  headers: {
    'content-type': 'application/json',
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/150.0',
    origin: new URL(addressOf('/')).origin,
  },
})

describe('recording an event', () => {
  it.skipIf(process.env['CONTRACT_READ_ONLY'])('counts it once', async ({ skip }) => {
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
    ['{"kind":"icon","id":"nobody-has-this-id","event":"view"}', 404],
  ])('refuses %s with %i', async (body, code) => {
    expect(await refusalOf('/statistic/record', post(body))).toBe(code)
  })

  it('is no call to be read', async () => {
    expect([404, 405]).toContain(await refusalOf('/statistic/record'))
  })
})

it('what is no call at all is 404', async () => {
  expect(await refusalOf('/nothing/at/all')).toBe(404)
})

it('OpenAPI 3.1 is published', async () => {
  const document = await (await fetch(addressOf(`${API_BASE}/openapi.json`))).json()
  expect(document).toMatchObject({ openapi: expect.stringMatching(/^3\.1\./) })
})
