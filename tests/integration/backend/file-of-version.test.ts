import { beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Project } from '#lib/contract/project.ts'
import { clientOf, registered } from '#tests/support/accounts.ts'
import { testBackend } from '#tests/support/backend.ts'
import { buildPackage } from '#tests/support/containers.ts'
import { FIRST_GENERATION, ownedBy, startGitHubStub } from '#tests/support/github-stub.ts'
import { headOnly } from '#tests/support/head.ts'
import { projectInput, publishProject, uploadFile } from '#tests/support/publishing.ts'
import { stoppedAtEnd } from '#tests/support/stopped-at-end.ts'
import { type Pack, packOf } from '#tests/support/versions.ts'

/* Addresses that lead to the file of the newest version, and to that of any version. */

const NAME = 'ENIAC-Tech/Plugin-Example'

let ada = ''
const github = await stoppedAtEnd(startGitHubStub())
const backend = await testBackend({ github: { apiUrl: github.url, token: undefined } })
beforeEach(async () => {
  await backend.empty()
  ada = await registered(backend)
})

async function ask(path: string, method = 'GET') {
  const { status, headers } = await headOnly(backend.app.request(`/api/v1${path}`, { method }))
  return { status, location: headers.get('location'), headers }
}
const refusal = async (path: string) => (await clientOf(backend).ask(path)) as unknown

describe('of a pack', () => {
  let project: Project
  let pack: Pack
  beforeEach(async () => {
    project = await publishProject(backend, ada, { minimum_version: '1.0.0' })
    pack = packOf(backend, ada, project)
  })
  const latest = () => ask(`/icon/${project.id}/latest`)
  const of = (version: string) => ask(`/icon/${project.id}/versions/${version}/file`)

  it('the newest one follows each publication, for a minute in caches', async () => {
    const { location, status, headers } = await latest()
    expect([status, location]).toEqual([302, project.file?.url])
    expect(headers.get('cache-control')).toBe('public, max-age=60')
    expect(headers.get('x-project')).toBe(`icon/${project.id}`)
    expect(headers.get('x-project-version')).toBe('1.0.0')
    const { url } = await pack.add('1.1.0')
    expect((await latest()).location).toBe(url)
    expect((await of('1.0.0')).location).toBe(project.file?.url)
    expect((await of('1.1.0')).location).toBe(url)
  })

  it('answers HEAD alike, and leads to bytes that are saved with the number', async () => {
    const head = await ask(`/icon/${project.id}/latest`, 'HEAD')
    expect(head).toMatchObject({ status: 302, location: project.file?.url })
    const response = await backend.app.request(head.location ?? '')
    expect(response.headers.get('content-disposition')).toMatch(/=pack-1\.0\.0\.iconpack$/)
    expect((await response.arrayBuffer()).byteLength).toBe(project.file?.size)
  })

  it('the newest one is stable, and not withdrawn; a withdrawn one is found by its number', async () => {
    await pack.add('2.0.0-beta.1', {}, 'moon')
    expect((await latest()).headers.get('x-project-version')).toBe('1.0.0')
    expect((await of('2.0.0-beta.1')).status).toBe(302)
    const { url } = await pack.add('1.1.0', {}, 'star')
    await pack.change('1.1.0', { yanked: true })
    expect((await latest()).headers.get('x-project-version')).toBe('1.0.0')
    expect((await of('1.1.0')).location).toBe(url)
  })

  it('there is no newest one while there are pre-releases alone', async () => {
    const early = await publishProject(backend, ada, { title: 'Early', version: '0.1.0-alpha' })
    expect((await ask(`/icon/${early.id}/latest`)).status).toBe(404)
    expect((await ask(`/icon/${early.id}/versions/0.1.0-alpha/file`)).status).toBe(302)
  })

  it.each([
    '9.9.9',
    '1.0.0-BETA',
    '01.0.0',
    '1.0',
    'latest',
    '1.0.0%00',
    '1.0.0%2F..',
    '%F0%9F%8D%8E',
    '1'.repeat(10_000),
  ])('there is none of the version %.20s', async (version) => {
    expect((await of(version)).status).toBe(404)
  })

  it('there is none of another project, of another kind, of a scheduled version, and of a hidden project', async () => {
    const other = await publishProject(backend, ada, { title: 'Other', version: '3.0.0' })
    await pack.add('4.0.0', { publish_at: '2026-06-01T12:05:00Z' }, 'moon')
    expect((await of('3.0.0')).status).toBe(404)
    expect((await of('4.0.0')).status).toBe(404)
    expect((await ask(`/plugin/${project.id}/latest`)).status).toBe(404)
    expect((await ask(`/icon/${other.id}/versions/3.0.0/file`)).status).toBe(302)
    await clientOf(backend).ask(`/icon?id=${other.id}`, { method: 'DELETE', token: ada })
    expect((await ask(`/icon/${other.id}/versions/3.0.0/file`)).status).toBe(404)
    expect((await ask(`/icon/${other.id}/latest`)).status).toBe(404)
  })

  it('of a discarded version the answer says so', async () => {
    await pack.add('1.1.0')
    const path = `/icon/${project.id}/versions/1.1.0`
    expect(await clientOf(backend).ask(path, { method: 'DELETE', token: ada })).toMatchObject({
      code: 200,
    })
    expect(await refusal(`${path}/file`)).toMatchObject({ code: 410, reason: 'discarded' })
  })
})

describe('of a plugin with packages', () => {
  let id = ''
  async function publish(names: string[]) {
    github.add(NAME, ownedBy('ada_lovelace'))
    const bytes = buildPackage(FIRST_GENERATION, {})
    const package_ids = []
    for (const name of names) package_ids.push(await uploadFile(backend, ada, { name, bytes }))
    const input = await projectInput(backend, ada, {
      file_id: undefined,
      version: '1.1.3',
      category: 'productivity',
      repository_url: `https://github.com/${NAME}`,
      package_ids,
    })
    const answer = await clientOf(backend).post('/plugin', input, ada)
    id = z.object({ data: z.object({ id: z.string() }) }).parse(answer).data.id
  }
  const nameOf = async (query: string) => (await ask(`/plugin/${id}/latest${query}`)).location

  it.each([
    ['?system=windows', 'a.win32.flexplugin'],
    ['?system=windows&architecture=x64', 'a.win32.flexplugin'],
    ['?system=macos&architecture=arm64', 'a.darwin.arm64.flexplugin'],
    ['?system=macos', 'a.darwin.arm64.flexplugin'],
  ])('%s leads to %s', async (query, name) => {
    await publish(['a.win32.flexplugin', 'a.darwin.arm64.flexplugin', 'a.darwin.x64.flexplugin'])
    expect(await nameOf(query)).toMatch(new RegExp(`/${name}$`))
    const version = await ask(`/plugin/${id}/versions/1.1.3/file${query}`)
    expect(version.location).toBe(await nameOf(query))
  })

  it('one for all systems needs none to be named', async () => {
    await publish(['a.flexplugin'])
    expect(await nameOf('')).toMatch(/a\.flexplugin$/)
    expect(await nameOf('?system=linux')).toMatch(/a\.flexplugin$/)
  })

  it.each(['', '?system=', '?system=linux', '?system=macos&architecture=x64'])(
    'without a package for “%s” the answer lists the systems',
    async (query) => {
      await publish(['a.win32.flexplugin', 'a.darwin.arm64.flexplugin'])
      expect(await refusal(`/plugin/${id}/latest${query}`)).toMatchObject({
        code: 400,
        reason: 'system_needed',
        message: expect.stringContaining('windows, macos arm64'),
        details: { systems: 'windows, macos arm64' },
      })
    },
  )

  it('an unknown system is refused with those that are known', async () => {
    await publish(['a.win32.flexplugin'])
    expect(await refusal(`/plugin/${id}/latest?system=amiga`)).toMatchObject({
      code: 400,
      fields: ['system'],
      message: expect.stringContaining('windows'),
    })
  })

  it('without any package there is none here', async () => {
    await publish([])
    expect((await ask(`/plugin/${id}/latest?system=windows`)).status).toBe(404)
  })
})
