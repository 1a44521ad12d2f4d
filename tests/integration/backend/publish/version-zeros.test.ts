import { beforeEach, describe, expect, it } from 'vitest'
import { projects } from '#backend/db/tables.ts'
import { clientOf, registered } from '#tests/support/accounts.ts'
import { testBackend } from '#tests/support/backend.ts'
import { buildPackage } from '#tests/support/containers.ts'
import {
  SECOND_GENERATION,
  startGitHubStub,
  type StubRepository,
} from '#tests/support/github-stub.ts'
import { publishProject, upload } from '#tests/support/publishing.ts'
import { stoppedAtEnd } from '#tests/support/stopped-at-end.ts'
import { packOf } from '#tests/support/versions.ts'

/* Zeros in front of the numbers of versions. */

const secondGeneration = (overrides: Partial<StubRepository> = {}): StubRepository => ({
  root: ['manifest.json', 'package.json'],
  files: { 'manifest.json': SECOND_GENERATION },
  ...overrides,
})
const changed = (text: string, overrides: object) =>
  JSON.stringify({ ...JSON.parse(text), ...overrides })

let ada = ''
const github = await stoppedAtEnd(startGitHubStub())
const backend = await testBackend({ github: { apiUrl: github.url, token: undefined } })
beforeEach(async () => {
  await backend.empty()
  ada = await registered(backend)
})

describe('the check of a repository', () => {
  const check = (repository: string) => {
    const query = new URLSearchParams({ repository_url: `https://github.com/${repository}` })
    return clientOf(backend).ask(`/plugin/github/check?${query}`, { token: ada })
  }

  it('leaves out zeros in front of the numbers of manifest and tag, with a warning for each', async () => {
    const text = changed(SECOND_GENERATION, { version: '2.01.0', minHostVersion: '01.0.0' })
    const files = { 'manifest.json': text }
    github.add('ada/zeros', secondGeneration({ files, tags: ['v2.01.0'] }))
    expect(await check('ada/zeros')).toMatchObject({
      data: {
        version: '2.1.0',
        versions: ['2.1.0'],
        minimum_version: '1.0.0',
        release: { tag: 'v2.01.0' },
        warnings: [
          { reason: 'only_tag' },
          { reason: 'zeros_left_out', details: { version: 'v2.01.0', read: '2.1.0' } },
          { reason: 'zeros_left_out', details: { version: '2.01.0', read: '2.1.0' } },
          { reason: 'zeros_left_out', details: { version: '01.0.0', read: '1.0.0' } },
        ],
      },
    })
  })

  it.each([
    [
      ['v2.01.0', 'v2.1.0'],
      { 'v2.01.0': '2026-05-01T00:00:00Z', 'v2.1.0': '2026-04-01T00:00:00Z' },
    ],
    [
      ['v2.1.0', 'v2.01.0'],
      { 'v2.01.0': '2026-05-01T00:00:00Z', 'v2.1.0': '2026-04-01T00:00:00Z' },
    ],
  ])(
    'of the tags %j, which are one number, takes the newer one and names the other',
    async (tags, tagDates) => {
      github.add(`ada/${tags[0]}-twice`, secondGeneration({ tags, tagDates }))
      expect(await check(`ada/${tags[0]}-twice`)).toMatchObject({
        data: {
          version: '2.1.0',
          release: { tag: 'v2.01.0' },
          warnings: expect.arrayContaining([
            {
              reason: 'same_number',
              details: { version: '2.1.0', tag: 'v2.01.0', other: 'v2.1.0' },
            },
          ]),
        },
      })
    },
  )
})

describe('an uploaded package', () => {
  const send = (name: string, bytes: Uint8Array) => upload(backend, ada, { name, bytes })

  it('leaves out zeros in front of the numbers of its versions, with a warning for each', async () => {
    const files = { 'package.json': JSON.stringify({ version: '2026.01.15' }) }
    const bytes = buildPackage(SECOND_GENERATION, { minHostVersion: '01.0.0' }, files)
    expect((await send('a.flexplugin', bytes)).data).toMatchObject({
      package: { version: '2026.1.15', minimum_version: '1.0.0' },
      warnings: [
        { code: 'zeros_left_out', field: 'version', value: '2026.01.15', name: '2026.1.15' },
        { code: 'zeros_left_out', field: 'minHostVersion', value: '01.0.0', name: '1.0.0' },
      ],
    })
  })
})

describe('a request', () => {
  it.each([
    ['version', '2.01.0', '2.1.0'],
    ['version', '2026.01.15', '2026.1.15'],
    ['minimum_version', '01.0.0', '1.0.0'],
  ])('with the %s %s is refused, and names %s', async (field, given, accepted) => {
    const pack = packOf(backend, ada, await publishProject(backend, ada))
    const { id: file_id } = await pack.uploaded('star')
    expect(await pack.put({ version: '3000.0.0', file_id, [field]: given })).toMatchObject({
      code: 400,
      fields: [field],
      message: expect.stringContaining(`did you mean ${accepted}?`),
    })
  })

  it('keeps a minimum version that the project has from before', async () => {
    const project = await publishProject(backend, ada)
    await backend.db.update(projects).set({ minimumVersion: '01.0.0' })
    const pack = packOf(backend, ada, project)
    expect(await pack.put({ minimum_version: '01.0.0', tagline: 'Old' })).toMatchObject({
      code: 200,
      data: { minimum_version: '01.0.0', tagline: 'Old' },
    })
  })
})
