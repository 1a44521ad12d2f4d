import { beforeEach, describe, expect, it } from 'vitest'
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { files, projects } from '#backend/db/tables.ts'
import { pluginManifestSchema } from '#lib/contract/file/plugin-manifest.ts'
import { projectSchema } from '#lib/contract/project.ts'
import { clientOf, registered } from '#tests/support/accounts.ts'
import { testBackend } from '#tests/support/backend.ts'
import {
  buildContainer,
  buildIconPack,
  buildKey,
  buildManifest,
} from '#tests/support/containers.ts'
import { projectInput, publishProject, uploadFile } from '#tests/support/publishing.ts'

/** What a package of a plugin declares. */
const MANIFEST = {
  generation: 2,
  author: '',
  requires_network: false,
  native: false,
  platforms: [],
  devices: [],
  capabilities: [],
  dependencies: [],
}
const PACKAGE = {
  manifest_id: 'com.eniac.example',
  title: 'Example',
  version: null,
  minimum_version: null,
  platform: 'universal',
  generation: 2,
} as const

const backend = await testBackend()

let token = ''
beforeEach(async () => {
  await backend.empty()
  token = await registered(backend)
})

const uploadPack = async (...names: string[]) =>
  uploadFile(backend, token, await buildIconPack(...names))
const uploadPages = (...labels: string[]) => {
  const keys = labels.map((label, at) => buildKey({ label, x: at * 100 }))
  const manifest = buildManifest('profile', { pages: [{ id: 'one', name: 'Main', keys }] })
  return uploadFile(backend, token, { name: 'one.flexbar', bytes: buildContainer(manifest, []) })
}
const ask = (path: string, by = token) => clientOf(backend).ask(path, { token: by })
const propose = (id: string, file: string, kind = 'icon') =>
  ask(`/${kind}/${id}/next-version?file_id=${file}`)
const put = (body: object) => clientOf(backend).ask('/icon', { method: 'PUT', token, body })

describe('GET /{kind}/{id}/next-version', () => {
  it('is the next third number where the new file has everything that the published one has', async () => {
    const { id } = await publishProject(backend, token)
    expect(await propose(id, await uploadPack('sun', 'moon', 'star'))).toMatchObject({
      code: 200,
      data: {
        version: '1.0.1',
        higher_than: '1.0.0',
        removed: { icons: 0, keys: 0 },
        added_rights: null,
      },
    })
  })

  it('is the next second number where icons are missing', async () => {
    const { id } = await publishProject(backend, token)
    expect(await propose(id, await uploadPack('sun', 'star'))).toMatchObject({
      data: { version: '1.1.0', removed: { icons: 1, keys: 0 } },
    })
  })

  it('is the next second number where keys are missing, not where they have moved', async () => {
    const file_id = await uploadPages('Sun', 'Moon')
    const input = await projectInput(backend, token, { file_id, category: 'design' })
    const published = await clientOf(backend).post('/profile', input, token)
    const { id } = z.object({ data: projectSchema }).parse(published).data
    expect(await propose(id, await uploadPages('Moon', 'Sun'), 'profile')).toMatchObject({
      data: { version: '1.0.1', removed: { keys: 0 } },
    })
    expect(await propose(id, await uploadPages('Moon'), 'profile')).toMatchObject({
      data: { version: '1.1.0', removed: { keys: 1 } },
    })
  })

  it('is the next second number where a package asks for more', async () => {
    const { id } = await publishProject(backend, token)
    const file = await uploadPack('sun', 'moon')
    const facts = pluginManifestSchema.parse({ ...MANIFEST, permissions: [] })
    const asking = pluginManifestSchema.parse({ ...MANIFEST, permissions: ['http'] })
    await backend.db.update(projects).set({ manifest: facts }).where(eq(projects.id, id))
    await backend.db
      .update(files)
      .set({ package: { ...PACKAGE, facts: asking } })
      .where(eq(files.id, file))
    expect(await propose(id, file)).toMatchObject({
      data: { version: '1.1.0', added_rights: { permissions: ['http'] } },
    })
  })

  it('leaves out numbers that are withdrawn or wait for their time', async () => {
    const { id } = await publishProject(backend, token)
    await put({ id, version: '1.0.1', file_id: await uploadPack('sun', 'moon', 'star') })
    const yank = { method: 'PUT', token, body: { yanked: true } } as const
    await clientOf(backend).ask(`/icon/${id}/versions/1.0.1`, yank)
    const publish_at = '2026-06-02T12:00:00Z'
    const later = { id, version: '1.0.2', file_id: await uploadPack('sun', 'moon', 'sky') }
    expect(await put({ ...later, publish_at })).toMatchObject({ code: 200 })
    expect(await propose(id, await uploadPack('sun', 'moon', 'sea'))).toMatchObject({
      data: { version: '1.0.3', higher_than: '1.0.1' },
    })
  })

  it('is 404 for projects and files of others, and for hidden projects', async () => {
    const { id } = await publishProject(backend, token)
    const file = await uploadPack('sun')
    const other = await registered(backend, { username: 'grace', email: 'grace@example.com' })
    const path = `/icon/${id}/next-version?file_id=${file}`
    expect(await ask(path, other)).toMatchObject({ code: 404 })
    expect(await propose(id, 'nothing')).toMatchObject({ reason: 'file_missing' })
    await backend.db.update(projects).set({ hiddenAt: new Date() }).where(eq(projects.id, id))
    expect(await ask(path)).toMatchObject({ code: 404 })
  })
})
