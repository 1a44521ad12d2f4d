import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { clientOf, registered } from '#tests/support/accounts.ts'
import { startTestBackend, type TestBackend } from '#tests/support/backend.ts'
import {
  FIRST_GENERATION,
  pluginRepository,
  SECOND_GENERATION,
  startGitHubStub,
  type StubRepository,
} from '#tests/support/github-stub.ts'
import { aWish } from '#tests/support/publishing.ts'

const secondGeneration = (said: Partial<StubRepository> = {}): StubRepository => ({
  root: ['.github/', 'locales/', 'src/', 'manifest.json', 'package.json'],
  files: {
    'manifest.json': SECOND_GENERATION,
    '.github/configs/release-please.manifest.json': '{".":"9.9.9"}',
  },
  ...said,
})
const changed = (text: string, said: object) => JSON.stringify({ ...JSON.parse(text), ...said })

let github: Awaited<ReturnType<typeof startGitHubStub>>
let backend: TestBackend
beforeAll(async () => {
  github = await startGitHubStub()
  backend = await startTestBackend({ github: { apiUrl: github.url, token: undefined } })
})
afterAll(async () => {
  await backend.stop()
  await github.stop()
})
let ada = ''
beforeEach(async () => {
  await backend.empty()
  github.behave(null)
  ada = await registered(backend)
})

function check(repository: string, owner = repository.split('/')[0] ?? '') {
  const query = new URLSearchParams({ owner, repository_url: `https://github.com/${repository}` })
  return clientOf(backend).ask(`/plugin/github/check?${query}`, { token: ada })
}

describe('the check of a repository', () => {
  it('tells the facts of a plugin of the first generation', async () => {
    github.add('ENIAC-Tech/Plugin-Example', pluginRepository())
    expect(await check('ENIAC-Tech/Plugin-Example')).toMatchObject({
      code: 200,
      data: {
        title: 'Example',
        author: 'ENIAC',
        version: '1.1.3',
        operating_systems: ['macos', 'windows'],
        system_minimums: [
          { os: 'macos', minimum: '10.15' },
          { os: 'windows', minimum: '10' },
        ],
        minimum_version: '1.0.0',
        license: 'MIT',
        repository_url: 'https://github.com/ENIAC-Tech/Plugin-Example',
        release: { tag: 'v1.1.3', file_name: 'com.eniac.example.flexplugin' },
      },
    })
  })

  it('tells those of the second generation, without a release and without resources', async () => {
    github.add('ENIAC-Tech/second', secondGeneration({ branch: 'trunk' }))
    expect(await check('ENIAC-Tech/second')).toMatchObject({
      data: {
        title: 'NeteaseMusicLinkEssentials',
        author: 'Aspen',
        version: '1.0.1',
        operating_systems: ['windows'],
        license: null,
        release: null,
      },
    })
  })

  it('takes an empty description and unknown fields', async () => {
    const text = changed(SECOND_GENERATION, { description: '', surprise: { a: 1 } })
    github.add('ada/odd', secondGeneration({ files: { 'manifest.json': text } }))
    expect(await check('ada/odd')).toMatchObject({ data: { description: '' } })
  })

  it.each([
    ['no_repository', 404, null],
    ['no_manifest', 400, secondGeneration({ root: ['README.md'] })],
    ['no_manifest', 400, pluginRepository({ files: {} })],
    [
      'several_manifests',
      400,
      pluginRepository({
        root: ['a.plugin/', 'b.plugin/'],
        files: {
          'a.plugin/manifest.json': FIRST_GENERATION,
          'b.plugin/manifest.json': FIRST_GENERATION,
        },
      }),
    ],
    [
      'bad_field',
      400,
      secondGeneration({
        files: { 'manifest.json': changed(SECOND_GENERATION, { version: '1.0' }) },
      }),
    ],
    ['bad_field', 400, secondGeneration({ files: { 'manifest.json': '{' } })],
    ['release_differs', 400, pluginRepository({ release: { tag: 'v2.0.0', assets: [] } })],
  ] as const)('says why it is no plugin: %s', async (reason, code, repository) => {
    const name = `ada/${reason}-${Math.trunc(performance.now() * 1000)}`
    if (repository) github.add(name, repository)
    expect(await check(name)).toMatchObject({ code, reason, data: null })
  })

  it('names the field that is not valid', async () => {
    const text = changed(FIRST_GENERATION, { software: { minimumVersion: 'one' } })
    const files = { 'com.eniac.example.plugin/manifest.json': text }
    github.add('ada/field', pluginRepository({ files }))
    expect((await check('ada/field')).message).toContain('software.minimumVersion')
  })

  it('says when one may ask again once GitHub’s limit is reached', async () => {
    const reset = Math.trunc(Date.parse('2026-06-01T13:00:00Z') / 1000)
    github.behave((res) => {
      res.writeHead(403, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset }).end('{}')
    })
    expect(await check('ada/any')).toMatchObject({
      code: 429,
      reason: 'github_limit',
      message: expect.stringContaining('2026-06-01T13:00:00'),
    })
  })

  it.each([
    ['nonsense', (res) => void res.end('<h1>hello</h1>')],
    ['an error', (res) => void res.writeHead(500).end()],
    [
      'a redirect elsewhere',
      (res) => void res.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
    ],
    ['2 MB', (res) => void res.end(' '.repeat(2 * 1024 * 1024))],
  ] as [string, Parameters<Awaited<ReturnType<typeof startGitHubStub>>['behave']>[0]][])(
    'is a 503 when GitHub answers %s',
    async (_, behaviour) => {
      github.behave(behaviour)
      expect(await check('ada/any')).toMatchObject({ code: 503, data: null })
    },
  )

  it.each([
    ['another host', 'ada', 'https://evil.example/ada/x'],
    ['a host that looks like it', 'ada', 'https://github.com.evil.example/ada/x'],
    ['http', 'ada', 'http://github.com/ada/x'],
    ['no repository', 'ada', 'https://github.com/ada'],
    ['more than one', 'ada', 'https://github.com/ada/x/../../y'],
    ['a query', 'ada', 'https://github.com/ada/x?y'],
    ['a user in it', 'ada', 'https://a@github.com/ada/x'],
    ['101 characters', 'ada', `https://github.com/ada/${'x'.repeat(90)}`],
    ['an owner of 40 characters', 'a'.repeat(40), 'https://github.com/ada/x'],
    ['another owner', 'eve', 'https://github.com/ada/x'],
  ])('is refused without asking anybody for %s', async (_, owner, repository_url) => {
    const before = github.asked.length
    const query = new URLSearchParams({ owner, repository_url })
    const answer = await clientOf(backend).ask(`/plugin/github/check?${query}`, { token: ada })
    expect(answer).toMatchObject({ code: 400 })
    expect(github.asked.length).toBe(before)
  })

  it('is for those who are signed in', async () => {
    const query = 'owner=ada&repository_url=https://github.com/ada/x'
    const answer = await clientOf(backend).ask(`/plugin/github/check?${query}`)
    expect(answer).toMatchObject({ code: 401 })
  })
})

describe('publishing a plugin', () => {
  const wishFor = (said: Record<string, unknown> = {}) =>
    aWish(backend, ada, {
      file_id: undefined,
      category: 'productivity',
      owner: 'ENIAC-Tech',
      repository_url: 'https://github.com/ENIAC-Tech/Plugin-Example',
      ...said,
    })

  it('takes the facts from the repository, whatever the form says', async () => {
    github.add('ENIAC-Tech/Plugin-Example', pluginRepository())
    const wish = await wishFor({ title: 'Another', version: '9.9.9' })
    const { data } = await clientOf(backend).post('/plugin', wish, ada)
    expect(data).toMatchObject({
      kind: 'plugin',
      title: 'Example',
      version: '1.1.3',
      author: { name: 'ada_lovelace' },
      owner: 'ENIAC-Tech',
      license: 'MIT',
      release: { tag: 'v1.1.3' },
      operating_systems: ['macos', 'windows'],
      file: null,
    })
    const { id } = Object(data)
    const next = changed(FIRST_GENERATION, { version: '1.2.0' })
    github.add(
      'ENIAC-Tech/Plugin-Example',
      pluginRepository({
        files: { 'com.eniac.example.plugin/manifest.json': next },
        release: { tag: 'v1.2.0', assets: [] },
      }),
    )
    const put = { method: 'PUT', token: ada, body: { id, tags: ['new'], notes: 'More.' } }
    expect(await clientOf(backend).ask('/plugin', put)).toMatchObject({
      data: { version: '1.2.0', tags: ['new'], release: { tag: 'v1.2.0' } },
    })
    expect(await clientOf(backend).ask(`/plugin/${id}/versions`)).toMatchObject({
      data: { items: [{ version: '1.2.0', notes: 'More.' }, { version: '1.1.3' }] },
    })
  })

  it('of somebody else is not there for an update, and GitHub is not asked', async () => {
    github.add('ENIAC-Tech/Plugin-Example', pluginRepository())
    const { data } = await clientOf(backend).post('/plugin', await wishFor(), ada)
    const eve = await registered(backend, { username: 'evening', email: 'eve@example.com' })
    const before = github.asked.length
    const put = { method: 'PUT', token: eve, body: { id: Object(data).id, tags: ['mine'] } }
    expect(await clientOf(backend).ask('/plugin', put)).toMatchObject({ code: 404 })
    expect(github.asked.length).toBe(before)
  })

  it.each([
    ['no repository', { owner: undefined, repository_url: undefined }, 400],
    ['a repository that is none', { repository_url: 'https://github.com/ENIAC-Tech/none' }, 404],
  ])('is refused with %s', async (_, said, code) => {
    expect(await clientOf(backend).post('/plugin', await wishFor(said), ada)).toMatchObject({
      code,
    })
  })
})
