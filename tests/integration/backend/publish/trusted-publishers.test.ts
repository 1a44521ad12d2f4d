import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type AddPublisherRequest,
  PUBLISHERS_MAX,
  publishersSchema,
} from '#lib/contract/publisher.ts'
import { clientOf, registered } from '#tests/support/accounts.ts'
import { startTestBackend, type TestBackend } from '#tests/support/backend.ts'
import { pluginRepository, startGitHubStub } from '#tests/support/github-stub.ts'
import { githubClaims, NOW, type OidcIssuer, startOidcIssuer } from '#tests/support/oidc-issuer.ts'
import { addedPublisher, publisherInput } from '#tests/support/publishers.ts'
import { publishProject } from '#tests/support/publishing.ts'

let github: Awaited<ReturnType<typeof startGitHubStub>>
let issuer: OidcIssuer
let backend: TestBackend
let session = ''
let id = ''
beforeAll(async () => {
  github = await startGitHubStub()
  github.add('ada/orchard', pluginRepository({ id: 1001, ownerId: 77 }))
  github.add('ada/private', pluginRepository({ isPrivate: true }))
  issuer = await startOidcIssuer()
  backend = await startTestBackend({
    github: { apiUrl: github.url, token: undefined },
    issuers: [issuer.issuer()],
  })
})
afterAll(async () => {
  await backend.stop()
  await github.stop()
  await issuer.stop()
})
beforeEach(async () => {
  await backend.empty()
  backend.setClock(NOW)
  session = await registered(backend)
  id = (await publishProject(backend, session)).id
  backend.messages.length = 0
  github.asked.length = 0
})

const add = (overrides: Partial<AddPublisherRequest> = {}, token = session) =>
  clientOf(backend).post(
    '/account/publishers',
    publisherInput({ issuer: issuer.url, project_id: id, ...overrides }),
    token,
  )
const listed = async (projectId?: string, token = session) => {
  const path = `/account/publishers${projectId === undefined ? '' : `?project_id=${projectId}`}`
  const { data } = await clientOf(backend).ask(path, { token })
  return publishersSchema.parse(data).items
}
/** Of GitHub, without the ids, which the site reads. */
const named = { repository_id: undefined, owner_id: undefined }

describe('a publisher', () => {
  it('of GitHub is added by the name of its repository, and has its ids and its current name', async () => {
    github.rename('ada/orchard', 'Ada/Apples')
    const answer = await add({ ...named, environment: 'release' })
    const added = {
      issuer: issuer.url,
      service: 'GitHub Actions',
      repository: 'Ada/Apples',
      repository_id: '1001',
      owner_id: '77',
      workflow: 'release.yml',
      environment: 'release',
      first: null,
      created_at: '2026-06-01T12:00:00.000Z',
      used_at: null,
    }
    github.rename('ada/apples', 'ada/orchard')
    expect(answer).toMatchObject({ code: 200, data: added })
    expect(await listed(id)).toEqual([answer.data])
    expect(await listed(), 'is not pending').toEqual([])
  })

  it('of a private repository is added with its ids, and GitHub is not asked', async () => {
    expect(await add({ ...named, repository: 'ada/private' })).toMatchObject({
      code: 404,
      reason: 'private_repository',
    })
    github.asked.length = 0
    const ids = { repository_id: '2', owner_id: '77' }
    expect((await add({ repository: 'ada/private', ...ids })).code).toBe(200)
    expect(github.asked).toEqual([])
  })

  it('is announced to its owner by e-mail', async () => {
    await add()
    await expect
      .poll(() => backend.messages.map(({ subject }) => subject))
      .toEqual(['New trusted workflow for your Keystrip account'])
  })

  it('is part of what the account can download', async () => {
    await add()
    const { data } = await clientOf(backend).ask('/account/export', { token: session })
    const publisher = { issuer: issuer.url, repository: 'ada/orchard', project_id: id }
    expect(data).toMatchObject({ publishers: [publisher] })
  })

  it('ends with its project and with its account', async () => {
    await add()
    await add({ project_id: undefined, first: { kind: 'icon', title: 'Plums' } })
    await clientOf(backend).ask(`/icon?id=${id}`, { method: 'DELETE', token: session })
    expect(await backend.db.$count(sql`trusted_publishers`)).toBe(1)
    const body = { username: 'ada_lovelace', password: 'engine-1843' }
    await clientOf(backend).post('/account/delete', body, session)
    expect(await backend.db.$count(sql`trusted_publishers`)).toBe(0)
  })

  it('is not added to, listed or removed from the project of another account', async () => {
    const own = await addedPublisher(backend, session, {
      issuer: issuer.url,
      project_id: id,
    })
    const outsider = await registered(backend, { username: 'evening', email: 'eve@example.com' })
    expect((await add({ workflow: 'other.yml' }, outsider)).code).toBe(404)
    const ask = (path: string, method: string) =>
      clientOf(backend).ask(path, { method, token: outsider })
    expect((await ask(`/account/publishers?project_id=${id}`, 'GET')).code).toBe(404)
    expect((await ask(`/account/publishers?id=${own.id}`, 'DELETE')).code).toBe(404)
    expect(await listed(id)).toHaveLength(1)
  })

  it('no longer counts when the project has another owner', async () => {
    await add()
    const outsider = await registered(backend, { username: 'evening', email: 'eve@example.com' })
    const { uid } = (await clientOf(backend).ask('/account/info', { token: outsider })).data as {
      uid: string
    }
    await backend.db.execute(sql`UPDATE projects SET author_uid = ${uid} WHERE id = ${id}`)
    const token = await issuer.sign(githubClaims())
    expect(await clientOf(backend).post('/oidc/exchange', { token })).toMatchObject({
      reason: 'oidc_no_publisher',
    })
  })

  it('is refused a second time, in its place', async () => {
    await add()
    expect(await add()).toMatchObject({ code: 409, reason: 'publisher_exists' })
    expect((await add({ environment: 'release' })).code).toBe(200)
    const first = { kind: 'icon', title: 'Plums' } as const
    expect((await add({ project_id: undefined, first })).code).toBe(200)
    expect(await add({ project_id: undefined, first })).toMatchObject({
      reason: 'publisher_exists',
    })
  })

  it(`is refused as the ${PUBLISHERS_MAX + 1}th of a project, and as the ${PUBLISHERS_MAX + 1}th that is pending, two at once included`, async () => {
    for (let at = 1; at < PUBLISHERS_MAX; at += 1) {
      await add({ workflow: `${at}.yml` })
      await add({ project_id: undefined, first: { kind: 'icon', title: `${at}` } })
    }
    const answers = await Promise.all([
      add({ workflow: 'a.yml' }),
      add({ workflow: 'b.yml' }),
      add({ project_id: undefined, first: { kind: 'icon', title: 'a' } }),
      add({ project_id: undefined, first: { kind: 'icon', title: 'b' } }),
    ])
    const refused = answers.filter(({ reason }) => reason === 'too_many_publishers')
    expect(refused).toHaveLength(2)
    expect(await listed(id)).toHaveLength(PUBLISHERS_MAX)
    expect(await listed()).toHaveLength(PUBLISHERS_MAX)
  })
})

const INVALID: [string, Record<string, unknown>][] = [
  ['neither project nor first release', { project_id: undefined }],
  ['both', { first: { kind: 'icon', title: 'x' } }],
  ['an empty title', { project_id: undefined, first: { kind: 'icon', title: ' ' } }],
  ['a repository without owner', { repository: 'orchard' }],
  ['a repository with a space', { repository: 'ada/or chard' }],
  ['a repository of 256 characters', { repository: `a/${'x'.repeat(254)}` }],
  ['a repository by address', { repository: 'https://github.com/ada/orchard' }],
  ['groups at GitHub', { ...named, repository: 'ada/trees/orchard' }],
  ['an owner that GitHub does not allow', { ...named, repository: 'ada--b/orchard' }],
  ['an id of letters', { repository_id: '1e3' }],
  ['an id that starts with 0', { owner_id: '07' }],
  ['one id of two', { owner_id: undefined }],
  ['a workflow that is no YAML', { workflow: 'release.sh' }],
  ['a workflow in a folder', { workflow: '.github/workflows/release.yml' }],
  ['a workflow with a ref', { workflow: 'release.yml@main.yml' }],
  ['a workflow of 256 characters', { workflow: `${'x'.repeat(252)}.yml` }],
  ['an environment with a quote', { environment: "re'lease" }],
  ['an environment that ends with a space', { environment: 'release ' }],
  ['an empty environment', { environment: '' }],
]
it.each(INVALID)('a publisher with %s is invalid input', async (_, wrong) => {
  const body = { ...publisherInput({ issuer: issuer.url, project_id: id }), ...wrong }
  const answer = await clientOf(backend).post('/account/publishers', body, session)
  expect(answer).toMatchObject({ code: 400, reason: 'invalid_input' })
  expect(github.asked).toEqual([])
  expect(await listed(id)).toEqual([])
})

it('a publisher of an unknown issuer or repository is refused', async () => {
  expect(await add({ issuer: 'https://example.com' })).toMatchObject({ reason: 'oidc_issuer' })
  expect(await add({ ...named, repository: 'ada/nothing' })).toMatchObject({
    reason: 'no_repository',
  })
})
