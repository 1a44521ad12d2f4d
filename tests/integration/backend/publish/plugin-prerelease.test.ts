import { beforeEach, expect, it } from 'vitest'
import { clientOf, registered } from '#tests/support/accounts.ts'
import { testBackend } from '#tests/support/backend.ts'
import { FIRST_GENERATION, pluginRepository, startGitHubStub } from '#tests/support/github-stub.ts'
import { projectInput } from '#tests/support/publishing.ts'
import { stoppedAtEnd } from '#tests/support/stopped-at-end.ts'

const NAME = 'ENIAC-Tech/Plugin-Example'

let ada = ''
const github = await stoppedAtEnd(startGitHubStub())
const backend = await testBackend({ github: { apiUrl: github.url, token: undefined } })
beforeEach(async () => {
  await backend.empty()
  // Its manifest and its release have the version 1.1.3.
  github.add(NAME, pluginRepository())
  ada = await registered(backend)
})

async function publish(said: Record<string, unknown> = {}) {
  const input = await projectInput(backend, ada, {
    file_id: undefined,
    version: '1.1.3',
    category: 'productivity',
    repository_url: `https://github.com/${NAME}`,
    ...said,
  })
  return clientOf(backend).post('/plugin', input, ada)
}
const published = async () => String(Object((await publish()).data).id)
/** Reads the repository again. */
const refresh = (id: string, said: Record<string, unknown> = {}) =>
  clientOf(backend).ask('/plugin', {
    method: 'PUT',
    token: ada,
    body: { id, refresh: true, ...said },
  })

/** The latest release of the repository, which GitHub does not mark as a pre-release. */
const release = (version: string, manifest = '1.1.3') =>
  github.add(
    NAME,
    pluginRepository({
      release: { tag: `v${version}`, assets: ['com.eniac.example.flexplugin'] },
      files: {
        'com.eniac.example.plugin/manifest.json': JSON.stringify({
          ...JSON.parse(FIRST_GENERATION),
          version: manifest,
        }),
      },
    }),
  )
const STABLE = { version: '1.1.3', release: { tag: 'v1.1.3' } }

it('a pre-release of the repository comes beside the stable version, which keeps its release', async () => {
  const id = await published()
  release('1.2.0-rc.1')
  expect(await refresh(id)).toMatchObject({ data: STABLE })
  expect(await clientOf(backend).ask(`/plugin/${id}/versions`)).toMatchObject({
    data: { items: [{ version: '1.2.0-rc.1', channel: 'prerelease' }, { version: '1.1.3' }] },
  })
})

it('a lower pre-release changes nothing, its files least of all', async () => {
  const id = await published()
  release('1.1.3-rc.1')
  expect(await refresh(id)).toMatchObject({ data: STABLE })
  expect(await clientOf(backend).ask(`/plugin/${id}/versions`)).toMatchObject({
    data: { items: [{ version: '1.1.3' }] },
  })
})

it('a stable version of the manifest does not get the files of a pre-release', async () => {
  release('1.3.0-rc.1', '1.2.0')
  const first = await publish({ version: '1.2.0' })
  expect(first).toMatchObject({ data: { version: '1.2.0', release: null } })
  release('1.3.0-rc.1', '1.2.1')
  const changed = await refresh(String(Object(first.data).id), { version: '1.2.1' })
  expect(changed).toMatchObject({ data: { version: '1.2.1', release: null } })
})

it('a project without a stable version has the files of its pre-release', async () => {
  release('2.0.0-beta.1', '2.0.0-beta.1')
  const early = { version: '2.0.0-beta.1' }
  expect(await publish(early)).toMatchObject({
    data: { ...early, release: { tag: 'v2.0.0-beta.1' } },
  })
})

it('a pre-release of the repository is not published as stable', async () => {
  release('2.0.0-beta.1')
  expect(await publish({ version: '2.0.0-beta.1', channel: 'stable' })).toMatchObject({
    code: 400,
    reason: 'prerelease',
  })
})
