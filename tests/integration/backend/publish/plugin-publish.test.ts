import { beforeEach, describe, expect, it } from 'vitest'
import { sql } from 'drizzle-orm'
import { clientOf, registered } from '#tests/support/accounts.ts'
import { testBackend } from '#tests/support/backend.ts'
import { FIRST_GENERATION, pluginRepository, startGitHubStub } from '#tests/support/github-stub.ts'
import { projectInput } from '#tests/support/publishing.ts'
import { stoppedAtEnd } from '#tests/support/stopped-at-end.ts'

const NAME = 'ENIAC-Tech/Plugin-Example'
const ADDRESS = `https://github.com/${NAME}`
const PATH = 'com.eniac.example.plugin/manifest.json'

const github = await stoppedAtEnd(startGitHubStub())
const backend = await testBackend({ github: { apiUrl: github.url, token: undefined } })
let ada = ''
beforeEach(async () => {
  await backend.empty()
  github.behave(null)
  github.add(NAME, pluginRepository())
  ada = await registered(backend)
})

const wishFor = (said: Record<string, unknown> = {}) =>
  projectInput(backend, ada, {
    file_id: undefined,
    version: '1.1.3',
    category: 'productivity',
    owner: 'ENIAC-Tech',
    repository_url: ADDRESS,
    ...said,
  })
const publish = async (said: Record<string, unknown> = {}) =>
  clientOf(backend).post('/plugin', await wishFor(said), ada)
const change = (body: Record<string, unknown>, token = ada) =>
  clientOf(backend).ask('/plugin', { method: 'PUT', token, body })
const idOf = ({ data }: { data: unknown }): string => Object(data).id

/** Releases another version in the repository. */
function releaseVersion(version: string, tag = `v${version}`) {
  const manifest = JSON.stringify({ ...JSON.parse(FIRST_GENERATION), version })
  const release = { tag, assets: [`com.eniac.example.win32.flexplugin`] }
  github.add(NAME, pluginRepository({ files: { [PATH]: manifest }, release }))
}

describe('publishing a plugin', () => {
  it('takes texts and systems from the form, version, release and licence from the repository', async () => {
    const said = {
      title: 'Another',
      description: 'Mine.',
      operating_systems: ['linux'],
      minimum_version: '2.0.0',
    }
    expect(await publish(said)).toMatchObject({
      code: 200,
      data: {
        ...said,
        kind: 'plugin',
        version: '1.1.3',
        author: { name: 'ada_lovelace' },
        owner: 'ENIAC-Tech',
        owner_verified: false,
        license: 'MIT',
        release: { tag: 'v1.1.3', file_name: 'com.eniac.example.flexplugin' },
        file: null,
      },
    })
  })

  it('rejects a version that the repository does not have, and lists those that it has', async () => {
    expect(await publish({ version: '9.9.9' })).toMatchObject({
      code: 400,
      reason: 'version_unknown',
      details: { versions: '1.1.3' },
    })
  })

  it('stores a renamed repository under its current name', async () => {
    github.rename(NAME, 'ENIAC-Tech/Example')
    expect(await publish({ repository_url: `${ADDRESS}?tab=readme` })).toMatchObject({
      data: { repository_url: 'https://github.com/ENIAC-Tech/Example', owner: 'ENIAC-Tech' },
    })
  })

  it.each([
    ['no repository', { owner: undefined, repository_url: undefined }, 400],
    ['a repository that is none', { repository_url: 'https://github.com/ENIAC-Tech/none' }, 404],
    ['another account named as its owner', { owner: 'eve' }, 400],
  ])('is refused with %s', async (_, said, code) => {
    expect(await publish(said)).toMatchObject({ code })
  })

  it('rejects a second publication of the same repository and manifest under any name', async () => {
    const id = idOf(await publish())
    github.rename(NAME, 'ENIAC-Tech/Example')
    expect(await publish()).toMatchObject({ code: 409, reason: 'plugin_taken', details: { id } })
  })

  it('allows a second publication if the repository contains another plugin now', async () => {
    await publish()
    const other = JSON.stringify({ ...JSON.parse(FIRST_GENERATION), uuid: 'com.eniac.other' })
    github.add(NAME, pluginRepository({ files: { [PATH]: other } }))
    expect(await publish()).toMatchObject({ code: 200 })
  })

  it('creates one publication for ten concurrent requests', async () => {
    const wishes = await Promise.all(Array.from({ length: 10 }, () => wishFor()))
    const answers = await Promise.all(
      wishes.map((input) => clientOf(backend).post('/plugin', input, ada)),
    )
    const codes = answers.map(({ code }) => code)
    expect(codes.filter((code) => code === 200)).toHaveLength(1)
    expect(codes.filter((code) => code === 409)).toHaveLength(9)
  })

  it('is held if a hidden publication is of the same plugin, and reveals nothing of that one', async () => {
    const id = idOf(await publish())
    await backend.db.execute(sql`UPDATE projects SET hidden_at = now() WHERE id = ${id}`)
    const answer = await publish()
    expect(answer).toMatchObject({ code: 200, data: { held: 'project' } })
    expect(JSON.stringify(answer)).not.toContain(id)
    const query = new URLSearchParams({ repository_url: ADDRESS })
    const checked = await clientOf(backend).ask(`/plugin/github/check?${query}`, { token: ada })
    expect(checked).toMatchObject({ data: { published: null } })
  })
})

describe('changing a plugin', () => {
  it('needs no request to GitHub and changes no version', async () => {
    const id = idOf(await publish())
    releaseVersion('1.2.0')
    github.behave((res) => void res.destroy())
    const before = github.asked.length
    const body = {
      id,
      title: 'Plums',
      description: 'Ripe.',
      version: '1.1.3',
      operating_systems: ['all'],
      owner: 'ENIAC-Tech',
      repository_url: ADDRESS,
    }
    expect(await change(body)).toMatchObject({
      code: 200,
      data: {
        title: 'Plums',
        description: 'Ripe.',
        version: '1.1.3',
        operating_systems: ['all'],
        release: { tag: 'v1.1.3' },
      },
    })
    expect(github.asked.length).toBe(before)
  })

  it('changes the version only with a check of the repository', async () => {
    const id = idOf(await publish())
    releaseVersion('1.2.0')
    expect(await change({ id, version: '1.2.0' })).toMatchObject({
      code: 409,
      reason: 'version_unchecked',
    })
    expect(await change({ id, refresh: true, version: '1.2.0', notes: 'More.' })).toMatchObject({
      data: {
        version: '1.2.0',
        release: { tag: 'v1.2.0', file_name: 'com.eniac.example.win32.flexplugin' },
      },
    })
    expect(await clientOf(backend).ask(`/plugin/${id}/versions`)).toMatchObject({
      data: { items: [{ version: '1.2.0', notes: 'More.' }, { version: '1.1.3' }] },
    })
  })

  it('keeps its version if the repository has a lower one, and takes the release', async () => {
    const id = idOf(await publish())
    releaseVersion('1.0.0')
    expect(await change({ id, refresh: true })).toMatchObject({
      data: { version: '1.1.3', release: { tag: 'v1.0.0' } },
    })
  })

  it('loses nothing if GitHub fails during a check', async () => {
    const id = idOf(await publish())
    github.behave((res) => void res.writeHead(500).end())
    expect(await change({ id, refresh: true, title: 'New' })).toMatchObject({
      code: 503,
      reason: 'github_failing',
    })
    expect(await change({ id, title: 'New' })).toMatchObject({ data: { title: 'New' } })
  })

  it('is rejected if it would become another plugin', async () => {
    const id = idOf(await publish())
    github.add('ada/other', pluginRepository())
    const body = { id, owner: 'ada', repository_url: 'https://github.com/ada/other' }
    expect(await change(body)).toMatchObject({ code: 409, reason: 'other_plugin' })
  })

  it('stores the repository id of a plugin published without one', async () => {
    const id = idOf(await publish())
    await backend.db.execute(
      sql`UPDATE projects SET repository_id = NULL, manifest_id = NULL WHERE id = ${id}`,
    )
    expect(await change({ id, refresh: true })).toMatchObject({ code: 200 })
    expect(await publish()).toMatchObject({ code: 409, details: { id } })
  })

  it('of another account is not found, without a request to GitHub', async () => {
    const id = idOf(await publish())
    const eve = await registered(backend, { username: 'evening', email: 'eve@example.com' })
    const before = github.asked.length
    expect(await change({ id, refresh: true }, eve)).toMatchObject({ code: 404 })
    expect(github.asked.length).toBe(before)
  })
})

describe('the facts in the manifest of a plugin', () => {
  const second = (permissions: string[]) =>
    JSON.stringify({
      schemaVersion: '1.0',
      uuid: '@ada/orchard',
      name: 'Orchard',
      version: '1.1.3',
      author: { name: 'Ada' },
      permissions,
    })
  const release = (permissions: string[], version = '1.1.3') =>
    github.add(
      NAME,
      pluginRepository({
        root: ['manifest.json'],
        files: { 'manifest.json': second(permissions).replace('1.1.3', version) },
        release: { tag: `v${version}`, assets: ['orchard.flexplugin'] },
      }),
    )

  it('is on its page, and not in lists; the form cannot change it', async () => {
    release(['file', 'store'])
    const id = idOf(await publish({ manifest: { permissions: [] } }))
    const said = { generation: 2, author: 'Ada', permissions: ['file', 'store'] }
    expect((await clientOf(backend).ask(`/plugin/${id}`)).data).toMatchObject({ manifest: said })
    const list = await clientOf(backend).ask('/plugin/list?view=card')
    expect(list.data).toMatchObject({ items: [{ id, manifest: null }] })
  })

  it('changes with the release, and back when that is withdrawn', async () => {
    release(['store'])
    const id = idOf(await publish())
    release(['store', 'file'], '1.2.0')
    await change({ id, refresh: true })
    const manifestNow = async () => (await clientOf(backend).ask(`/plugin/${id}`)).data
    expect(await manifestNow()).toMatchObject({
      version: '1.2.0',
      manifest: { permissions: ['store', 'file'] },
    })
    await clientOf(backend).ask(`/plugin/${id}/versions/1.2.0`, {
      method: 'PUT',
      token: ada,
      body: { yanked: true },
    })
    expect(await manifestNow()).toMatchObject({
      version: '1.1.3',
      manifest: { permissions: ['store'] },
    })
  })
})
