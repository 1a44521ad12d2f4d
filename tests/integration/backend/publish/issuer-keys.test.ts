import type { ServerResponse } from 'node:http'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { clientOf, registered } from '#tests/support/accounts.ts'
import { testBackend } from '#tests/support/backend.ts'
import { githubClaims, startOidcIssuer } from '#tests/support/oidc-issuer.ts'
import { addedPublisher } from '#tests/support/publishers.ts'
import { stoppedAtEnd } from '#tests/support/stopped-at-end.ts'

const METADATA = '/.well-known/openid-configuration'

let second = Date.parse('2026-06-01T12:00:00Z') / 1000
const issuer = await stoppedAtEnd(startOidcIssuer())
const backend = await testBackend({ issuers: [issuer.issuer()] })
beforeAll(async () => {
  // A session would end meanwhile; the publisher does not.
  const session = await registered(backend)
  const first = { kind: 'icon', title: 'Orchard' } as const
  await addedPublisher(backend, session, { issuer: issuer.url, first })
})
beforeEach(() => {
  issuer.behave(null)
  // Past the keys of the last test.
  wait(2 * 3600)
  issuer.asked.length = 0
})

function wait(seconds: number) {
  second += seconds
  backend.setClock(iso())
}
const iso = () => new Date(second * 1000).toISOString()
const exchange = async (kid?: string, header?: Record<string, string>) => {
  const token = await issuer.sign(githubClaims({}, iso()), {
    ...(kid && { kid }),
    ...(header && { header }),
  })
  const { code, reason } = await clientOf(backend).post('/oidc/exchange', { token })
  return reason ?? code
}
/** Answers a path in another way. */
const at = (wanted: string, answer: (res: ServerResponse) => unknown) =>
  issuer.behave((res, path) => (path === wanted ? (answer(res), true) : false))
const text =
  (body: string, status = 200, headers = {}) =>
  (res: ServerResponse) =>
    res.writeHead(status, headers).end(body)
const json = (body: unknown) =>
  text(JSON.stringify(body), 200, { 'content-type': 'application/json' })
const metadata = (changes: Record<string, unknown>) =>
  json({ issuer: issuer.url, jwks_uri: `${issuer.url}/keys`, ...changes })

const firstKey = () => [...issuer.keys.values()][0]?.jwk

const FAILING: [string, string, () => (res: ServerResponse) => unknown][] = [
  ['metadata that are HTML', METADATA, () => text('<!doctype html><title>Sign in</title>')],
  ['metadata that are gone', METADATA, () => text('', 404)],
  ['metadata that redirect', METADATA, () => text('', 302, { location: `/elsewhere${METADATA}` })],
  ['metadata of another issuer', METADATA, () => metadata({ issuer: 'https://example.com' })],
  [
    'keys at another origin',
    METADATA,
    () => metadata({ jwks_uri: `${issuer.url.replace('127.0.0.1', 'localhost')}/keys` }),
  ],
  ['keys in a file', METADATA, () => metadata({ jwks_uri: 'file:///etc/passwd' })],
  ['keys that are HTML', '/keys', () => text('<!doctype html>')],
  ['an internal error instead of keys', '/keys', () => text('{"keys":[]}', 500)],
  ['a connection that breaks', '/keys', () => (res) => res.destroy()],
  [
    'keys larger than 128 kB',
    '/keys',
    () => json({ keys: [firstKey()], padding: 'A'.repeat(128 * 1024) }),
  ],
  ['51 keys', '/keys', () => json({ keys: Array.from({ length: 51 }, () => firstKey()) })],
  ['no keys', '/keys', () => json({ keys: [] })],
  [
    'only secret keys',
    '/keys',
    () => json({ keys: [{ kty: 'oct', kid: 'first', k: 'c2VjcmV0' }] }),
  ],
  ['JSON of a thousand levels', '/keys', () => text('['.repeat(1000) + ']'.repeat(1000))],
]
it.each(FAILING)('an issuer with %s is unreachable for now', async (_, path, answer) => {
  at(path, answer())
  expect(await exchange()).toBe('oidc_unreachable')
  issuer.behave(null)
  wait(10)
  expect(await exchange()).toBe(200)
})

it(
  'an issuer that does not answer within 5 seconds is unreachable, and is asked once by all',
  { tags: 'long', timeout: 20_000 },
  async () => {
    at('/keys', () => undefined)
    const answers = await Promise.all([exchange(), exchange(), exchange()])
    expect(answers).toEqual(['oidc_unreachable', 'oidc_unreachable', 'oidc_unreachable'])
    expect(issuer.asked).toEqual([METADATA, '/keys'])
  },
)

describe('the keys of an issuer', () => {
  it('are read once an hour', async () => {
    for (const seconds of [0, 1800, 1799]) {
      wait(seconds)
      expect(await exchange()).toBe(200)
    }
    expect(issuer.asked).toEqual([METADATA, '/keys'])
    wait(1)
    await exchange()
    expect(issuer.asked).toHaveLength(4)
  })

  it('are read again for a new key, at most once a minute', async () => {
    await exchange()
    await issuer.addKey('second')
    expect(await exchange('second')).toBe('oidc_key')
    wait(60)
    expect(await exchange('second')).toBe(200)
    const reads = issuer.asked.length
    for (const kid of ['a', 'b', 'c']) expect(await exchange('first', { kid })).toBe('oidc_key')
    expect(issuer.asked).toHaveLength(reads)
  })

  it('are asked for once in ten seconds while they cannot be read', async () => {
    at('/keys', text('', 503))
    for (const seconds of [0, 4, 5]) {
      wait(seconds)
      expect(await exchange()).toBe('oidc_unreachable')
    }
    expect(issuer.asked).toEqual([METADATA, '/keys'])
    wait(1)
    await exchange()
    expect(issuer.asked).toHaveLength(4)
  })

  it('go on being used for an hour when the issuer fails meanwhile', async () => {
    await exchange()
    at('/keys', text('', 503))
    wait(3599)
    expect(await exchange('first', { kid: 'unknown' })).toBe('oidc_unreachable')
    expect(await exchange()).toBe(200)
    wait(10)
    expect(await exchange()).toBe('oidc_unreachable')
  })

  it('are no longer accepted an hour after the issuer has withdrawn them', async () => {
    await issuer.addKey('withdrawn')
    expect(await exchange('withdrawn')).toBe(200)
    const key = issuer.keys.get('withdrawn')
    if (!key) throw new Error('no key')
    issuer.behave((res, path) => {
      if (path !== '/keys') return false
      const keys = [...issuer.keys.values()].flatMap((one) => (one === key ? [] : [one.jwk]))
      json({ keys })(res)
    })
    wait(3600)
    expect(await exchange('withdrawn')).toBe('oidc_key')
  })

  it('are used although others of the set are of unknown kinds', async () => {
    const keys = [
      { kty: 'OKP', kid: 'x' },
      'text',
      ...[...issuer.keys.values()].map(({ jwk }) => jwk),
    ]
    at('/keys', json({ keys }))
    expect(await exchange()).toBe(200)
  })
})
