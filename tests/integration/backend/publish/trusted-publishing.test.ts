import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { accessTokensSchema, TOKEN_PREFIXES } from '#lib/contract/access-token.ts'
import { projectLogSchema } from '#lib/contract/project-log.ts'
import { EXCHANGED_TOKENS_MAX, exchangeSchema, publishersSchema } from '#lib/contract/publisher.ts'
import { sweepAccessTokens } from '#backend/services/access-token/manage.ts'
import { clientOf, registered } from '#tests/support/accounts.ts'
import { buildIconPack } from '#tests/support/containers.ts'
import { testBackend } from '#tests/support/backend.ts'
import { type Claims, githubClaims, NOW, startOidcIssuer } from '#tests/support/oidc-issuer.ts'
import { addedPublisher } from '#tests/support/publishers.ts'
import { projectInput, publishProject, uploadFile } from '#tests/support/publishing.ts'
import { stoppedAtEnd } from '#tests/support/stopped-at-end.ts'

let session = ''
const issuer = await stoppedAtEnd(startOidcIssuer())
const backend = await testBackend({ issuers: [issuer.issuer()] })
beforeEach(async () => {
  await backend.empty()
  backend.setClock(NOW)
  session = await registered(backend)
})

const ask = (...args: Parameters<ReturnType<typeof clientOf>['ask']>) =>
  clientOf(backend).ask(...args)
const trust = (overrides: Parameters<typeof addedPublisher>[2]) =>
  addedPublisher(backend, session, { issuer: issuer.url, ...overrides })
const exchange = async (claims: Claims = {}, publisher_id?: string) =>
  clientOf(backend).post('/oidc/exchange', {
    token: await issuer.sign(githubClaims(claims)),
    ...(publisher_id !== undefined && { publisher_id }),
  })
const exchanged = async (...args: Parameters<typeof exchange>) =>
  exchangeSchema.parse((await exchange(...args)).data)
const rename = (token: string, id: string, title = 'Renamed') =>
  ask('/icon', { method: 'PUT', body: { id, title }, token })
const pending = async () =>
  publishersSchema.parse((await ask('/account/publishers', { token: session })).data).items
const logOf = async (id: string) =>
  projectLogSchema.parse((await ask(`/icon/${id}/log`, { token: session })).data).items

describe('the token of an exchange', () => {
  it('publishes for its project for 30 minutes, and the log names the workflow', async () => {
    const { id } = await publishProject(backend, session)
    const publisher = await trust({ project_id: id })
    const { token, ...rest } = await exchanged()
    expect(token).toMatch(/^ks_oidc_[0-9A-Za-z]{42}$/)
    expect(rest).toEqual({
      expires_at: '2026-06-01T12:30:00.000Z',
      publisher_id: publisher.id,
      project: { id, kind: 'icon', title: 'Orchard' },
      first: null,
    })
    expect((await rename(token, id)).code).toBe(200)
    expect((await logOf(id))[0]).toMatchObject({
      event: 'changed',
      by: 'ada_lovelace',
      token: 'GitHub Actions ada/orchard release.yml',
    })
    backend.setClock('2026-06-01T12:30:00Z')
    expect(await rename(token, id)).toMatchObject({ code: 401, reason: 'token_expired' })
  })

  it('tells the log of a runner that its owner hosts', async () => {
    const { id } = await publishProject(backend, session)
    await trust({ project_id: id })
    const { token } = await exchanged({ runner_environment: 'self-hosted' })
    await rename(token, id)
    expect((await logOf(id))[0]?.token).toBe('GitHub Actions ada/orchard release.yml (self-hosted)')
  })

  it('neither reads the account, nor deletes, nor publishes or changes another project', async () => {
    const { id } = await publishProject(backend, session)
    const other = await publishProject(backend, session, { title: 'Other' })
    await trust({ project_id: id })
    const { token } = await exchanged()
    const input = await projectInput(backend, session)
    expect(await ask('/account/info', { token })).toMatchObject({ reason: 'token_scope' })
    expect(await ask(`/icon?id=${id}`, { method: 'DELETE', token })).toMatchObject({
      reason: 'token_scope',
    })
    expect(await rename(token, other.id)).toMatchObject({ reason: 'token_project' })
    expect(await ask('/icon', { method: 'POST', body: input, token })).toMatchObject({
      reason: 'token_project',
    })
  })

  it('is stored as a hash, not among the tokens of the account, and swept when it has expired', async () => {
    const { id } = await publishProject(backend, session)
    await trust({ project_id: id })
    const { token } = await exchanged()
    const listed = await ask('/account/tokens', { token: session })
    expect(accessTokensSchema.parse(listed.data).items).toEqual([])
    const { rows } = await backend.db.execute(sql`SELECT t::text AS row FROM access_tokens t`)
    expect(JSON.stringify(rows)).not.toContain(token.slice(TOKEN_PREFIXES.exchanged.length, -6))
    await sweepAccessTokens(backend.db, new Date('2026-06-01T12:30:01Z'))
    expect(await backend.db.$count(sql`access_tokens`)).toBe(0)
    expect(await backend.db.$count(sql`used_identity_tokens`)).toBe(0)
  })

  it('publishes a version once when two jobs publish it at once', async () => {
    const { id } = await publishProject(backend, session)
    await trust({ project_id: id })
    const tokens = [(await exchanged()).token, (await exchanged()).token]
    const { bytes } = await buildIconPack('sun', 'star')
    const publish = async (token: string) => {
      const file_id = await uploadFile(backend, token, { bytes })
      return () => ask('/icon', { method: 'PUT', body: { id, version: '1.1.0', file_id }, token })
    }
    const jobs = [await publish(tokens[0] ?? ''), await publish(tokens[1] ?? '')]
    const answers = await Promise.all(jobs.map((send) => send()))
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 409])
    expect((await logOf(id)).map(({ event }) => event)).toEqual(['version', 'published'])
  })

  it('ends with its publisher', async () => {
    const { id } = await publishProject(backend, session)
    const publisher = await trust({ project_id: id })
    const { token } = await exchanged()
    const path = `/account/publishers?id=${publisher.id}`
    expect((await ask(path, { method: 'DELETE', token: session })).code).toBe(200)
    expect(await rename(token, id)).toMatchObject({ reason: 'token_unknown' })
    expect(await exchange()).toMatchObject({ code: 403, reason: 'oidc_no_publisher' })
  })

  it(`is refused as the ${EXCHANGED_TOKENS_MAX + 1}th of a publisher until one expires`, async () => {
    const { id } = await publishProject(backend, session)
    await trust({ project_id: id })
    for (let count = 0; count < EXCHANGED_TOKENS_MAX; count += 1) await exchanged()
    const refused = await exchange()
    expect(refused).toMatchObject({ code: 429, reason: 'oidc_tokens' })
    expect(refused.headers.get('retry-after')).toBe('1800')
    backend.setClock('2026-06-01T12:30:01Z')
    const token = await issuer.sign(githubClaims({}, '2026-06-01T12:30:00Z'))
    expect((await clientOf(backend).post('/oidc/exchange', { token })).code).toBe(200)
  })
})

describe('the project of an exchange', () => {
  it('goes on being trusted when the repository is renamed: its ids decide', async () => {
    const { id } = await publishProject(backend, session)
    await trust({ project_id: id })
    const repository = 'Ada/Plums'
    const workflow_ref = 'Ada/Plums/.github/workflows/release.yml@refs/heads/main'
    const { token } = await exchanged({ repository, workflow_ref })
    await rename(token, id)
    expect((await logOf(id))[0]?.token).toBe('GitHub Actions Ada/Plums release.yml')
  })

  it('is named by the publisher where several projects trust the same workflow', async () => {
    const one = await publishProject(backend, session)
    const two = await publishProject(backend, session, { title: 'Two' })
    await trust({ project_id: one.id })
    const publisher = await trust({ project_id: two.id })
    expect(await exchange()).toMatchObject({ code: 409, reason: 'oidc_ambiguous' })
    expect((await exchanged({}, publisher.id)).project?.id).toBe(two.id)
  })

  it('is reached by the publisher of the environment, if one names it, in any case', async () => {
    const { id } = await publishProject(backend, session)
    await trust({ project_id: id })
    const named = await trust({ project_id: id, environment: 'Release' })
    expect((await exchanged({ environment: 'release' })).publisher_id).toBe(named.id)
    expect((await exchanged()).publisher_id).not.toBe(named.id)
  })
})

describe('a pending publisher', () => {
  const first = { kind: 'icon', title: 'Orchard' } as const
  const publish = async (token: string, overrides: Record<string, unknown> = {}) =>
    ask('/icon', { method: 'POST', body: await projectInput(backend, token, overrides), token })

  it('publishes its project once, and is that project’s publisher from then on', async () => {
    const { id: publisherId } = await trust({ first })
    const { token, project, first: promised } = await exchanged()
    expect({ project, promised }).toEqual({ project: null, promised: first })
    const published = await publish(token)
    expect(published).toMatchObject({ code: 200, data: { title: 'Orchard' } })
    const { id } = published.data as { id: string }
    expect(await pending()).toEqual([])
    expect((await rename(token, id)).code).toBe(200)
    expect(await publish(token)).toMatchObject({ code: 403, reason: 'token_project' })
    const again = await exchanged({}, publisherId)
    expect(again).toMatchObject({ project: { id }, first: null })
    expect((await logOf(id)).map(({ event, token: by }) => [event, by])).toEqual([
      ['changed', 'GitHub Actions ada/orchard release.yml'],
      ['published', 'GitHub Actions ada/orchard release.yml'],
    ])
  })

  it('publishes neither another title nor another kind, and changes no project', async () => {
    await trust({ first })
    const own = await publishProject(backend, session)
    const { token } = await exchanged()
    expect(await publish(token, { title: 'Plums' })).toMatchObject({ reason: 'token_project' })
    const body = await projectInput(backend, token)
    expect(await ask('/profile', { method: 'POST', body, token })).toMatchObject({
      reason: 'token_project',
    })
    expect(await rename(token, own.id)).toMatchObject({ reason: 'token_project' })
    expect(await pending()).toHaveLength(1)
  })

  it('publishes one project when two publications arrive at once', async () => {
    await trust({ first })
    const { token } = await exchanged()
    const bodies = [await projectInput(backend, token), await projectInput(backend, token)]
    const answers = await Promise.all(
      bodies.map((body) => ask('/icon', { method: 'POST', body, token })),
    )
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 403])
    expect(await backend.db.$count(sql`projects`)).toBe(1)
    expect(await backend.db.$count(sql`project_log`)).toBe(1)
  })

  it('stays pending when the publication is refused', async () => {
    await trust({ first })
    const { token } = await exchanged()
    expect((await publish(token, { category: 'audio' })).code).toBe(400)
    expect(await pending()).toHaveLength(1)
    expect((await publish(token)).code).toBe(200)
  })
})

it('a publication that is repeated with its key gets the first answer', async () => {
  await trust({ first: { kind: 'icon', title: 'Orchard' } })
  const { token } = await exchanged()
  const body = JSON.stringify(await projectInput(backend, token))
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'idempotency-key': 'release-1.0.0-orchard',
  }
  const publish = () => backend.get('/icon', { method: 'POST', headers, body })
  const answers = [await publish(), await publish()]
  expect(answers.map(({ code }) => code)).toEqual([200, 200])
  expect(answers[1]?.data).toEqual(answers[0]?.data)
  expect(await backend.db.$count(sql`projects`)).toBe(1)
})
