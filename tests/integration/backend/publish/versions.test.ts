import { beforeEach, describe, expect, it } from 'vitest'
import { versionsSchema } from '#lib/contract/publish.ts'
import { projectSchema } from '#lib/contract/project.ts'
import { clientOf, registered } from '#tests/support/accounts.ts'
import { testBackend } from '#tests/support/backend.ts'
import { projectInput, publishProject, uploadFile } from '#tests/support/publishing.ts'
import { createPicture } from '#tests/support/images.ts'
import { buildIconPack } from '#tests/support/containers.ts'
import { headOnly } from '#tests/support/head.ts'

const backend = await testBackend()

let [ada, eve] = ['', '']
beforeEach(async () => {
  await backend.empty()
  ada = await registered(backend)
  eve = await registered(backend, { username: 'evening', email: 'eve@example.com' })
})

type Options = { method?: string; body?: unknown; token?: string; match?: string | undefined }

/** A call with an `If-Match` header. */
async function send(path: string, { method = 'PUT', body, token = ada, match }: Options = {}) {
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

async function uploadPack(...names: string[]) {
  const { bytes } = await buildIconPack(...names)
  return uploadFile(backend, ada, { bytes })
}

/** Publishes a pack with two versions: 1.0.0 with sun and moon, 1.1.0 with star. */
async function publishTwoVersions() {
  const { id, file } = await publishProject(backend, ada, { minimum_version: '1.0.0' })
  const file_id = await uploadPack('star')
  const body = { id, file_id, version: '1.1.0', minimum_version: '2.0.0' }
  expect(await put(body)).toMatchObject({ code: 200 })
  return { id, first: file, second: (await projectOf(id)).file }
}

/** An answer without the id of its request. */
const withoutId = (answer: object) => ({ ...answer, request_id: '' })

describe('a file by its hash', () => {
  it('names its project and its version', async () => {
    const { id, first, second } = await publishTwoVersions()
    const named = async (sha256 = '') => {
      const { headers } = await headOnly(backend.app.request(`/api/v1/file/sha256/${sha256}`))
      return [headers.get('x-project'), headers.get('x-project-version')]
    }
    expect(await named(first?.sha256)).toEqual([`icon/${id}`, '1.0.0'])
    expect(await named(second?.sha256)).toEqual([`icon/${id}`, '1.1.0'])
  })
})

describe('a yanked version', () => {
  it('is no longer offered, keeps its file, and the previous version becomes current', async () => {
    const { id, first, second } = await publishTwoVersions()
    const response = await yank(id, '1.1.0', { yanked: true, reason: 'A broken star.' })
    expect(response).toMatchObject({ code: 200, data: { version: '1.0.0', file: first } })
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
    expect((await headOnly(backend.app.request(second?.url ?? ''))).status).toBe(200)
    const { ask } = clientOf(backend)
    expect(await ask('/index/search?q=star')).toMatchObject({ data: { items: [] } })
    expect(await ask('/index/search?q=moon')).toMatchObject({ data: { items: [{ id }] } })
    expect(await ask('/icon/list')).toMatchObject({ data: { items: [{ version: '1.0.0' }] } })
  })

  it('can be restored with its version facts', async () => {
    const { id, second } = await publishTwoVersions()
    await yank(id, '1.1.0')
    expect(await yank(id, '1.1.0', { yanked: false })).toMatchObject({
      code: 200,
      data: { version: '1.1.0', minimum_version: '2.0.0', file: second },
    })
    expect(await versionsOf(id)).toMatchObject([{ yanked_at: null, yank_reason: null }, {}])
  })

  it('leaves the project unchanged if it is not current; yanking is idempotent', async () => {
    const { id } = await publishTwoVersions()
    const before = await projectOf(id)
    expect(await yank(id, '1.0.0')).toMatchObject({ code: 200 })
    backend.setClock('2026-06-01T12:10:00Z')
    expect(await yank(id, '1.0.0')).toMatchObject({ code: 200 })
    // It fitted where the current one does not.
    expect(await projectOf(id)).toEqual({ ...before, fitting_versions: undefined })
    expect((await versionsOf(id))[1]?.yanked_at).toBe('2026-06-01T12:00:00.000Z')
  })

  it('is never the last version', async () => {
    const { id } = await publishTwoVersions()
    await yank(id, '1.0.0')
    expect(await yank(id, '1.1.0')).toMatchObject({ code: 409, reason: 'last_version' })
    expect(await projectOf(id)).toMatchObject({ version: '1.1.0' })
  })

  it('keeps its number: the next version must be higher', async () => {
    const { id } = await publishTwoVersions()
    expect(await yank(id, '1.1.0')).toMatchObject({ data: { version: '1.0.0' } })
    const file_id = await uploadPack('comet')
    for (const version of ['1.1.0', '1.0.9']) {
      expect(await put({ id, file_id, version })).toMatchObject({
        code: 409,
        reason: 'version_not_higher',
        message: 'The version must be higher than 1.1.0.',
      })
    }
    expect(await put({ id, file_id, version: '1.1.1' })).toMatchObject({ code: 200 })
  })

  it('can only be yanked by its author, and must exist', async () => {
    const { id } = await publishTwoVersions()
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

  it('does not lose a concurrent publication', async () => {
    const { id } = await publishTwoVersions()
    const file_id = await uploadPack('comet')
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

describe('a write with If-Match', () => {
  it('is rejected if the project has changed since, which keeps the change', async () => {
    const { id, revision } = await publishProject(backend, ada)
    expect(await put({ id, title: 'First' }, `"${revision}"`)).toMatchObject({
      code: 200,
      data: { revision: (revision ?? 0) + 1 },
    })
    expect(await put({ id, title: 'Second' }, `"${revision}"`)).toMatchObject({
      code: 409,
      reason: 'stale',
    })
    const removal = { method: 'DELETE', match: `"${revision}"` }
    expect(await send(`/icon?id=${id}`, removal)).toMatchObject({ code: 409, reason: 'stale' })
    expect(await projectOf(id)).toMatchObject({ title: 'First' })
  })

  it('is rejected for one of two concurrent writes', async () => {
    const { id, revision } = await publishProject(backend, ada)
    const both = ['One', 'Two'].map((title) => put({ id, title }, `"${revision}"`))
    const codes = (await Promise.all(both)).map(({ code }) => code)
    expect(codes.toSorted()).toEqual([200, 409])
  })

  it('is rejected after a version was yanked', async () => {
    const { id } = await publishTwoVersions()
    const { revision } = await projectOf(id)
    await yank(id, '1.1.0')
    expect(await put({ id, title: 'Late' }, `"${revision}"`)).toMatchObject({ reason: 'stale' })
  })

  it('is optional and accepts *; other values are 400', async () => {
    const { id } = await publishProject(backend, ada)
    expect(await put({ id, title: 'Other' })).toMatchObject({ code: 200 })
    expect(await put({ id, title: 'Another' }, '*')).toMatchObject({ code: 200 })
    for (const match of ['W/"1"', '1', '""', '"1", "2"', `"${'9'.repeat(400)}"`]) {
      expect(await put({ id, title: 'Invalid' }, match)).toMatchObject({ code: 400 })
    }
  })

  it('repeated with its idempotency key gets the first response', async () => {
    const { id, revision } = await publishProject(backend, ada)
    const save = (key = 'key-of-this-form') =>
      backend.get('/icon', {
        method: 'PUT',
        body: JSON.stringify({ id, title: 'Once' }),
        headers: {
          authorization: `Bearer ${ada}`,
          'idempotency-key': key,
          'if-match': `"${revision}"`,
        },
      })
    expect(await save()).toMatchObject({ code: 200 })
    expect(await save()).toMatchObject({ code: 200, data: { title: 'Once' } })
    expect(await save('key-of-another')).toMatchObject({ code: 409, reason: 'stale' })
  })
})

describe('a missing file', () => {
  it('is reported by field, whether swept, attached or another account’s', async () => {
    const input = await projectInput(backend, ada)
    const bytes = await createPicture()
    const foreign = await uploadFile(backend, eve, { purpose: 'cover', bytes })
    const attached = (await publishProject(backend, ada)).cover.url.split('/')[4]
    const post = (fields: object) =>
      send('/icon', { method: 'POST', body: { ...input, ...fields } })
    const answers = [withoutId(await post({ cover_id: 'gone' }))]
    for (const cover_id of [foreign, attached]) answers.push(withoutId(await post({ cover_id })))
    expect(answers[0]).toMatchObject({ code: 404, reason: 'file_missing', fields: ['cover_id'] })
    // The response does not reveal whether another account has the file.
    expect(answers[1]).toEqual(answers[0])
    expect(answers[2]).toEqual(answers[0])
    expect(await post({ file_id: 'gone', gallery_ids: ['lost'] })).toMatchObject({
      fields: ['file_id', 'gallery_ids'],
    })
    const state = withoutId(await send('/file/gone/state', { method: 'GET' }))
    expect(state).toMatchObject({ code: 404, reason: 'file_missing' })
    expect(withoutId(await send(`/file/${foreign}/state`, { method: 'GET' }))).toEqual(state)
  })

  it('is required for a higher version; other changes keep the version', async () => {
    const { id } = await publishProject(backend, ada)
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
  it('count code points; a line break counts once', async () => {
    const description = '🌱\r\n'.repeat(4096)
    const title = '👩'.repeat(200)
    const { id } = await publishProject(backend, ada, { description, title })
    const { data } = await clientOf(backend).ask(`/icon/${id}`)
    expect(data).toMatchObject({ title, description: description.replaceAll('\r\n', '\n') })
    const input = await projectInput(backend, ada)
    for (const fields of [{ description: '🌱'.repeat(8193) }, { title: '👩'.repeat(201) }]) {
      const response = await send('/icon', { method: 'POST', body: { ...input, ...fields } })
      expect(response).toMatchObject({ code: 400, fields: Object.keys(fields) })
    }
  })
})
