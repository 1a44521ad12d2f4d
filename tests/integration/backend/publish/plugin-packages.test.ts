import { beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { pluginPackages } from '#backend/db/tables.ts'
import { uploadedFileSchema } from '#lib/contract/publish.ts'
import { clientOf, registeredByMail } from '#tests/support/accounts.ts'
import { testBackend } from '#tests/support/backend.ts'
import { buildIconPack, buildPackage } from '#tests/support/containers.ts'
import {
  FIRST_GENERATION,
  ownedBy,
  SECOND_GENERATION,
  startGitHubStub,
} from '#tests/support/github-stub.ts'
import { headOnly } from '#tests/support/head.ts'
import { projectInput, storedFiles, upload, uploadFile } from '#tests/support/publishing.ts'
import { stoppedAtEnd } from '#tests/support/stopped-at-end.ts'

const NAME = 'ENIAC-Tech/Plugin-Example'
const URL = `https://github.com/${NAME}`
const VERSION = '1.1.3'
const SECRET = 'the-secret-of-this-test'
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/150.0'

const pluginPackage = z.object({ file: z.object({ url: z.string() }) })

const github = await stoppedAtEnd(startGitHubStub())
const backend = await testBackend({
  github: { apiUrl: github.url, token: undefined },
  internalSecret: SECRET,
})
let ada = ''
beforeEach(async () => {
  await backend.empty()
  github.add(NAME, ownedBy('ada_lovelace'))
  ada = await registeredByMail(backend, { secret: SECRET })
})

const first = (said: Record<string, unknown> = {}) => buildPackage(FIRST_GENERATION, said)
const second = (said: Record<string, unknown> = {}) => buildPackage(SECOND_GENERATION, said)
const send = (name: string, bytes: Uint8Array = first()) => upload(backend, ada, { name, bytes })
const sendPackage = (name: string, bytes: Uint8Array = first()) =>
  uploadFile(backend, ada, { name, bytes })
async function publish(package_ids: string[], said: Record<string, unknown> = {}) {
  const input = await projectInput(backend, ada, {
    file_id: undefined,
    version: VERSION,
    category: 'productivity',
    repository_url: URL,
    package_ids,
    ...said,
  })
  return clientOf(backend).post('/plugin', input, ada)
}
const change = (body: Record<string, unknown>) =>
  clientOf(backend).ask('/plugin', { method: 'PUT', token: ada, body })
const idOf = ({ data }: { data: unknown }): string => Object(data).id
const versionsOf = async (id: string) =>
  z
    .object({ items: z.array(z.looseObject({ version: z.string(), packages: z.unknown() })) })
    .parse((await backend.get(`/plugin/${id}/versions`)).data).items

describe('an uploaded package', () => {
  it.each([
    ['a.flexplugin', 'universal'],
    ['a.win32.flexplugin', 'win32'],
    ['a.darwin.arm64.flexplugin', 'darwin-arm64'],
    ['a-1.0.0-linux-x64.flexplugin', 'linux-x64'],
    ['win32.flexplugin', 'win32'],
  ])('%s is for %s', async (name, platform) => {
    expect((await send(name)).data).toMatchObject({ package: { platform, version: VERSION } })
  })

  it('of the second generation with native code is for the platform of its manifest', async () => {
    const bytes = second({ native: true, platforms: ['darwin-arm64'], version: '2.0.0' })
    expect((await send('a.flexplugin', bytes)).data).toMatchObject({
      package: { platform: 'darwin-arm64', version: '2.0.0', generation: 2 },
    })
  })

  it.each([
    ['package.json, which the maker’s workflow compares with the tag', SECOND_GENERATION, '3.1.0'],
    ['its manifest in the first generation', FIRST_GENERATION, VERSION],
  ])('takes its version from %s', async (_, manifest, version) => {
    const files = { 'package.json': JSON.stringify({ version: '3.1.0' }) }
    expect((await send('a.flexplugin', buildPackage(manifest, {}, files))).data).toMatchObject({
      package: { version },
    })
  })

  it.each([SECOND_GENERATION, FIRST_GENERATION])(
    'takes its version from package.json if the manifest has none',
    async (manifest) => {
      const files = { 'package.json': JSON.stringify({ version: '3.1.0' }) }
      const bytes = buildPackage(manifest, { version: undefined }, files)
      expect((await send('a.flexplugin', bytes)).data).toMatchObject({
        package: { version: '3.1.0' },
      })
    },
  )

  it('of which only package.json has no version is refused with that file', async () => {
    const files = { 'package.json': JSON.stringify({ version: '2024-01-05' }) }
    const bytes = buildPackage(SECOND_GENERATION, {}, files)
    expect(await send('a.flexplugin', bytes)).toMatchObject({
      reason: 'bad_archive',
      details: { entry: 'package.json', field: 'version' },
    })
  })

  it('is stored byte by byte, with the hash of the file that was sent', async () => {
    const bytes = first()
    const { url, original } = uploadedFileSchema.parse((await send('a.flexplugin', bytes)).data)
    const stored = await backend.app.request(url, { headers: { authorization: `Bearer ${ada}` } })
    expect(Buffer.from(await stored.arrayBuffer()).equals(bytes)).toBe(true)
    expect(original).toBeUndefined()
  })

  it('with secrets of its creator comes with a warning', async () => {
    const bytes = buildPackage(FIRST_GENERATION, {}, { 'backend/.env': 'KEY=1', '.npmrc': 'x' })
    expect((await send('a.flexplugin', bytes)).data).toMatchObject({
      warnings: [{ code: 'private_files', entry: 'backend/.env', count: 2 }],
    })
  })

  it.each([
    ['an icon pack under its name', async () => (await buildIconPack('sun')).bytes],
    ['no archive', async () => Buffer.from('not a zip archive, but long enough to be read')],
    ['a manifest without an id', async () => first({ uuid: undefined })],
    ['a date in place of a version', async () => first({ version: '2024-01-05' })],
  ])('is refused if it is %s, and nothing is stored', async (_, bytes) => {
    const before = await storedFiles(backend)
    expect(await send('a.flexplugin', await bytes())).toMatchObject({ reason: 'bad_archive' })
    expect(await storedFiles(backend)).toEqual(before)
  })
})

describe('a plugin with packages', () => {
  it('offers one for each system, with size and hash, in the order of platforms', async () => {
    const ids = [await sendPackage('a.darwin.flexplugin'), await sendPackage('a.win32.flexplugin')]
    const answer = await publish(ids)
    expect(answer).toMatchObject({
      code: 200,
      data: {
        packages: [
          { platform: 'win32', file: { name: 'a.win32.flexplugin' } },
          { platform: 'darwin', file: { file_id: ids[0] } },
        ],
      },
    })
    const id = idOf(answer)
    expect((await backend.get(`/plugin/${id}`)).data).toMatchObject(Object(answer.data))
    expect(await versionsOf(id)).toMatchObject([
      { version: VERSION, packages: [{ platform: 'win32' }, { platform: 'darwin' }] },
    ])
  })

  it('keeps the packages of earlier versions when a newer one is uploaded, and asks GitHub for the proof only', async () => {
    const id = idOf(await publish([await sendPackage('a.flexplugin')]))
    const asked = github.asked.length
    const newer = await sendPackage('b.flexplugin', first({ version: '1.2.0' }))
    expect(await change({ id, version: '1.2.0', package_ids: [newer] })).toMatchObject({
      data: { version: '1.2.0', packages: [{ file: { file_id: newer } }] },
    })
    const proof = ['', '/contents/', '/contents/.keystrip'].map((path) => `/repos/${NAME}${path}`)
    expect(github.asked.slice(asked)).toEqual(proof)
    expect(await versionsOf(id)).toMatchObject([
      { version: '1.2.0', packages: [{ file: { name: 'b.flexplugin' } }] },
      { version: VERSION, packages: [{ file: { name: 'a.flexplugin' } }] },
    ])
  })

  it('gets a package for another system later, but never another one for the same', async () => {
    const id = idOf(await publish([await sendPackage('a.win32.flexplugin')]))
    const mac = await sendPackage('a.darwin.flexplugin')
    expect(await change({ id, package_ids: [mac] })).toMatchObject({
      data: { version: VERSION, packages: [{ platform: 'win32' }, { platform: 'darwin' }] },
    })
    const again = await sendPackage('b.darwin.flexplugin')
    expect(await change({ id, package_ids: [again] })).toMatchObject({
      code: 409,
      reason: 'package_mismatch',
      details: { field: 'platform', found: 'darwin' },
    })
  })

  it('shows what any of its packages may do, not what the manifest of the branch declares', async () => {
    const said = { uuid: '@ada/keys', version: '1.0.0' }
    const repository = {
      root: ['manifest.json'],
      files: { 'manifest.json': JSON.stringify({ ...JSON.parse(SECOND_GENERATION), ...said }) },
      release: { tag: 'v1.0.0', assets: [] },
    }
    github.add(NAME, ownedBy('ada_lovelace', repository))
    const ids = [
      await sendPackage('a.win32.flexplugin', second({ ...said, permissions: ['store'] })),
      await sendPackage('a.linux.flexplugin', second({ ...said, permissions: ['file'] })),
    ]
    expect(await publish(ids, { version: '1.0.0' })).toMatchObject({
      data: { manifest: { permissions: ['store', 'file'] } },
    })
  })

  it.each([
    ['another plugin', 'id', { uuid: 'com.someone.else' }],
    ['another version', 'version', { version: '9.0.0' }],
  ])('refuses a package of %s', async (_, field, manifest) => {
    const id = await sendPackage('a.flexplugin', first(manifest))
    expect(await publish([id])).toMatchObject({
      code: 409,
      reason: 'package_mismatch',
      details: { field, name: 'a.flexplugin' },
      fields: ['package_ids'],
    })
  })

  it('refuses two packages for one system, a file that is no package, and another account’s', async () => {
    const ids = [await sendPackage('a.win32.flexplugin'), await sendPackage('b.win32.flexplugin')]
    expect(await publish(ids)).toMatchObject({ reason: 'package_mismatch' })
    const pack = await uploadFile(backend, ada, await buildIconPack('sun'))
    expect(await publish([pack])).toMatchObject({ code: 400, fields: ['package_ids'] })
    const eve = await registeredByMail(backend, {
      username: 'eve_ning',
      email: 'eve@example.com',
      secret: SECRET,
    })
    const hers = await uploadFile(backend, eve, { name: 'a.flexplugin', bytes: first() })
    expect(await publish([hers])).toMatchObject({
      reason: 'file_missing',
      fields: ['package_ids'],
    })
  })

  it('is refused for another kind', async () => {
    const package_ids = [await sendPackage('a.flexplugin')]
    const input = await projectInput(backend, ada, { package_ids })
    expect(await clientOf(backend).post('/icon', input, ada)).toMatchObject({ code: 400 })
  })

  it('counts a download of a package of the current version', async () => {
    const answer = await publish([await sendPackage('a.flexplugin')])
    const { packages } = z.object({ packages: z.array(pluginPackage) }).parse(answer.data)
    const headers = {
      'x-internal-secret': SECRET,
      'x-client-address': '203.0.113.9',
      'user-agent': BROWSER,
    }
    await headOnly(backend.app.request(packages[0]?.file.url ?? '', { headers }))
    expect((await backend.get(`/plugin/${idOf(answer)}`)).data).toMatchObject({ downloads: 1 })
  })

  it('is deleted with all of its packages', async () => {
    const id = idOf(await publish([await sendPackage('a.flexplugin')]))
    const newer = await sendPackage('b.flexplugin', first({ version: '1.2.0' }))
    await change({ id, version: '1.2.0', package_ids: [newer] })
    const urls = (await versionsOf(id)).flatMap(({ packages }) =>
      z.array(pluginPackage).parse(packages),
    )
    expect(urls).toHaveLength(2)
    await clientOf(backend).ask(`/plugin?id=${id}`, { method: 'DELETE', token: ada })
    for (const { file } of urls)
      expect((await headOnly(backend.app.request(file.url))).status).toBe(404)
    expect(await backend.db.$count(pluginPackages)).toBe(0)
  })
})
