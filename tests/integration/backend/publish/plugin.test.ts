import { beforeEach, describe, expect, it } from 'vitest'
import { clientOf, registered } from '#tests/support/accounts.ts'
import { testBackend } from '#tests/support/backend.ts'
import {
  FIRST_GENERATION,
  pluginRepository,
  SECOND_GENERATION,
  startGitHubStub,
  type StubRepository,
} from '#tests/support/github-stub.ts'
import { stoppedAtEnd } from '#tests/support/stopped-at-end.ts'

const secondGeneration = (overrides: Partial<StubRepository> = {}): StubRepository => ({
  root: ['.github/', 'locales/', 'src/', 'manifest.json', 'package.json'],
  files: {
    'manifest.json': SECOND_GENERATION,
    '.github/configs/release-please.manifest.json': '{".":"9.9.9"}',
  },
  ...overrides,
})
const changed = (text: string, overrides: object) =>
  JSON.stringify({ ...JSON.parse(text), ...overrides })

const github = await stoppedAtEnd(startGitHubStub())
const backend = await testBackend({ github: { apiUrl: github.url, token: undefined } })
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
  it('returns the facts of a plugin of the first generation', async () => {
    github.add('ENIAC-Tech/Plugin-Example', pluginRepository())
    expect(await check('ENIAC-Tech/Plugin-Example')).toMatchObject({
      code: 200,
      data: {
        title: 'Example',
        tagline: 'Example plugin for FlexDesigner',
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

  it('returns those of the second generation, without release and resources', async () => {
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

  it('takes the version of the second generation from package.json, not from a leftover in the manifest', async () => {
    const files = { 'manifest.json': SECOND_GENERATION, 'package.json': '{"version":"2.0.0"}' }
    github.add('ada/moved-on', secondGeneration({ files }))
    expect(await check('ada/moved-on')).toMatchObject({ data: { version: '2.0.0' } })
  })

  it('offers a pre-release of the manifest as it stands', async () => {
    const text = changed(SECOND_GENERATION, { version: '1.0-beta.1+build.5' })
    github.add('ada/early', secondGeneration({ files: { 'manifest.json': text } }))
    expect(await check('ada/early')).toMatchObject({ data: { version: '1.0.0-beta.1' } })
  })

  it.each([
    [['v2.0.0-rc.1', 'v1.9.0', 'v1.10.0'], 'v1.10.0', '1.10.0'],
    [['v2.0.0-rc.2', 'v2.0.0-rc.10', 'v2.0.0-beta'], 'v2.0.0-rc.10', '2.0.0-rc.10'],
  ])('of the tags %j offers %s, a pre-release only without another', async (tags, tag, version) => {
    github.add(`ada/${tag}`, secondGeneration({ tags }))
    const { data } = await check(`ada/${tag}`)
    expect(data).toMatchObject({ version, release: { tag } })
  })

  it('names the versions that would be accepted', async () => {
    const text = changed(SECOND_GENERATION, { version: '2024-01-05' })
    github.add('ada/dated', secondGeneration({ files: { 'manifest.json': text } }))
    expect(await check('ada/dated')).toMatchObject({
      reason: 'bad_version',
      message: expect.stringContaining('1.2.0-beta.1'),
    })
  })

  it('accepts an empty description and unknown fields', async () => {
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
    ['empty_repository', 400, pluginRepository({ root: [] })],
    ['private_repository', 404, pluginRepository({ isPrivate: true })],
    ['bad_manifest', 400, secondGeneration({ files: { 'manifest.json': '{' } })],
    [
      'bad_field',
      400,
      secondGeneration({ files: { 'manifest.json': changed(SECOND_GENERATION, { uuid: 'a b' }) } }),
    ],
    [
      'bad_version',
      400,
      secondGeneration({
        files: { 'manifest.json': changed(SECOND_GENERATION, { version: 'newest' }) },
      }),
    ],
    [
      'no_version',
      400,
      secondGeneration({
        files: { 'manifest.json': changed(SECOND_GENERATION, { version: undefined }) },
      }),
    ],
  ] as const)('has the reason why it is no plugin: %s', async (reason, code, repository) => {
    const name = `ada/${reason}-${Math.trunc(performance.now() * 1000)}`
    if (repository) github.add(name, repository)
    expect(await check(name)).toMatchObject({ code, reason, data: null })
  })

  it('names the invalid field', async () => {
    const text = changed(FIRST_GENERATION, { software: { minimumVersion: 'one' } })
    const files = { 'com.eniac.example.plugin/manifest.json': text }
    github.add('ada/field', pluginRepository({ files }))
    const answer = await check('ada/field')
    expect(answer.details).toEqual({ field: 'software.minimumVersion' })
  })

  it.each([
    ['another host', 'ada', 'https://evil.example/ada/x'],
    ['a host that looks like it', 'ada', 'https://github.com.evil.example/ada/x'],
    ['no repository', 'ada', 'https://github.com/ada'],
    ['a way out of it', 'ada', 'https://github.com/ada/x/../../y'],
    ['a user in it', 'ada', 'https://a@github.com/ada/x'],
    ['101 characters', 'ada', `https://github.com/ada/${'x'.repeat(90)}`],
    ['an owner of 40 characters', 'a'.repeat(40), 'https://github.com/ada/x'],
  ])('is refused without a request for %s', async (_, owner, repository_url) => {
    const before = github.asked.length
    const query = new URLSearchParams({ owner, repository_url })
    const answer = await clientOf(backend).ask(`/plugin/github/check?${query}`, { token: ada })
    expect(answer).toMatchObject({ code: 400 })
    expect(github.asked.length).toBe(before)
  })

  it('names the owner of a repository if the form names another', async () => {
    github.add('ENIAC-Tech/Plugin-Example', pluginRepository())
    expect(await check('ENIAC-Tech/Plugin-Example', 'eve')).toMatchObject({
      code: 400,
      reason: 'other_owner',
      details: { owner: 'ENIAC-Tech' },
    })
  })

  it.each([
    'github.com/ENIAC-Tech/Plugin-Example/',
    'https://www.github.com/eniac-tech/plugin-example.git?tab=readme-ov-file',
  ])('accepts %s, without an owner, and answers with its address', async (repository_url) => {
    github.add('ENIAC-Tech/Plugin-Example', pluginRepository())
    const query = new URLSearchParams({ repository_url })
    const answer = await clientOf(backend).ask(`/plugin/github/check?${query}`, { token: ada })
    expect(answer).toMatchObject({
      data: {
        repository_url: 'https://github.com/ENIAC-Tech/Plugin-Example',
        owner: 'ENIAC-Tech',
        warnings: [],
      },
    })
  })

  it('follows a renamed repository and warns of an archived one', async () => {
    github.add('ada/old', pluginRepository({ isArchived: true }))
    github.rename('ada/old', 'lovelace/new')
    expect(await check('ada/old')).toMatchObject({
      data: {
        repository_url: 'https://github.com/lovelace/new',
        owner: 'lovelace',
        warnings: [
          { reason: 'renamed', details: { name: 'lovelace/new' } },
          { reason: 'archived', details: {} },
        ],
      },
    })
  })

  it.each([
    [['a.win32.flexplugin', 'a.linux.x64.flexplugin'], ['windows', 'linux'], []],
    [['a.flexplugin'], ['macos', 'windows'], []],
    [['SHA256SUMS'], ['macos', 'windows'], [{ reason: 'no_package', details: { tag: 'v1.1.3' } }]],
  ])('names the systems that a release has packages for: %j', async (assets, systems, warnings) => {
    github.add('ada/packed', pluginRepository({ release: { tag: 'v1.1.3', assets } }))
    expect(await check('ada/packed')).toMatchObject({
      data: { operating_systems: systems, warnings },
    })
  })

  it('uses the manifest’s version for a tag without one, with a warning', async () => {
    github.add('ada/nightly', pluginRepository({ release: { tag: 'nightly', assets: [] } }))
    expect(await check('ada/nightly')).toMatchObject({
      data: {
        version: '1.1.3',
        release: { tag: 'nightly' },
        warnings: [{ reason: 'tag_unread', details: { tag: 'nightly' } }, { reason: 'no_package' }],
      },
    })
  })

  it.each([
    ['ignores', 'README.md', 1100, 'Example plugin for FlexDesigner'],
    ['begins with the opening of', 'README.md', 300, 'Counts.'],
    ['ignores', 'README.rst', 1, 'Example plugin for FlexDesigner'],
  ])('%s %s of %i kB', async (_, name, kB, description) => {
    const text = `Counts.\n\n## More\n\n${'x'.repeat(kB * 1024)}`
    const files = { ...pluginRepository().files, [name]: text }
    github.add('ada/wordy', pluginRepository({ files }))
    expect(await check('ada/wordy')).toMatchObject({ data: { description } })
  })

  it('ignores a manifest at the root that is not a plugin’s', async () => {
    const plugin = pluginRepository()
    const files = { ...plugin.files, 'manifest.json': '{"manifest_version":3}' }
    github.add('ada/both', pluginRepository({ root: [...plugin.root, 'manifest.json'], files }))
    expect(await check('ada/both')).toMatchObject({ data: { title: 'Example' } })
  })

  it('requires a session', async () => {
    const query = 'owner=ada&repository_url=https://github.com/ada/x'
    const answer = await clientOf(backend).ask(`/plugin/github/check?${query}`)
    expect(answer).toMatchObject({ code: 401 })
  })
})
