import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { sql } from 'drizzle-orm'
import { parseConfig } from '#backend/config.ts'
import { callbackPath } from '#lib/contract/provider.ts'
import { clientOf, registered } from '#tests/support/accounts.ts'
import { startTestBackend, type TestBackend } from '#tests/support/backend.ts'
import {
  pluginRepository,
  startGitHubStub,
  type StubRepository,
} from '#tests/support/github-stub.ts'
import { providerVariables, startProviderStub } from '#tests/support/providers.ts'
import { aWish } from '#tests/support/publishing.ts'

const NAME = 'octo-ada/plums'
const ADDRESS = `https://github.com/${NAME}`
const OCTO = 4711

let github: Awaited<ReturnType<typeof startGitHubStub>>
let stub: Awaited<ReturnType<typeof startProviderStub>>
let backend: TestBackend
beforeAll(async () => {
  github = await startGitHubStub()
  stub = await startProviderStub()
  const { providers } = parseConfig({
    DATABASE_URL: 'postgres://localhost/x',
    ...providerVariables(stub.url, stub.url),
  })
  const parts = { providers, github: { apiUrl: github.url, token: undefined } }
  backend = await startTestBackend(parts)
})
afterAll(async () => {
  await backend.stop()
  await github.stop()
  await stub.stop()
})
beforeEach(async () => {
  await backend.empty()
  backend.messages.length = 0
  repository()
})

/** The plugin's repository, with or without a `.keystrip`. */
function repository(keystrip?: string, said: Partial<StubRepository> = {}) {
  const plain = pluginRepository({ ownerId: OCTO, ...said })
  if (keystrip === undefined) return github.add(NAME, plain)
  const files = { ...plain.files, '.keystrip': keystrip }
  github.add(NAME, { ...plain, root: ['.keystrip', ...plain.root], files })
}
const account = (username: string, email = `${username}@example.com`) =>
  registered(backend, { username, email })

/** Signs in by GitHub as its user number `id`. @returns the token. */
async function byGitHub(id: number, name = 'octo-ada'): Promise<string> {
  const verifier = randomBytes(32).toString('base64url')
  const home = `http://localhost:3000${callbackPath('github')}`
  const person = { id, name, email: `${name}@example.com`, verified: true }
  const query = new URLSearchParams({
    code: stub.consent(person, verifier, home),
    redirect_uri: home,
    code_verifier: verifier,
  })
  return (await clientOf(backend).ask(`/auth/github/oauth/token?${query}`)).token ?? ''
}
async function publish(token: string, said: Record<string, unknown> = {}) {
  const wish = await aWish(backend, token, {
    file_id: undefined,
    version: '1.1.3',
    category: 'productivity',
    repository_url: ADDRESS,
    ...said,
  })
  return clientOf(backend).post('/plugin', wish, token)
}
const check = (token: string) =>
  clientOf(backend).ask(
    `/plugin/github/check?${new URLSearchParams({ repository_url: ADDRESS })}`,
    {
      token,
    },
  )
const transfers = (token: string) => clientOf(backend).ask('/account/transfers', { token })
const idOf = ({ data }: { data: unknown }): string => Object(data).id

describe('a repository is proved to be one’s own', () => {
  it('by signing in by GitHub as its owner, whatever either is called by now', async () => {
    const octo = await byGitHub(OCTO, 'renamed-ada')
    expect(await check(octo)).toMatchObject({ data: { proof: 'github' } })
    expect(await publish(octo)).toMatchObject({ data: { owner_verified: true } })
  })

  it('not by a GitHub account of the owner’s name', async () => {
    const other = await byGitHub(4712, 'octo-ada')
    expect(await check(other)).toMatchObject({ data: { proof: null } })
    expect(await publish(other)).toMatchObject({ data: { owner_verified: false } })
  })

  it.each([
    ['its name', 'grace'],
    ['its name in any case', '  GRACE  '],
    ['its name among others and comments', '# who may publish\r\nada # the author\r\ngrace\r\n'],
  ])('by a file .keystrip with %s', async (_, keystrip) => {
    repository(keystrip)
    const grace = await account('grace')
    expect(await check(grace)).toMatchObject({ data: { proof: 'file', proof_line: 'grace' } })
    expect(await publish(grace)).toMatchObject({ data: { owner_verified: true } })
  })

  it.each([
    ['another name', 'gracie'],
    ['its name in a comment', '# grace'],
    ['its name behind another', 'ada grace'],
    ['its name behind a hundred lines', `${'ada\n'.repeat(100)}grace`],
    ['its name behind 8 kB', `${'#'.repeat(9000)}\ngrace`],
    ['nothing', ''],
  ])('not by a file .keystrip with %s', async (_, keystrip) => {
    repository(keystrip)
    expect(await check(await account('grace'))).toMatchObject({ data: { proof: null } })
  })

  it('not by whoever registers a name that proved something before, but with their own id', async () => {
    repository('grace')
    const grace = await account('grace')
    const id = idOf(await publish(grace))
    await clientOf(backend).post(
      '/account/delete',
      { username: 'grace', password: 'engine-1843' },
      grace,
    )
    expect(await clientOf(backend).ask(`/plugin/${id}`)).toMatchObject({ code: 404 })
    const heir = await account('Grace', 'heir@example.com')
    const { data } = await check(heir)
    expect(data).toMatchObject({ proof: null })
    const line: string = Object(data).proof_line
    expect(line).toMatch(/^grace [\w-]{8,}$/)
    repository(line)
    expect(await check(heir)).toMatchObject({ data: { proof: 'file' } })
  })

  it('again with every look: without the file nothing is verified any more', async () => {
    repository('grace')
    const grace = await account('grace')
    const id = idOf(await publish(grace))
    repository()
    const put = { method: 'PUT', token: grace, body: { id, refresh: true } }
    expect(await clientOf(backend).ask('/plugin', put)).toMatchObject({
      data: { owner_verified: false },
    })
  })
})

describe('a verified owner', () => {
  it('displaces an unverified publication: address, versions and counts stay', async () => {
    const eve = await account('evening')
    const first = await publish(eve, { title: 'Stolen plums' })
    const id = idOf(first)
    await backend.db.execute(sql`UPDATE projects SET downloads = 41 WHERE id = ${id}`)
    const octo = await byGitHub(OCTO)
    expect(await check(octo)).toMatchObject({
      data: { published: { id, is_own: false, is_verified: false } },
    })
    expect(await publish(octo, { title: 'Plums' })).toMatchObject({
      code: 200,
      data: {
        id,
        title: 'Plums',
        author: { name: 'octo-ada' },
        owner_verified: true,
        downloads: 41,
        created_at: Object(first.data).created_at,
      },
    })
    const { ask } = clientOf(backend)
    const versions = await ask(`/plugin/${id}/versions`)
    expect(versions).toMatchObject({ data: { items: [{ version: '1.1.3' }] } })
    const put = { method: 'PUT', token: eve, body: { id, title: 'Mine' } }
    expect(await ask('/plugin', put)).toMatchObject({ code: 404 })
    expect(await ask(`/plugin?id=${id}`, { method: 'DELETE', token: eve })).toMatchObject({
      code: 404,
    })
    expect(await ask('/plugin/list?author=evening')).toMatchObject({ data: { items: [] } })
    expect(await ask('/index/search?q=plums')).toMatchObject({
      data: { items: [{ id, author: { name: 'octo-ada' } }] },
    })
  })

  it('and whoever is displaced are told: by mail in their language, and in their lists', async () => {
    const eve = await account('evening')
    await backend.db.execute(
      sql`UPDATE accounts SET locale = 'de' WHERE email = 'evening@example.com'`,
    )
    const id = idOf(await publish(eve, { title: 'Plums' }))
    const octo = await byGitHub(OCTO)
    await publish(octo)
    await vi.waitFor(() => {
      const told = backend.messages.filter(({ text }) => text.includes(id))
      expect(told.map(({ to, subject }) => `${to} ${subject}`).toSorted()).toEqual([
        'evening@example.com Ihre Veröffentlichung „Plums“ auf Keystrip ging an den Eigentümer des Repositorys',
        'octo-ada@example.com The plugin “Plums” on Keystrip is yours now',
      ])
    })
    expect(await transfers(eve)).toMatchObject({
      data: { items: [{ id, title: 'Plums', is_mine: false, other: 'octo-ada' }] },
    })
    expect(await transfers(octo)).toMatchObject({
      data: { items: [{ id, is_mine: true, other: 'evening' }] },
    })
  })

  it('tells nobody twice when the same form comes again', async () => {
    await publish(await account('evening'))
    const octo = await byGitHub(OCTO)
    const wish = await aWish(backend, octo, {
      file_id: undefined,
      version: '1.1.3',
      category: 'productivity',
      repository_url: ADDRESS,
    })
    const headers = { authorization: `Bearer ${octo}`, 'idempotency-key': 'the-same-key' }
    const init = { method: 'POST', headers, body: JSON.stringify(wish) }
    const answers = [await backend.get('/plugin', init), await backend.get('/plugin', init)]
    expect(answers[1]).toEqual(answers[0])
    await vi.waitFor(() => expect(backend.messages.filter(isTransfer)).toHaveLength(2))
    expect(await transfers(octo)).toMatchObject({ data: { items: [{ is_mine: true }] } })
  })

  it('does not displace another verified one', async () => {
    repository('grace')
    const id = idOf(await publish(await account('grace')))
    expect(await publish(await byGitHub(OCTO))).toMatchObject({
      code: 409,
      reason: 'plugin_taken',
      details: { id },
    })
  })

  it('displaces one whose proof is gone by now', async () => {
    repository('grace')
    const id = idOf(await publish(await account('grace')))
    repository()
    expect(await publish(await byGitHub(OCTO))).toMatchObject({ code: 200, data: { id } })
  })

  it('does not bring back what the operator has hidden', async () => {
    const id = idOf(await publish(await account('evening')))
    await backend.db.execute(sql`UPDATE projects SET hidden_at = now() WHERE id = ${id}`)
    expect(await publish(await byGitHub(OCTO))).toMatchObject({ code: 409, reason: 'plugin_taken' })
  })

  it('keeps a version that is out where the repository says a lower one by now', async () => {
    await publish(await account('evening'))
    repository(undefined, { release: { tag: 'v1.0.0', assets: [] } })
    expect(await publish(await byGitHub(OCTO), { version: '1.0.0' })).toMatchObject({
      code: 200,
      data: { version: '1.1.3', release: { tag: 'v1.0.0' } },
    })
  })

  it.each([1, 2, 3])(
    'and an unverified one at once: the owner has it in the end (%i)',
    async () => {
      repository('grace\nhopper')
      const people = await Promise.all(
        ['evening', 'mallory', 'grace', 'hopper'].map((name) => account(name)),
      )
      const answers = await Promise.all(people.map((token) => publish(token)))
      const list = await clientOf(backend).ask('/plugin/list')
      expect(list).toMatchObject({ data: { items: [{ owner_verified: true }] } })
      const owners = answers.slice(2).map(({ code }) => code)
      expect(owners.toSorted()).toEqual([200, 409])
      expect(Object(list.data).items).toHaveLength(1)
    },
  )
})

const isTransfer = ({ text }: { text: string }) => text.includes('/home/plugin/detail/')
