import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { listSchema } from '#lib/contract/list.ts'
import { projectSchema } from '#lib/contract/project.ts'
import { clientOf, registered } from '#tests/support/accounts.ts'
import { buildStandardFile, buildIconPack } from '#tests/support/containers.ts'
import { testBackend } from '#tests/support/backend.ts'
import { projectInput, publishProject, upload, uploadFile } from '#tests/support/publishing.ts'
import { createPicture } from '#tests/support/images.ts'
import { headOnly } from '#tests/support/head.ts'

const backend = await testBackend()

let [ada, eve] = ['', '']
beforeEach(async () => {
  await backend.empty()
  ada = await registered(backend)
  eve = await registered(backend, { username: 'evening', email: 'eve@example.com' })
})
type Client = ReturnType<typeof clientOf>
const ask: Client['ask'] = (...args) => clientOf(backend).ask(...args)
const put = (body: Record<string, unknown>, token = ada) =>
  ask('/icon', { method: 'PUT', body, token })
const remove = (id: string, token = ada) => ask(`/icon?id=${id}`, { method: 'DELETE', token })

describe('publishing', () => {
  it('adds the project to the catalogue, its list and the search', async () => {
    const project = await publishProject(backend, ada)
    expect(project).toMatchObject({
      title: 'Orchard',
      author: { name: 'ada_lovelace' },
      version: '1.0.0',
      tags: ['tree'],
      cover: { width: 64, height: 40 },
      downloads: 0,
      sample: false,
    })
    expect(await ask(`/icon/${project.id}`)).toMatchObject({ data: { title: 'Orchard' } })
    expect(await ask('/icon/list?author=ada_lovelace')).toMatchObject({ data: { total: 1 } })
    expect(await ask('/index/search?q=orchard')).toMatchObject({
      data: { items: [{ id: project.id }] },
    })
    expect(await ask(`/icon/${project.id}/icons`)).toMatchObject({
      data: { items: [{ name: 'moon' }, { name: 'sun' }] },
    })
  })

  it('requires a session', async () => {
    const input = await projectInput(backend, ada)
    expect(await clientOf(backend).post('/icon', input)).toMatchObject({ code: 401 })
    expect(await put({ id: 'x', title: 'y' }, 'unknown')).toMatchObject({ code: 401 })
    expect(await remove('x', 'unknown')).toMatchObject({ code: 401 })
    const bytes = await createPicture()
    expect(await upload(backend, 'unknown', { purpose: 'cover', bytes })).toMatchObject({
      code: 401,
    })
  })

  it.each([
    ['no title', { title: '' }],
    ['an invalid version', { version: '1.0' }],
    ['a tagline of 81 characters', { tagline: 'x'.repeat(81) }],
    ['a tagline of two lines', { tagline: 'one\ntwo' }],
    ['a description of 8193 characters', { description: 'x'.repeat(8193) }],
    ['four pictures', { gallery_ids: ['a', 'b', 'c', 'd'] }],
    ['no picture', { gallery_ids: [] }],
    ['a category of another kind', { category: 'audio' }],
    ['no operating system', { operating_systems: [] }],
    ['a repository', { repository_url: 'https://github.com/ada/engine' }],
    ['no file', { file_id: undefined }],
  ])('is rejected with %s', async (_, fields) => {
    const input = await projectInput(backend, ada, fields)
    expect(await clientOf(backend).post('/icon', input, ada)).toMatchObject({ code: 400 })
    expect(await backend.db.$count(sql`projects`)).toBe(0)
  })

  it('shows the tagline on cards, else the start of the description', async () => {
    const { id } = await publishProject(backend, ada, { tagline: ' Trees for keys ' })
    const card = async () => {
      const { data } = await ask('/icon/list?view=card')
      return listSchema.parse(data).items[0]
    }
    expect(await ask(`/icon/${id}`)).toMatchObject({ data: { tagline: 'Trees for keys' } })
    expect(await card()).toMatchObject({ description: '', summary: 'Trees for keys' })
    expect(await ask('/index/search?q=keys')).toMatchObject({ data: { items: [{ id }] } })
    await put({ id, title: 'Grove' })
    expect(await card()).toMatchObject({ title: 'Grove', summary: 'Trees for keys' })
    await put({
      id,
      tagline: '',
      description: '## Inside\n\nTrees and **fruit** of every season, in outline. More.',
    })
    expect(await card()).toMatchObject({ summary: 'Trees and fruit of every season, in outline.' })
    expect(await ask('/index/search?q=keys')).toMatchObject({ data: { items: [] } })
  })

  it('attaches only files of the account, each once', async () => {
    const input = await projectInput(backend, ada)
    expect(await clientOf(backend).post('/icon', input, eve)).toMatchObject({ code: 404 })
    expect(await clientOf(backend).post('/icon', input, ada)).toMatchObject({ code: 200 })
    expect(await clientOf(backend).post('/icon', input, ada)).toMatchObject({ code: 404 })
    expect(await backend.db.$count(sql`projects`)).toBe(1)
  })

  it('rejects a picture as the file, a file as the cover, and a file of another kind', async () => {
    const picture = await uploadFile(backend, ada, {
      purpose: 'cover',
      bytes: await createPicture(),
    })
    const bytes = buildStandardFile('profile')
    const profile = await uploadFile(backend, ada, { name: 'x.flexbar', bytes })
    for (const fields of [{ file_id: picture }, { file_id: profile }, { cover_id: profile }]) {
      const input = await projectInput(backend, ada, fields)
      expect(await clientOf(backend).post('/icon', input, ada)).toMatchObject({ code: 400 })
    }
  })

  it('runs once per idempotency key, also for concurrent requests', async () => {
    const input = await projectInput(backend, ada)
    const send = (body: Record<string, unknown>) =>
      backend.get('/icon', {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { authorization: `Bearer ${ada}`, 'idempotency-key': 'key-of-this-form' },
      })
    const answers = await Promise.all([send(input), send(input), send(input)])
    const ids = answers.map(({ data }) => projectSchema.parse(data).id)
    expect(new Set(ids).size).toBe(1)
    expect(answers.map(({ code }) => code)).toEqual([200, 200, 200])
    expect(await backend.db.$count(sql`projects`)).toBe(1)
    expect(await send({ ...input, title: 'Another' })).toMatchObject({
      code: 409,
      reason: 'other_request',
    })
  })
})

describe('editing', () => {
  it('changes the given fields only', async () => {
    const { id, cover } = await publishProject(backend, ada)
    backend.setClock('2026-06-01T12:20:00Z')
    expect(await put({ id, title: 'Grove', tags: ['Wood', 'wood '] })).toMatchObject({
      data: {
        title: 'Grove',
        tags: ['wood'],
        description: 'Trees and **fruit**.',
        cover,
        version: '1.0.0',
        updated_at: '2026-06-01T12:20:00.000Z',
      },
    })
    expect(await ask('/index/search?q=orchard')).toMatchObject({ data: { items: [] } })
    expect(await ask('/index/search?q=grove')).toMatchObject({
      data: { items: [{ id }] },
    })
  })

  it('with another file creates a version; the earlier one is unchanged', async () => {
    const { id, file } = await publishProject(backend, ada)
    const { bytes } = await buildIconPack('star')
    const file_id = await uploadFile(backend, ada, { bytes })
    for (const version of ['1.0.0', '0.9.9']) {
      expect(await put({ id, file_id, version })).toMatchObject({
        code: 409,
        reason: 'version_not_higher',
      })
    }
    backend.setClock('2026-06-01T12:20:00Z')
    expect(await put({ id, file_id, version: '1.10.0', notes: 'A star.' })).toMatchObject({
      code: 200,
      data: { version: '1.10.0' },
    })
    expect(await ask(`/icon/${id}/versions`)).toMatchObject({
      data: {
        items: [
          { version: '1.10.0', notes: 'A star.', created_at: '2026-06-01T12:20:00.000Z' },
          { version: '1.0.0', notes: '', file },
        ],
      },
    })
    expect((await headOnly(backend.app.request(file?.url ?? ''))).status).toBe(200)
    expect(await ask(`/icon/${id}/icons`)).toMatchObject({ data: { items: [{ name: 'star' }] } })
  })

  it('removes replaced pictures from the storage', async () => {
    const { id, cover, gallery } = await publishProject(backend, ada)
    const cover_id = await uploadFile(backend, ada, {
      purpose: 'cover',
      bytes: await createPicture(),
    })
    expect(await put({ id, cover_id })).toMatchObject({ data: { gallery } })
    expect((await headOnly(backend.app.request(cover.url))).status).toBe(404)
    expect((await headOnly(backend.app.request(gallery[0]?.url ?? ''))).status).toBe(200)
  })

  it('changes the order and the alternative texts of pictures', async () => {
    const { id, gallery } = await publishProject(backend, ada)
    const first = gallery[0]?.url.split('/')[4] ?? ''
    const bytes = await createPicture({ width: 300 })
    const second = await uploadFile(backend, ada, { purpose: 'gallery', bytes })
    const alternative_texts = ['A tree', 'Plums', 'Apples']
    expect(await put({ id, gallery_ids: [second, first], alternative_texts })).toMatchObject({
      data: {
        cover: { alt: 'A tree' },
        gallery: [
          { alt: 'Plums', width: 300 },
          { alt: 'Apples', width: 64 },
        ],
      },
    })
  })

  it('another account’s project is 404 for every call', async () => {
    const { id } = await publishProject(backend, ada)
    expect(await put({ id, title: 'Stolen' }, eve)).toMatchObject({ code: 404 })
    expect(await remove(id, eve)).toMatchObject({ code: 404 })
    const elsewhere = await ask(`/profile?id=${id}`, { method: 'DELETE', token: ada })
    expect(elsewhere).toMatchObject({ code: 404 })
    expect(await ask(`/icon/${id}`)).toMatchObject({ data: { title: 'Orchard' } })
  })
})

it('deleting removes the project, its files and its search terms', async () => {
  const { id, file, cover } = await publishProject(backend, ada)
  expect(await remove(id)).toMatchObject({ code: 200 })
  expect(await ask(`/icon/${id}`)).toMatchObject({ code: 404 })
  expect(await ask('/index/search?q=orchard')).toMatchObject({ data: { items: [] } })
  for (const url of [file?.url ?? '', cover.url]) {
    expect((await headOnly(backend.app.request(url))).status).toBe(404)
  }
  expect(await backend.db.$count(sql`files`)).toBe(0)
  expect(await remove(id)).toMatchObject({ code: 404 })
})
