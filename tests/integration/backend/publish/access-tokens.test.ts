import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { accessTokensSchema, TOKENS_MAX } from '#lib/contract/access-token.ts'
import { projectLogSchema } from '#lib/contract/project-log.ts'
import { newAccessToken } from '#backend/services/access-token/format.ts'
import { sweepAccessTokens } from '#backend/services/access-token/manage.ts'
import { createdToken } from '#tests/support/access-tokens.ts'
import { clientOf, registered } from '#tests/support/accounts.ts'
import { testBackend } from '#tests/support/backend.ts'
import { projectInput, publishProject } from '#tests/support/publishing.ts'

let session = ''
const backend = await testBackend()
beforeEach(async () => {
  await backend.empty()
  session = await registered(backend)
  backend.messages.length = 0
})

const { ask } = clientOf(backend)
const listed = async () =>
  accessTokensSchema.parse((await ask('/account/tokens', { token: session })).data).items
const rename = (token: string, id: string, title = 'Renamed') =>
  ask('/icon', { method: 'PUT', body: { id, title }, token })
const titleOf = async (id: string) => (await ask(`/icon/${id}`)).data
const logOf = async (id: string, token = session) =>
  projectLogSchema.parse((await ask(`/icon/${id}/log`, { token })).data).items

describe('an access token', () => {
  it('is shown once, and stored as a hash only', async () => {
    const { secret, ...created } = await createdToken(backend, session, { name: 'CI' })
    expect(created).toMatchObject({
      name: 'CI',
      scopes: ['publish'],
      project: null,
      ending: secret.slice(-6),
      created_at: '2026-06-01T12:00:00.000Z',
      expires_at: '2026-06-08T12:00:00.000Z',
      used_at: null,
    })
    expect(await listed()).toEqual([created])
    const { rows } = await backend.db.execute(sql`SELECT t::text AS row FROM access_tokens t`)
    expect(JSON.stringify(rows)).not.toContain(secret.slice(0, -6))
  })

  it('is part of what the account can download, without its secret', async () => {
    const { secret, ...token } = await createdToken(backend, session)
    const { id } = await publishProject(backend, secret)
    const { data } = await ask('/account/export', { token: session })
    const log = [{ project_id: id, at: '2026-06-01T12:00:00.000Z', event: 'published' }]
    const used_at = '2026-06-01T12:00:00.000Z'
    expect(data).toMatchObject({ tokens: [{ ...token, used_at }], log })
    expect(JSON.stringify(data)).not.toContain(secret)
  })

  it('is announced to its owner by e-mail', async () => {
    await createdToken(backend, session)
    await expect
      .poll(() => backend.messages.map(({ subject }) => subject))
      .toEqual(['New access token for your Keystrip account'])
  })

  it('publishes, changes and withdraws, and its name is in the log of the project', async () => {
    const { secret } = await createdToken(backend, session, { name: 'CI' })
    const project = await publishProject(backend, secret)
    expect(project.author.name).toBe('ada_lovelace')
    await rename(secret, project.id)
    backend.setClock('2026-06-01T12:01:00Z')
    await rename(session, project.id, 'By hand')
    expect(await logOf(project.id)).toEqual([
      entry('changed', { at: '2026-06-01T12:01:00.000Z', token: null }),
      entry('changed'),
      entry('published', { version: '1.0.0' }),
    ])
  })

  it('tells when it was last used, to a few minutes', async () => {
    const { secret } = await createdToken(backend, session, { scopes: ['read'] })
    const use = () => ask('/account/info', { token: secret })
    for (const [time, used] of [
      ['12:10', '12:10'],
      ['12:12', '12:10'],
      ['12:15', '12:15'],
    ]) {
      backend.setClock(`2026-06-01T${time}:00Z`)
      expect((await use()).code).toBe(200)
      expect((await listed())[0]?.used_at).toBe(`2026-06-01T${used}:00.000Z`)
    }
  })

  it('of one project changes that project and no other, and publishes no new one', async () => {
    const project = await publishProject(backend, session)
    const other = await publishProject(backend, session, { title: 'Other' })
    const { secret } = await createdToken(backend, session, {
      project_id: project.id,
      scopes: ['publish', 'manage'],
    })
    expect((await rename(secret, project.id)).code).toBe(200)
    const input = await projectInput(backend, session)
    const refused = [
      await rename(secret, other.id),
      await ask('/icon', { method: 'POST', body: input, token: secret }),
      await ask(`/icon/${other.id}/versions/1.0.0`, {
        method: 'PUT',
        body: { yanked: true },
        token: secret,
      }),
      await ask(`/icon?id=${other.id}`, { method: 'DELETE', token: secret }),
    ]
    for (const answer of refused)
      expect(answer).toMatchObject({ code: 403, reason: 'token_project' })
    expect(await titleOf(other.id)).toMatchObject({ title: 'Other' })
    expect((await ask(`/icon?id=${project.id}`, { method: 'DELETE', token: secret })).code).toBe(
      200,
    )
    expect(await listed(), 'ends with its project').toEqual([])
  })

  it('cannot change the project of another account, whatever its scopes', async () => {
    const second = await registered(backend, { username: 'evening', email: 'eve@example.com' })
    const project = await publishProject(backend, second)
    const { secret } = await createdToken(backend, session, {
      scopes: ['read', 'publish', 'manage'],
    })
    expect(await rename(secret, project.id)).toMatchObject({ code: 404, reason: 'not_found' })
    expect(await ask(`/icon/${project.id}/log`, { token: secret })).toMatchObject({ code: 404 })
    const foreign = { name: 'x', scopes: ['publish'], days: 1, project_id: project.id }
    expect(await clientOf(backend).post('/account/tokens', foreign, session)).toMatchObject({
      code: 404,
    })
    expect(await titleOf(project.id)).toMatchObject({ title: 'Orchard' })
  })

  it(`is refused as the ${TOKENS_MAX + 1}th; expired ones do not count, and are listed for 30 days`, async () => {
    for (let count = 0; count < TOKENS_MAX; count += 1) await createdToken(backend, session)
    const body = { name: 'x', scopes: ['publish'], days: 7 }
    expect(await clientOf(backend).post('/account/tokens', body, session)).toMatchObject({
      code: 409,
      reason: 'too_many_tokens',
    })
    backend.setClock('2026-06-08T12:00:00Z')
    session = await signedInAgain()
    expect(await listed()).toHaveLength(TOKENS_MAX)
    await createdToken(backend, session)
    await sweepAccessTokens(backend.db, new Date('2026-07-08T12:00:01Z'))
    expect(await listed()).toHaveLength(1)
  })

  it('is not created with a scope that does not exist, none, a year and a day, or no name', async () => {
    for (const wrong of [
      { scopes: ['root'] },
      { scopes: [] },
      { days: 366 },
      { days: 0 },
      { days: 1.5 },
      { name: ' ' },
      { name: 'x'.repeat(61) },
      { name: 'a\u202eb' },
    ]) {
      const body = { name: 'x', scopes: ['publish'], days: 7, ...wrong }
      const { code } = await clientOf(backend).post('/account/tokens', body, session)
      expect(code, JSON.stringify(wrong)).toBe(400)
    }
    expect(await listed()).toEqual([])
  })
})

/** What makes a token useless, the code of the answer, and that nothing is written. */
const USELESS: [string, string, (secret: string, id: string) => Promise<string> | string][] = [
  ['forged', 'token_unknown', () => newAccessToken()],
  [
    'mistyped',
    'token_malformed',
    (secret) => `${secret.slice(0, -1)}${secret.endsWith('x') ? 'y' : 'x'}`,
  ],
  ['cut off', 'token_malformed', (secret) => secret.slice(0, -6)],
  ['without checksum', 'token_malformed', (secret) => `${secret.slice(0, -6)}000000`],
  [
    'expired',
    'token_expired',
    (secret) => {
      backend.setClock('2026-06-08T12:00:00Z')
      return secret
    },
  ],
  [
    'revoked',
    'token_unknown',
    async (secret, id) => {
      await ask(`/account/tokens?id=${id}`, { method: 'DELETE', token: session })
      return secret
    },
  ],
]
it.each(USELESS)(
  'a token that is %s is refused with %s, and nothing is written',
  async (_, reason, spoil) => {
    const project = await publishProject(backend, session)
    const { secret, id } = await createdToken(backend, session)
    const spoiled = await spoil(secret, id)
    expect(await rename(spoiled, project.id)).toMatchObject({ code: 401, reason })
    expect(await titleOf(project.id)).toMatchObject({ title: 'Orchard', revision: 1 })
    const { rows } = await backend.db.execute(sql`SELECT count(*)::int AS count FROM project_log`)
    expect(rows).toEqual([{ count: 1 }])
  },
)

it('revoking the token of another account is a 404, and it goes on working', async () => {
  const { id, secret } = await createdToken(backend, session, { scopes: ['read'] })
  const second = await registered(backend, { username: 'evening', email: 'eve@example.com' })
  const revoked = await ask(`/account/tokens?id=${id}`, { method: 'DELETE', token: second })
  expect(revoked.code).toBe(404)
  expect((await ask('/account/info', { token: secret })).code).toBe(200)
})

it('the tokens of an account end with it', async () => {
  const { secret } = await createdToken(backend, session, { scopes: ['read'] })
  const body = { username: 'ada_lovelace', password: 'engine-1843' }
  expect((await clientOf(backend).post('/account/delete', body, session)).code).toBe(200)
  expect(await ask('/account/info', { token: secret })).toMatchObject({ reason: 'token_unknown' })
})

it('the log of a project keeps its newest 200 entries', async () => {
  const { id } = await publishProject(backend, session)
  await backend.db.execute(sql`
    INSERT INTO project_log (project_id, at, event, uid)
    SELECT ${id}, now(), 'changed', 'x' FROM generate_series(1, 250)`)
  await rename(session, id)
  const entries = await logOf(id)
  expect(entries).toHaveLength(200)
  expect(entries[0]).toMatchObject({ event: 'changed', by: 'ada_lovelace' })
  expect(entries[1]).toMatchObject({ by: null })
})

const entry = (event: string, overrides: Record<string, unknown> = {}) => ({
  at: '2026-06-01T12:00:00.000Z',
  event,
  version: null,
  by: 'ada_lovelace',
  token: 'CI',
  ...overrides,
})

/** A new session: the first one has expired meanwhile. */
async function signedInAgain(): Promise<string> {
  const body = { account: 'ada_lovelace', password: 'engine-1843' }
  return (await clientOf(backend).post('/auth/log_in', body)).token ?? ''
}
