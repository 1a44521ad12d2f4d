import { sql } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import type { Project } from '#lib/contract/project.ts'
import { createdToken } from '#tests/support/access-tokens.ts'
import { clientOf, registered } from '#tests/support/accounts.ts'
import { testBackend } from '#tests/support/backend.ts'
import { buildIconPack } from '#tests/support/containers.ts'
import { createPicture } from '#tests/support/images.ts'
import { publishProject, uploadFile } from '#tests/support/publishing.ts'

let session = ''
let token = ''
let own: Project
let other: Project
const backend = await testBackend()
beforeEach(async () => {
  await backend.empty()
  session = await registered(backend)
  own = await publishProject(backend, session)
  other = await publishProject(backend, session, { title: 'Other' })
  token = (await createdToken(backend, session, { project_id: own.id })).secret
})
const put = (body: object, by: string, id = own.id) =>
  clientOf(backend).ask('/icon', { method: 'PUT', body: { id, ...body }, token: by })
const pack = async (by: string) => {
  const { bytes } = await buildIconPack('sun', 'star')
  return uploadFile(backend, by, { bytes })
}
const cover = async (by: string) =>
  uploadFile(backend, by, { purpose: 'cover', name: 'c.png', bytes: await createPicture() })
const MISSING = { code: 404, reason: 'file_missing' }

it('a token of one project neither reads nor publishes what its account uploads for others', async () => {
  const file_id = await pack(session)
  for (const id of [file_id, other.file?.file_id]) {
    for (const part of ['state', 'contents']) {
      expect(await clientOf(backend).ask(`/file/${id}/${part}`, { token })).toMatchObject(MISSING)
    }
    const look = { layout: 1, palette: 'ink' }
    expect(await clientOf(backend).post(`/file/${id}/cover`, look, token)).toMatchObject(MISSING)
  }
  expect(await put({ file_id, version: '1.1.0' }, token)).toMatchObject({
    ...MISSING,
    fields: ['file_id'],
  })
  const cover_id = await cover(session)
  expect(await put({ cover_id, gallery_ids: [cover_id] }, token)).toMatchObject({
    ...MISSING,
    fields: ['cover_id', 'gallery_ids'],
  })
  // The account itself publishes both.
  expect(await put({ file_id, cover_id, version: '1.1.0' }, session)).toMatchObject({ code: 200 })
})

it('a token of one project gets the bytes of its own uploads only, before they are published', async () => {
  const read = async (id: string) => {
    const headers = { authorization: `Bearer ${token}` }
    const response = await backend.app.request(`/api/v1/file/${id}/pack.iconpack`, { headers })
    await response.arrayBuffer()
    return response.status
  }
  expect(await read(await pack(session))).toBe(404)
  expect(await read(await pack(token))).toBe(200)
})

it('publishes its own uploads, draws from them, and keeps the pictures of the project', async () => {
  const file_id = await pack(token)
  expect(await clientOf(backend).ask(`/file/${file_id}/state`, { token })).toMatchObject({
    code: 200,
  })
  const drawn = await clientOf(backend).post(
    `/file/${file_id}/cover`,
    { layout: 1, palette: 'ink' },
    token,
  )
  expect(drawn).toMatchObject({ code: 200 })
  const { cover: made } = drawn.data as { cover: { id: string } }
  const gallery_ids = own.gallery.map((image) => image.file_id)
  const body = { file_id, version: '1.1.0', cover_id: made.id, gallery_ids }
  expect(await put(body, token)).toMatchObject({ code: 200, data: { version: '1.1.0' } })
  const contents = await clientOf(backend).ask(`/file/${own.file?.file_id}/contents`, { token })
  expect(contents).toMatchObject({ code: 200 })
})

it('shares them with the account and its other tokens, not with those of other projects', async () => {
  const file_id = await pack(token)
  const foreign = await createdToken(backend, session, { project_id: other.id })
  expect(await put({ file_id, version: '1.1.0' }, foreign.secret, other.id)).toMatchObject(MISSING)
  const all = await createdToken(backend, session)
  expect(await put({ file_id, version: '1.1.0' }, all.secret)).toMatchObject({ code: 200 })
})

it('publishes what was uploaded by the release before, as long as no project has it', async () => {
  const file_id = await pack(session)
  await backend.db.execute(sql`UPDATE files SET uploaded_for = NULL`)
  expect(await put({ file_id, version: '1.1.0' }, token)).toMatchObject({ code: 200 })
  const path = `/file/${other.file?.file_id}/contents`
  expect(await clientOf(backend).ask(path, { token })).toMatchObject(MISSING)
})
