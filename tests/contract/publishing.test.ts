import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { CODE_OK } from '#lib/contract/envelope.ts'
import { KIND_TABLE } from '#lib/contract/kind.ts'
import { type Project, projectSchema } from '#lib/contract/project.ts'
import { versionsSchema } from '#lib/contract/publish.ts'
import { searchSchema } from '#lib/contract/search.ts'
import { buildStandardFile } from '#tests/support/containers.ts'
import { call, errorCodeOf, isLeftOut, isWritable, list, read, target, token } from './client.ts'
import {
  createInput,
  dataOf,
  FILE_KINDS,
  type ContractFileKind,
  publish,
  register,
  remove,
  send,
  uploadReady,
} from './creator.ts'

const update = (kind: ContractFileKind, body: Record<string, unknown>, match?: number) =>
  send(target, `/${kind}`, { method: 'PUT', token, body, ...(match !== undefined && { match }) })
const newFile = (kind: ContractFileKind) =>
  uploadReady(target, token, {
    purpose: 'project',
    name: `next${KIND_TABLE[kind].fileEnding}`,
    bytes: buildStandardFile(kind, 4000),
  })
const reading = (kind: ContractFileKind, id: string) => read(`/${kind}/${id}`, projectSchema)

describe.skipIf(!isWritable).each(FILE_KINDS)('publishing: %s', (kind) => {
  let project: Project
  let unusedInput: Record<string, unknown>
  beforeAll(async () => {
    project = await publish(target, token, kind)
    unusedInput = await createInput(target, token, kind)
    return async () => void (await remove(target, token, kind, project.id))
  })

  it('a publication is on its own page, first in the list, and found by its title', async () => {
    const title = `Orchard ${randomUUID()}`
    const input = await createInput(target, token, kind)
    const body = { ...input, title }
    const created = dataOf(await send(target, `/${kind}`, { token, body }), projectSchema)
    expect(created).toMatchObject({
      kind,
      title,
      description: input.description,
      version: input.version,
      operating_systems: input.operating_systems,
      category: input.category,
      tags: input.tags,
      cover: { file_id: input.cover_id, alt: 'A cover' },
      gallery: [{ file_id: input.gallery_ids[0], alt: 'A tree' }],
      file: { file_id: input.file_id },
    })
    expect(await reading(kind, created.id)).toEqual(created)
    expect((await list(kind, 'sort=recent&limit=1')).items[0]?.id).toBe(created.id)
    const result = await read(`/index/search?q=${encodeURIComponent(title)}`, searchSchema)
    expect(result.items[0]?.id).toBe(created.id)

    expect(await remove(target, token, kind, created.id)).toMatchObject({ code: CODE_OK })
    expect(await errorCodeOf(`/${kind}/${created.id}`)).toBe(404)
    expect((await list(kind, 'limit=100')).items.map(({ id }) => id)).not.toContain(created.id)
  })

  it('a project has the chosen language, which an update keeps or replaces', async () => {
    const chosen = await update(kind, { id: project.id, language: 'nl' })
    expect(dataOf(chosen, projectSchema).language).toBe('nl')
    const renamed = await update(kind, { id: project.id, title: 'Boomgaard' })
    expect(dataOf(renamed, projectSchema).language).toBe('nl')
    const unknown = await update(kind, { id: project.id, language: 'xx' })
    expect(unknown).toMatchObject({ code: 400, fields: ['language'] })
    expect((await reading(kind, project.id)).language).toBe('nl')
  })

  it('an update changes what it names and nothing else', async () => {
    const before = await reading(kind, project.id)
    const response = await update(kind, { id: project.id, title: 'Orchard in spring' })
    const after = dataOf(response, projectSchema)
    const { updated_at, revision } = after
    expect(after).toEqual({ ...before, title: 'Orchard in spring', updated_at, revision })
    expect(Date.parse(updated_at)).toBeGreaterThanOrEqual(Date.parse(before.updated_at))
    expect(await reading(kind, project.id)).toEqual(after)
  })

  it('an update keeps the files that it names by their ids', async () => {
    const { cover, gallery, file } = await reading(kind, project.id)
    const input = {
      id: project.id,
      cover_id: cover.file_id,
      gallery_ids: gallery.map((image) => image.file_id),
      file_id: file?.file_id,
      alternative_texts: ['An orchard', 'A plum'],
    }
    const after = dataOf(await update(kind, input), projectSchema)
    expect(after.cover).toEqual({ ...cover, alt: 'An orchard' })
    expect(after.gallery).toEqual(gallery.map((image) => ({ ...image, alt: 'A plum' })))
    expect(after.file).toEqual(file)
  })

  it('a new version needs a new file and a higher number', async () => {
    const { id, file: oldFile } = await reading(kind, project.id)
    expect((await update(kind, { id, version: '2.2.0' })).code).toBe(409)
    const file_id = (await newFile(kind)).id
    expect((await update(kind, { id, version: '2.0.9', file_id })).code).toBe(409)
    const input = { id, version: '2.10.0', file_id, notes: 'Plums.' }
    const after = dataOf(await update(kind, input), projectSchema)
    expect(after).toMatchObject({ version: '2.10.0', file: { file_id } })
    expect(after.file?.sha256).not.toBe(oldFile?.sha256)
  })

  it('versions are listed, the newest first', async ({ skip }) => {
    const { body } = await call(`/${kind}/${project.id}/versions`)
    if (isLeftOut(body.code)) return skip('the backend leaves the call out')
    const versions = dataOf(body, versionsSchema).items
    expect(versions).toMatchObject([{ version: '2.10.0', notes: 'Plums.' }, { version: '2.1.0' }])
    expect(versions[0]?.file).toMatchObject({ name: `next${KIND_TABLE[kind].fileEnding}` })
    return undefined
  })

  it('a pre-release is listed in the order of semver, and leaves the stable version current', async ({
    skip,
  }) => {
    const { id } = project
    for (const version of ['3.0.0-beta.2', '3.0.0-beta.10']) {
      const file_id = (await newFile(kind)).id
      const after = dataOf(await update(kind, { id, version, file_id }), projectSchema)
      expect(after.version).toBe('2.10.0')
    }
    const { body } = await call(`/${kind}/${id}/versions`)
    if (isLeftOut(body.code)) return skip('the backend leaves the call out')
    const { items } = dataOf(body, versionsSchema)
    expect(items.map(({ version }) => version)).toEqual([
      '3.0.0-beta.10',
      '3.0.0-beta.2',
      '2.10.0',
      '2.1.0',
    ])
    return undefined
  })

  it('a version that fits where the current one does not is named, and found by filters', async ({
    skip,
  }) => {
    const { id } = project
    const before = await reading(kind, id)
    const file_id = (await newFile(kind)).id
    const needs = { operating_systems: ['other'], minimum_version: '90.0.0' }
    const after = dataOf(
      await update(kind, { id, version: '2.11.0', file_id, ...needs }),
      projectSchema,
    )
    expect(after).toMatchObject({ version: '2.11.0', ...needs })
    if (after.fitting_versions === undefined) {
      return skip('the backend does not keep what each version needs')
    }
    const { version, operating_systems, minimum_version } = before
    expect(after.fitting_versions).toContainEqual({ version, operating_systems, minimum_version })
    const author = encodeURIComponent(after.author.name)
    const setup = `os=macos&minimum_version=${minimum_version}`
    const { items } = await list(kind, `${setup}&author=${author}`)
    expect(items.map((one) => one.id)).toContain(id)
    return undefined
  })

  it('a write that started from an earlier revision is refused', async ({ skip }) => {
    const { id, revision } = await reading(kind, project.id)
    if (revision === undefined) return skip('the backend has no revisions')
    const first = await update(kind, { id, title: 'First' }, revision)
    expect(first.code).toBe(CODE_OK)
    const second = await update(kind, { id, title: 'Second' }, revision)
    expect(second.code).toBe(409)
    expect((await reading(kind, id)).title).toBe('First')
    return undefined
  })

  it('a publication that is sent twice with one Idempotency-Key is done once', async () => {
    const body = await createInput(target, token, kind)
    const key = randomUUID()
    const first = dataOf(await send(target, `/${kind}`, { token, key, body }), projectSchema)
    const second = dataOf(await send(target, `/${kind}`, { token, key, body }), projectSchema)
    expect(second.id).toBe(first.id)
    const other = { ...body, title: 'Another' }
    expect((await send(target, `/${kind}`, { token, key, body: other })).code).toBe(409)
    await remove(target, token, kind, first.id)
  })

  it.each([
    ['title', ''],
    ['title', 'x'.repeat(201)],
    ['version', '1.0'],
    ['version', '1.0.0-beta.01'],
    ['operating_systems', []],
    ['category', 'smart_home'],
    ['gallery_ids', []],
    ['file_id', undefined],
  ])('rejects %s: %j', async (field, value) => {
    const body = { ...unusedInput, [field]: value }
    expect((await send(target, `/${kind}`, { token, body })).code).toBe(400)
  })
})

describe.skipIf(!isWritable)('rights', () => {
  it('only the author may change or delete a project, or use its files', async () => {
    const project = await publish(target, token, 'icon')
    const other = await register(target)
    const body = { id: project.id, title: 'Mine' }
    const write = { token: other.token, body }
    expect((await send(target, '/icon', { ...write, method: 'PUT' })).code).toBe(404)
    expect((await remove(target, other.token, 'icon', project.id)).code).toBe(404)
    const stolen = await createInput(target, token, 'icon')
    const create = { token: other.token, body: stolen }
    expect((await send(target, '/icon', create)).code).toBe(404)
    expect(await reading('icon', project.id)).toEqual(project)
    await remove(target, token, 'icon', project.id)
  })

  it('a project is changed and deleted as its own kind only', async () => {
    const { id } = await publish(target, token, 'icon')
    expect((await update('profile', { id, title: 'A profile' })).code).toBe(404)
    expect((await remove(target, token, 'profile', id)).code).toBe(404)
    await remove(target, token, 'icon', id)
  })
})

it.skipIf(target.isReadOnly).each([
  ['POST', '/icon'],
  ['PUT', '/icon'],
  ['DELETE', '/icon?id=x'],
])('%s %s needs a session', async (method, path) => {
  expect((await send(target, path, { method, token: 'not-a-token', body: {} })).code).toBe(401)
})
