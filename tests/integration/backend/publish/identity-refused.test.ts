// @module-tag long
import { exportSPKI } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from 'drizzle-orm'
import { exchangeSchema, IDENTITY_TOKEN_MAX } from '#lib/contract/publisher.ts'
import { clientOf, registered } from '#tests/support/accounts.ts'
import { allRows } from '#tests/support/all-rows.ts'
import { startTestBackend, type TestBackend } from '#tests/support/backend.ts'
import {
  AUDIENCE,
  type Claims,
  githubClaims,
  newKey,
  NOW,
  type OidcIssuer,
  startOidcIssuer,
} from '#tests/support/oidc-issuer.ts'
import { addedPublisher } from '#tests/support/publishers.ts'
import { publishProject } from '#tests/support/publishing.ts'
import { signedWithText, tampered, unsigned } from '#tests/support/forged-tokens.ts'

let issuer: OidcIssuer
let foreign: OidcIssuer
let backend: TestBackend
let session = ''
beforeAll(async () => {
  issuer = await startOidcIssuer()
  foreign = await startOidcIssuer()
  await issuer.addKey('curve', 'ES256')
  backend = await startTestBackend({ issuers: [issuer.issuer()] })
})
afterAll(async () => {
  await backend.stop()
  await issuer.stop()
  await foreign.stop()
})
beforeEach(async () => {
  await backend.empty()
  backend.setClock(NOW)
  session = await registered(backend)
  const { id } = await publishProject(backend, session)
  await addedPublisher(backend, session, {
    issuer: issuer.url,
    project_id: id,
    repository: 'Ada/Orchard',
    environment: 'release',
  })
})

/** Claims that are exchanged. */
const good = (overrides: Claims = {}) => githubClaims({ environment: 'release', ...overrides })
const sign = (overrides: Claims = {}, signing: Parameters<OidcIssuer['sign']>[1] = {}) =>
  issuer.sign(good(overrides), signing)
const exchange = (token: string) => clientOf(backend).post('/oidc/exchange', { token })
/** Every row but the counters of requests. */
async function written() {
  const { rate_limits: _, ...rows } = await allRows(async (text) =>
    backend.db.execute(sql.raw(text)),
  )
  return rows
}
const NOW_S = Date.parse(NOW) / 1000
const at = (seconds: number) => NOW_S + seconds
const workflow = (file: string, repository = 'ada/orchard') => ({
  workflow_ref: `${repository}/${file}@refs/heads/main`,
})

/** What is wrong with a token, and the code of the answer. */
const REFUSED: [string, string, () => Promise<string> | string][] = [
  ['no token', 'oidc_malformed', () => 'release'],
  ['of five parts', 'oidc_malformed', () => 'a.b.c.d.e'],
  ['of empty parts', 'oidc_malformed', () => '..'],
  ['without a key id', 'oidc_malformed', () => sign({}, { header: { kid: '' } })],
  [
    'with an extension that is critical',
    'oidc_malformed',
    async () => unsigned(good({ iss: issuer.url }), { crit: ['exp'], alg: 'RS256', kid: 'first' }),
  ],
  ['of another issuer', 'oidc_issuer', () => foreign.sign(good())],
  ['of an issuer with a trailing slash', 'oidc_issuer', () => sign({ iss: `${issuer.url}/` })],
  ['of no issuer', 'oidc_malformed', () => sign({ iss: undefined })],
  [
    'unsigned',
    'oidc_algorithm',
    () => unsigned(good({ iss: issuer.url }), { alg: 'none', kid: 'first' }),
  ],
  [
    'signed with the public key as a password',
    'oidc_algorithm',
    async () => {
      const key = issuer.keys.get('first')
      if (!key) throw new Error('no key')
      return signedWithText(good({ iss: issuer.url }), await exportSPKI(key.publicKey), 'first')
    },
  ],
  [
    'signed with RS512',
    'oidc_algorithm',
    async () => {
      const token = await sign()
      return [
        Buffer.from('{"alg":"RS512","kid":"first"}').toString('base64url'),
        ...token.split('.').slice(1),
      ].join('.')
    },
  ],
  ['with an unknown key', 'oidc_key', () => sign({}, { header: { kid: 'other' } })],
  ['with a key of another algorithm', 'oidc_key', () => sign({}, { header: { kid: 'curve' } })],
  [
    'signed by another key of the same id',
    'oidc_signature',
    async () => {
      foreign.keys.set('first', await newKey('first', 'RS256'))
      return foreign.sign(good({ iss: issuer.url }))
    },
  ],
  [
    'changed after signing',
    'oidc_signature',
    async () => tampered(await sign(), { repository_id: '1' }),
  ],
  ['without a signature', 'oidc_signature', async () => (await sign()).replace(/[^.]*$/, '')],
  ['for another site', 'oidc_audience', () => sign({ aud: 'example.com' })],
  [
    'for the address instead of the host',
    'oidc_audience',
    () => sign({ aud: `http://${AUDIENCE}` }),
  ],
  ['for two sites', 'oidc_audience', () => sign({ aud: [AUDIENCE, 'example.com'] })],
  ['for no site', 'oidc_audience', () => sign({ aud: undefined })],
  [
    'that expired 30 seconds ago',
    'oidc_expired',
    () => sign({ iat: at(-330), nbf: at(-330), exp: at(-30) }),
  ],
  ['that is valid in 31 seconds', 'oidc_early', () => sign({ nbf: at(31) })],
  ['issued in 31 seconds', 'oidc_early', () => sign({ iat: at(31) })],
  ['that is valid for 16 minutes', 'oidc_lifetime', () => sign({ exp: at(16 * 60) })],
  ['that does not expire', 'oidc_malformed', () => sign({ exp: undefined })],
  ['without an id of its own', 'oidc_malformed', () => sign({ jti: undefined })],
  ['without the id of the repository', 'oidc_malformed', () => sign({ repository_id: undefined })],
  ['with an id that is no number', 'oidc_malformed', () => sign({ repository_owner_id: '77 ' })],
  [
    'with a repository of control characters',
    'oidc_malformed',
    () => sign({ repository: 'ada/\u202eorchard' }),
  ],
  ['of pull_request_target', 'oidc_event', () => sign({ event_name: 'pull_request_target' })],
  ['of workflow_run', 'oidc_event', () => sign({ event_name: 'workflow_run' })],
  [
    'of another repository',
    'oidc_no_publisher',
    () => sign({ repository: 'eve/orchard', repository_id: '2' }),
  ],
  [
    'of a repository of the same name with another id',
    'oidc_owner_changed',
    () => sign({ repository_id: '1002' }),
  ],
  [
    'of the same name in another case with another id',
    'oidc_owner_changed',
    () => sign({ repository: 'ADA/Orchard', repository_id: '1002', repository_owner_id: '78' }),
  ],
  [
    'of the repository with another owner',
    'oidc_owner_changed',
    () => sign({ repository_owner_id: '78' }),
  ],
  ['of another workflow', 'oidc_workflow', () => sign(workflow('.github/workflows/test.yml'))],
  [
    'of the workflow of another repository',
    'oidc_workflow',
    () => sign(workflow('.github/workflows/release.yml', 'eve/orchard')),
  ],
  [
    'of a workflow in another folder',
    'oidc_workflow',
    () => sign(workflow('workflows/release.yml')),
  ],
  [
    'of a workflow whose name looks like a ref',
    'oidc_workflow',
    () => sign(workflow('.github/workflows/release.yml@x.yml')),
  ],
  [
    'of a workflow in another case',
    'oidc_workflow',
    () => sign(workflow('.github/workflows/Release.yml')),
  ],
  ['of another environment', 'oidc_environment', () => sign({ environment: 'test' })],
  ['of no environment', 'oidc_environment', () => sign({ environment: undefined })],
]

it.each(REFUSED)(
  'a token %s is refused with %s, and nothing is written',
  async (_, reason, make) => {
    const token = await make()
    const before = await written()
    const answer = await exchange(token)
    expect(answer).toMatchObject({ reason, data: null })
    expect(answer.code).toBeGreaterThanOrEqual(400)
    expect(JSON.stringify(answer)).not.toContain(token)
    expect(await written()).toEqual(before)
  },
)

it('a token with too many characters is invalid input, and larger bodies are too large', async () => {
  const exact = 'a'.repeat(IDENTITY_TOKEN_MAX)
  expect(await exchange(exact)).toMatchObject({ reason: 'oidc_malformed' })
  expect(await exchange(`${exact}a`)).toMatchObject({ reason: 'invalid_input' })
  expect(await exchange('a'.repeat(65 * 1024))).toMatchObject({ reason: 'body_too_large' })
})

describe('a good token', () => {
  it('is exchanged once', async () => {
    const token = await sign()
    expect((await exchange(token)).code).toBe(200)
    const before = await written()
    expect(await exchange(token)).toMatchObject({ code: 409, reason: 'oidc_replayed' })
    expect(await written()).toEqual(before)
  })

  it('is exchanged once when it arrives twice at the same time', async () => {
    const token = await sign()
    const answers = await Promise.all([exchange(token), exchange(token)])
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 409])
    expect(await backend.db.$count(sql`access_tokens`)).toBe(1)
  })

  it('with the id of a used one is refused, whatever else it has', async () => {
    const jti = 'used'
    expect((await exchange(await sign({ jti }))).code).toBe(200)
    const other = await sign({ jti, run_id: '43' })
    expect(await exchange(other)).toMatchObject({ reason: 'oidc_replayed' })
  })

  it('may be signed with ES256, be 30 seconds early or late, and name its site in a list', async () => {
    const tokens = [
      await sign({}, { kid: 'curve' }),
      await sign({ iat: at(30), nbf: at(30), exp: at(330) }),
      await sign({ iat: at(-320), nbf: at(-320), exp: at(-29) }),
      await sign({ aud: [AUDIENCE] }),
      await sign({
        environment: 'RELEASE',
        ...workflow('.github/workflows/release.yml', 'Ada/Orchard'),
      }),
    ]
    for (const token of tokens) {
      expect(exchangeSchema.safeParse((await exchange(token)).data).success).toBe(true)
    }
  })
})

it('a used token is remembered until its last second of leeway has passed', async () => {
  const token = await sign()
  await exchange(token)
  const { rows } = await backend.db.execute(
    sql`SELECT extract(epoch FROM expires_at)::int AS until FROM used_identity_tokens`,
  )
  expect(rows).toEqual([{ until: at(300 + 30 + 1) }])
})
