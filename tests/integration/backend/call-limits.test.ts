import { beforeEach, describe, expect, it } from 'vitest'
import { createdTokenSchema } from '#lib/contract/access-token.ts'
import { createBuckets } from '#lib/limits/buckets.ts'
import { clientOf, registeredByMail } from '#tests/support/accounts.ts'
import { headOnly } from '#tests/support/head.ts'
import { testBackend } from '#tests/support/backend.ts'

const SECRET = 'the-secret-of-this-test'
let now = 0
/** A hundredth of every allowance: four searches, six calls. */
const buckets = createBuckets({ factor: 0.01, now: () => now })

const backend = await testBackend({ internalSecret: SECRET, buckets })
beforeEach(() => {
  now += 1e9
})

const ask = (path: string, headers: Record<string, string> = {}) =>
  backend.app.request(`/api/v1${path}`, { headers })
const from = (address: string) => ({ 'x-client-address': address, 'x-internal-secret': SECRET })
async function statuses(count: number, one: (at: number) => Promise<Response> | Response) {
  const seen: number[] = []
  for (let at = 0; at < count; at += 1) seen.push((await one(at)).status)
  return seen
}

describe('calls of one address', () => {
  it('beyond its allowance are refused with 429, Retry-After and a reason', async () => {
    const search = () => ask('/index/search?q=a', from('203.0.113.1'))
    expect(await statuses(6, search)).toEqual([200, 200, 200, 200, 429, 429])
    const refused = await search()
    expect(refused.headers.get('retry-after')).toBe('10')
    expect(await refused.json()).toMatchObject({ code: 429, reason: 'too_many' })
    now += 10_000
    expect((await headOnly(search())).status).toBe(200)
  })

  it('leave other addresses and other kinds of work alone', async () => {
    await statuses(5, () => ask('/index/search?q=a', from('203.0.113.1')))
    expect((await headOnly(ask('/index/search?q=a', from('203.0.113.2')))).status).toBe(200)
    expect((await headOnly(ask('/icon/list', from('203.0.113.1')))).status).toBe(200)
  })

  it('of an IPv6 customer count together, whichever address they come from', async () => {
    const own = await statuses(6, (at) => ask('/index/icons?q=a', from(`2001:db8:1:2::${at}`)))
    expect(own).toEqual([200, 200, 200, 200, 429, 429])
    const wide = await statuses(30, (at) =>
      ask('/index/icons?q=a', from(`2001:db8:1:${(0x300 + at).toString(16)}::1`)),
    )
    expect(wide.filter((status) => status === 200)).toHaveLength(16)
  })

  it('count for the address of the socket unless a proxy with the secret names another one', async () => {
    const seen = await statuses(6, (at) =>
      ask('/index/search?q=a', { 'x-client-address': `203.0.113.${at}`, 'x-internal-secret': 'x' }),
    )
    expect(seen).toEqual([200, 200, 200, 200, 429, 429])
  })
})

it('what the web app reads for its pages is not counted: it has no visitor', async () => {
  const seen = await statuses(20, () => ask('/index/search?q=a', { 'x-internal-secret': SECRET }))
  expect(new Set(seen)).toEqual(new Set([200]))
})

it('calls of one account count together, whatever address they come from', async () => {
  const token = await registeredByMail(backend, { secret: SECRET })
  const seen: number[] = []
  for (let at = 0; at < 8; at += 1) {
    const client = clientOf(backend, { address: `198.51.100.${at}`, secret: SECRET })
    seen.push((await client.ask('/account/info', { token })).status)
  }
  expect(seen).toEqual([200, 200, 200, 200, 200, 200, 429, 429])
})

it('calls with an access token count for themselves, so that a program does not use up what its owner needs', async () => {
  const person = { username: 'charles', email: 'charles@example.com', address: '203.0.113.9' }
  const session = await registeredByMail(backend, { ...person, secret: SECRET })
  const { ask: askAs, post } = clientOf(backend, { address: '203.0.113.9', secret: SECRET })
  now += 1e9
  const body = { name: 'CI', scopes: ['read'], days: 1 }
  const { secret } = createdTokenSchema.parse((await post('/account/tokens', body, session)).data)
  const anyone = (at: number) => clientOf(backend, { address: `198.51.100.${at}`, secret: SECRET })
  const seen: number[] = []
  for (let at = 0; at < 8; at += 1) {
    seen.push((await anyone(at).ask('/account/info', { token: secret })).status)
  }
  expect(seen).toEqual([200, 200, 200, 200, 200, 200, 429, 429])
  expect((await askAs('/account/info', { token: session })).code).toBe(200)
})
