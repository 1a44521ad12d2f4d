import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { versionsSchema } from '#lib/contract/publish.ts'
import { projectSchema } from '#lib/contract/project.ts'
import { clientOf, registered } from '#tests/support/accounts.ts'
import { startTestBackend, type TestBackend } from '#tests/support/backend.ts'
import { aPicture, aWish, published, uploaded } from '#tests/support/publishing.ts'
import { packOf } from '#tests/support/search-catalogue.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await startTestBackend()
})
afterAll(() => backend.stop())

let [ada, eve] = ['', '']
beforeEach(async () => {
  await backend.empty()
  backend.setClock('2026-06-01T12:00:00Z')
  ada = await registered(backend)
  eve = await registered(backend, { username: 'evening', email: 'eve@example.com' })
})

type Said = { method?: string; body?: unknown; token?: string; match?: string | undefined }

/** A call as a form makes it, with the revision that it started from. */
async function send(path: string, { method = 'PUT', body, token = ada, match }: Said = {}) {
  return backend.get(path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(match !== undefined && { 'if-match': match }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}
const put = (body: Record<string, unknown>, match?: string) => send('/icon', { body, match })
const yank = (id: string, version: string, body: unknown = { yanked: true }, token = ada) =>
  send(`/icon/${id}/versions/${version}`, { body, token })
const projectOf = async (id: string) =>
  projectSchema.parse((await clientOf(backend).ask(`/icon/${id}`)).data)
const versionsOf = async (id: string) =>
  versionsSchema.parse((await clientOf(backend).ask(`/icon/${id}/versions`)).data).items

async function newFile(...names: string[]) {
  const { bytes } = await packOf(...names)
  return uploaded(backend, ada, { bytes })
}

/** A pack of two versions: 1.0.0 with a sun and a moon, 1.1.0 with a star. */
async function twoVersions() {
  const { id, file } = await published(backend, ada, { minimum_version: '1.0.0' })
  const file_id = await newFile('star')
  const body = { id, file_id, version: '1.1.0', minimum_version: '2.0.0' }
  expect(await put(body)).toMatchObject({ code: 200 })
  return { id, first: file, second: (await projectOf(id)).file }
}

describe('a version that its author withdraws', () => {
  it('is not offered any more, its file is kept, and the one before it is the present one', async () => {
    const { id, first, second } = await twoVersions()
    const answer = await yank(id, '1.1.0', { yanked: true, reason: 'A broken star.' })
    expect(answer).toMatchObject({ code: 200, data: { version: '1.0.0', file: first } })
    expect(await projectOf(id)).toMatchObject({
      version: '1.0.0',
      minimum_version: '1.0.0',
      file: first,
    })
    expect(await versionsOf(id)).toMatchObject([
      {
        version: '1.1.0',
        file: null,
        yanked_at: '2026-06-01T12:00:00.000Z',
        yank_reason: 'A broken star.',
      },
      { version: '1.0.0', file: first, yanked_at: null },
    ])
    expect((await backend.app.request(second?.url ?? '')).status).toBe(200)
    const { ask } = clientOf(backend)
    expect(await ask('/index/search?q=star')).toMatchObject({ data: { items: [] } })
    expect(await ask('/index/search?q=moon')).toMatchObject({ data: { items: [{ id }] } })
    expect(await ask('/icon/list')).toMatchObject({ data: { items: [{ version: '1.0.0' }] } })
  })

  it('is offered again with all that it said of itself', async () => {
    const { id, second } = await twoVersions()
    await yank(id, '1.1.0')
    expect(await yank(id, '1.1.0', { yanked: false })).toMatchObject({
      code: 200,
      data: { version: '1.1.0', minimum_version: '2.0.0', file: second },
    })
    expect(await versionsOf(id)).toMatchObject([{ yanked_at: null, yank_reason: null }, {}])
  })

  it('changes nothing of the project where it is an earlier one, nor when it is done twice', async () => {
    const { id } = await twoVersions()
    const before = await projectOf(id)
    expect(await yank(id, '1.0.0')).toMatchObject({ code: 200 })
    backend.setClock('2026-06-01T12:10:00Z')
    expect(await yank(id, '1.0.0')).toMatchObject({ code: 200 })
    expect(await projectOf(id)).toEqual(before)
    expect((await versionsOf(id))[1]?.yanked_at).toBe('2026-06-01T12:00:00.000Z')
  })

  it('is never the last one', async () => {
    const { id } = await twoVersions()
    await yank(id, '1.0.0')
    expect(await yank(id, '1.1.0')).toMatchObject({ code: 409, reason: 'last_version' })
    expect(await projectOf(id)).toMatchObject({ version: '1.1.0' })
  })

  it('keeps its number: the next one is higher than it', async () => {
    const { id } = await twoVersions()
    expect(await yank(id, '1.1.0')).toMatchObject({ data: { version: '1.0.0' } })
    const file_id = await newFile('comet')
    expect(await put({ id, file_id, version: '1.1.0' })).toMatchObject({
      code: 409,
      reason: 'version_not_higher',
      message: 'The version must be higher than 1.1.0.',
    })
    expect(await put({ id, file_id, version: '1.1.1' })).toMatchObject({ code: 200 })
  })

  it('is its author’s alone to withdraw, and has to be there', async () => {
    const { id } = await twoVersions()
    expect(await yank(id, '1.1.0', { yanked: true }, eve)).toMatchObject({ code: 404 })
    for (const version of ['9.9.9', '1.1', 'x', '..%2f']) {
      expect(await yank(id, version)).toMatchObject({ code: 404 })
    }
    expect(await yank(id, '1.1.0', { yanked: true, reason: 'x'.repeat(301) })).toMatchObject({
      code: 400,
      fields: ['reason'],
    })
    expect(await projectOf(id)).toMatchObject({ version: '1.1.0' })
  })

  it('loses no publication that comes at the same time', async () => {
    const { id } = await twoVersions()
    const file_id = await newFile('comet')
    const answers = await Promise.all([
      put({ id, file_id, version: '1.2.0' }),
      yank(id, '1.1.0'),
      yank(id, '1.0.0'),
    ])
    const offered = (await versionsOf(id)).filter(({ yanked_at }) => !yanked_at)
    expect(answers[0]).toMatchObject({ code: 200 })
    expect(offered[0]?.version).toBe('1.2.0')
    expect(await projectOf(id)).toMatchObject({ version: '1.2.0' })
    const yanked = answers.slice(1).map(({ code }) => code)
    expect(yanked).toContain(200)
    expect(yanked.filter((code) => code === 200).length).toBe(3 - offered.length)
  })
})

describe('a save that names what it started from', () => {
  it('is refused where the project has changed since, and loses nothing of it', async () => {
    const { id, revision } = await published(backend, ada)
    expect(await put({ id, title: 'First' }, `"${revision}"`)).toMatchObject({
      code: 200,
      data: { revision: (revision ?? 0) + 1 },
    })
    expect(await put({ id, title: 'Second' }, `"${revision}"`)).toMatchObject({
      code: 409,
      reason: 'stale',
    })
    const removed = { method: 'DELETE', match: `"${revision}"` }
    expect(await send(`/icon?id=${id}`, removed)).toMatchObject({ code: 409, reason: 'stale' })
    expect(await projectOf(id)).toMatchObject({ title: 'First' })
  })

  it('of two within the same millisecond one is refused', async () => {
    const { id, revision } = await published(backend, ada)
    const both = ['One', 'Two'].map((title) => put({ id, title }, `"${revision}"`))
    const codes = (await Promise.all(both)).map(({ code }) => code)
    expect(codes.toSorted()).toEqual([200, 409])
  })

  it('is refused after a version was withdrawn meanwhile', async () => {
    const { id } = await twoVersions()
    const { revision } = await projectOf(id)
    await yank(id, '1.1.0')
    expect(await put({ id, title: 'Late' }, `"${revision}"`)).toMatchObject({ reason: 'stale' })
  })

  it('needs to name nothing, and may name anything; what is no revision is told', async () => {
    const { id } = await published(backend, ada)
    expect(await put({ id, title: 'Other' })).toMatchObject({ code: 200 })
    expect(await put({ id, title: 'Another' }, '*')).toMatchObject({ code: 200 })
    for (const match of ['W/"1"', '1', '""', '"1", "2"', `"${'9'.repeat(400)}"`]) {
      expect(await put({ id, title: 'Mine' }, match)).toMatchObject({ code: 400 })
    }
  })

  it('sent again with its key after a lost answer is answered as the first time', async () => {
    const { id, revision } = await published(backend, ada)
    const again = (key = 'key-of-this-form') =>
      backend.get('/icon', {
        method: 'PUT',
        body: JSON.stringify({ id, title: 'Once' }),
        headers: {
          authorization: `Bearer ${ada}`,
          'idempotency-key': key,
          'if-match': `"${revision}"`,
        },
      })
    expect(await again()).toMatchObject({ code: 200 })
    expect(await again()).toMatchObject({ code: 200, data: { title: 'Once' } })
    expect(await again('key-of-another')).toMatchObject({ code: 409, reason: 'stale' })
  })
})

describe('a file that is not there', () => {
  it('is told by its field, whether it was swept, taken or is somebody else’s', async () => {
    const wish = await aWish(backend, ada)
    const bytes = await aPicture()
    const theirs = await uploaded(backend, eve, { purpose: 'cover', bytes })
    const taken = (await published(backend, ada)).cover.url.split('/')[4]
    const post = (said: object) => send('/icon', { method: 'POST', body: { ...wish, ...said } })
    const answers = [await post({ cover_id: 'gone' })]
    for (const cover_id of [theirs, taken]) answers.push(await post({ cover_id }))
    expect(answers[0]).toMatchObject({ code: 404, reason: 'file_missing', fields: ['cover_id'] })
    // Nobody learns from it whether somebody else has such a file.
    expect(answers[1]).toEqual(answers[0])
    expect(answers[2]).toEqual(answers[0])
    expect(await post({ file_id: 'gone', gallery_ids: ['lost'] })).toMatchObject({
      fields: ['file_id', 'gallery_ids'],
    })
    const state = await send('/file/gone/state', { method: 'GET' })
    expect(state).toMatchObject({ code: 404, reason: 'file_missing' })
    expect(await send(`/file/${theirs}/state`, { method: 'GET' })).toEqual(state)
  })

  it('is wanted by a higher version; what else changes leaves the version as it is', async () => {
    const { id } = await published(backend, ada)
    expect(await put({ id, version: '1.1.0', title: 'Grove' })).toMatchObject({
      code: 409,
      reason: 'file_unchanged',
      fields: ['file_id'],
    })
    expect(await projectOf(id)).toMatchObject({ title: 'Orchard', version: '1.0.0' })
    expect(await put({ id, version: '1.0.0', title: 'Grove' })).toMatchObject({ code: 200 })
  })
})

describe('limits of texts', () => {
  it('count characters: emoji once, a line end once, on their way in and out', async () => {
    const description = '🌱\r\n'.repeat(4096)
    const title = '👩'.repeat(200)
    const { id } = await published(backend, ada, { description, title })
    const { data } = await clientOf(backend).ask(`/icon/${id}`)
    expect(data).toMatchObject({ title, description: description.replaceAll('\r\n', '\n') })
    const wish = await aWish(backend, ada)
    for (const said of [{ description: '🌱'.repeat(8193) }, { title: '👩'.repeat(201) }]) {
      const answer = await send('/icon', { method: 'POST', body: { ...wish, ...said } })
      expect(answer).toMatchObject({ code: 400, fields: Object.keys(said) })
    }
  })
})
