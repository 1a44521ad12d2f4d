import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { hiddenProjectSchema } from '#lib/contract/hidden.ts'
import type { Project } from '#lib/contract/project.ts'
import { files } from '#backend/db/tables.ts'
import { examine } from '#backend/services/operator/examine/examine.ts'
import { sweepKept } from '#backend/services/hidden/kept.ts'
import { sweepUploads } from '#backend/services/upload/sweep.ts'
import { clientOf, registered } from '#tests/support/accounts.ts'
import { testBackend } from '#tests/support/backend.ts'
import { operatorOf } from '#tests/support/hidden.ts'
import { operator, OPERATOR_SECRET } from '#tests/support/operator.ts'
import { NO_FILES, publishProject, storedFiles } from '#tests/support/publishing.ts'
import { headOnly } from '#tests/support/head.ts'
import { waitFor } from '#tests/support/wait.ts'

const DAY_MS = 24 * 3600 * 1000

let ada = ''
let eve = ''
let project: Project
const backend = await testBackend({ internalSecret: OPERATOR_SECRET })
beforeEach(async () => {
  await backend.empty()
  for await (const keys of backend.storage.keys()) {
    for (const key of keys) await backend.storage.remove(key)
  }
  backend.setClock('2026-06-01T12:00:00Z')
  ada = await registered(backend)
  eve = await registered(backend, { username: 'evening', email: 'eve@example.com' })
  project = await publishProject(backend, ada)
  await operatorOf(backend).act('hide', project)
  backend.messages.length = 0
})

const path = () => `/account/hidden/icon/${project.id}`
const ask = (address: string, token: string, method = 'GET', body?: unknown) =>
  clientOf(backend).ask(address, { method, token, ...(body !== undefined && { body }) })
const read = async () => hiddenProjectSchema.parse((await ask(path(), ada)).data)
const answer = (text: string, token = ada) => ask(`${path()}/answers`, token, 'POST', { text })
const remove = (token = ada) => ask(`/icon?id=${project.id}`, token, 'DELETE')
const bytesOf = (address: string, token?: string) =>
  backend.app.request(address, { headers: token ? { authorization: `Bearer ${token}` } : {} })
const removeAccount = () =>
  ask('/account/delete', ada, 'POST', { username: 'ada_lovelace', password: 'engine-1843' })
const sweep = (now: Date) => sweepKept(backend, now)
const days = (count: number) => new Date(Date.parse('2026-06-01T12:00:00Z') + count * DAY_MS)

describe('the author of a hidden project', () => {
  it('reads it with reason, texts and files; other accounts get 404', async () => {
    const { state, reason, project: read_, files: kept } = await read()
    expect({ state, reason, title: read_.title }).toEqual({
      state: 'hidden',
      reason: 'Drawn by another person',
      title: 'Orchard',
    })
    expect(kept.map(({ sha256 }) => sha256)).toContain(project.file?.sha256)
    expect(kept).toHaveLength(3)
    for (const token of [eve, '']) {
      expect((await ask(path(), token)).code).toBe(token ? 404 : 401)
      expect((await answer('Mine.', token)).code).toBe(token ? 404 : 401)
    }
  })

  it('downloads its files, which no cache keeps and no other account gets', async () => {
    for (const { url, sha256, size } of (await read()).files) {
      const response = await bytesOf(url, ada)
      expect(response.status).toBe(200)
      expect(response.headers.get('cache-control')).toBe('private, no-store')
      const bytes = Buffer.from(await response.arrayBuffer())
      expect(bytes).toHaveLength(size)
      const digest = await crypto.subtle.digest('SHA-256', bytes)
      expect(Buffer.from(digest).toString('hex')).toBe(sha256)
      expect((await headOnly(bytesOf(url, eve))).status).toBe(404)
      expect((await headOnly(bytesOf(url))).status).toBe(401)
    }
    const other = await publishProject(backend, ada, { title: 'Meadow' })
    const foreign = `/api/v1${path()}/files/${other.file?.file_id}`
    expect((await headOnly(bytesOf(foreign, ada))).status).toBe(404)
  })

  it('exports it with its files', async () => {
    const exported = await ask('/account/export', ada)
    expect(exported.data).toMatchObject({
      projects: [],
      hidden: [
        { reason: 'Drawn by another person', project: { id: project.id, title: 'Orchard' } },
      ],
    })
    expect(Object(exported.data).hidden[0].files).toEqual((await read()).files)
    expect((await ask('/account/export', eve)).data).toMatchObject({ hidden: [] })
  })

  it('answers the operator, who gets a mail and reads it in the list', async () => {
    expect(await answer('  I drew it.\nSee “my” sketches & <b>files</b>.  ')).toMatchObject({
      code: 200,
    })
    await waitFor(() => expect(backend.messages).toHaveLength(1))
    const [message] = backend.messages
    expect(message?.to).toBe('help@example.com')
    expect(message?.subject).toContain('Orchard')
    expect(message?.text).toContain(`icon ${project.id}`)
    expect(message?.text).toContain('I drew it.\nSee “my” sketches & <b>files</b>.')
    expect(message?.html).not.toContain('<b>files')
    const text = 'I drew it.\nSee “my” sketches & <b>files</b>.'
    const expected = [{ at: '2026-06-01T12:00:00.000Z', text }]
    expect((await operatorOf(backend).hidden())[0]?.answers).toEqual(expected)
    expect((await read()).answers).toEqual(expected)
  })

  it.each([
    ['nothing', '   ', 400],
    ['a control character', 'a\u0007', 400],
    ['the longest text', '🎨'.repeat(2000), 200],
    ['a longer one', 'a'.repeat(2001), 400],
  ])('can write %s: %#', async (_, text, code) => {
    expect((await answer(text)).code).toBe(code)
  })

  it('can answer ten times a day, and not about a project that is visible', async () => {
    for (let count = 0; count < 10; count += 1) {
      expect((await answer(`Answer ${count}`)).code).toBe(200)
    }
    expect(await answer('One more')).toMatchObject({ code: 429 })
    await operatorOf(backend).act('restore', project)
    expect((await ask(path(), ada)).code).toBe(404)
    expect(await read().catch(() => null)).toBeNull()
  })

  it('gets the same answer to every change: 409 “hidden”', async () => {
    const answers = await Promise.all([
      ask('/icon', ada, 'PUT', { id: project.id, title: 'Orchard again' }),
      ask(`/icon/${project.id}/status`, ada),
      ask(`/icon/${project.id}/status`, ada, 'PUT', { visibility: 'unlisted' }),
      ask(`/icon/${project.id}/versions/1.0.0`, ada, 'PUT', { yanked: true }),
      ask(`/icon/${project.id}/versions/1.0.0`, ada, 'DELETE'),
    ])
    const [first] = answers
    for (const { code, reason, message } of answers) {
      expect({ code, reason, message }).toEqual({
        code: 409,
        reason: 'hidden',
        message: first?.message,
      })
    }
    for (const [address, method, body] of [
      ['/icon', 'PUT', { id: project.id, title: 'Orchard again' }],
      [`/icon/${project.id}/status`, 'PUT', { visibility: 'unlisted' }],
      [`/icon?id=${project.id}`, 'DELETE', undefined],
    ] as const) {
      expect((await ask(address, eve, method, body)).code).toBe(404)
    }
  })
})

describe('a hidden project that is deleted', () => {
  const keptFiles = async () => {
    const { data } = await operator(backend, `files?kind=icon&id=${project.id}`)
    return hiddenProjectSchema.shape.files.parse(Object(data).items)
  }

  it.each([
    ['by its author', remove],
    ['with the account', removeAccount],
  ])('%s leaves files and hashes to the operator, invisible to everybody else', async (_, work) => {
    const own = (await read()).files
    expect((await work()).code).toBe(200)
    expect((await keptFiles()).map(({ sha256 }) => sha256)).toEqual(own.map((file) => file.sha256))
    for (const { file_id: id, size } of await keptFiles()) {
      const response = await backend.app.request(`/operator/files/${id}`, {
        headers: { 'x-internal-secret': OPERATOR_SECRET },
      })
      expect((await response.arrayBuffer()).byteLength).toBe(size)
      expect((await headOnly(bytesOf(`/operator/files/${id}`))).status).toBe(404)
      expect((await headOnly(bytesOf(`/api/v1/file/${id}/any`))).status).toBe(404)
    }
    for (const { url } of own) expect((await headOnly(bytesOf(url, eve))).status).toBe(404)
    expect((await ask(`/file/${project.file?.file_id}/state`, eve)).code).toBe(404)
    expect((await headOnly(bytesOf(`/api/v1/file/sha256/${project.file?.sha256}`))).status).toBe(
      404,
    )
    expect((await ask(`/icon/${project.id}`, eve)).code).toBe(404)
    expect(await operatorOf(backend).hidden()).toMatchObject([
      { id: project.id, kept_until: '2026-07-01T12:00:00.000Z' },
    ])
  })

  it('is gone for its author, whose other uploads and export do not have it', async () => {
    const { files: own } = await read()
    await remove()
    expect((await ask(path(), ada)).code).toBe(404)
    expect((await ask('/account/hidden', ada)).data).toEqual({ items: [], next: null })
    expect((await ask('/account/export', ada)).data).toMatchObject({ hidden: [] })
    for (const { url } of own) expect((await headOnly(bytesOf(url, ada))).status).toBe(404)
    expect((await ask(`/file/${project.file?.file_id}/state`, ada)).code).toBe(404)
    const taken = { file_id: project.file?.file_id, cover_id: project.cover.file_id }
    const input = { ...taken, title: 'Other', gallery_ids: [], category: 'nature' }
    expect((await ask('/icon', ada, 'POST', input)).code).not.toBe(200)
  })

  it('leaves neither name nor address behind when the account is gone', async () => {
    await answer('I am Ada Lovelace')
    await removeAccount()
    const tables = ['hidden_deletions', 'hidden_answers', 'audit', 'files', 'authors', 'accounts']
    for (const table of tables) {
      const { rows } = await backend.db.execute(sql.raw(`SELECT * FROM ${table}`))
      expect(JSON.stringify(rows), table).not.toMatch(/ada_lovelace|ada@example|Ada Lovelace/)
    }
    expect((await operatorOf(backend).hidden())[0]).toMatchObject({
      author: '',
      reason: 'Drawn by another person',
    })
  })

  it('counts for the quota of the account as long as it exists', async () => {
    const owned = () => backend.db.$count(files, eq(files.ownerUid, project.author.uid))
    expect(await owned()).toBe(3)
    await remove()
    expect(await owned()).toBe(3)
    await removeAccount()
    expect(await owned()).toBe(0)
  })

  it('is swept after 30 days, not before, by one of two processes', async () => {
    await remove()
    const before = await storedFiles(backend)
    expect(await sweep(days(30))).toBe(0)
    await sweepUploads(backend, { now: days(30), isAlone: true })
    expect(await storedFiles(backend)).toEqual(before)
    await Promise.all([sweep(new Date(days(30).getTime() + 1)), sweep(days(31))])
    expect(await storedFiles(backend)).toEqual(NO_FILES)
    expect(await operatorOf(backend).hidden()).toEqual([])
    expect((await operator(backend, `files?kind=icon&id=${project.id}`)).code).toBe(404)
  })

  it('can be deleted for good by the operator before, and not be restored', async () => {
    await remove()
    expect(await operatorOf(backend).act('restore', project)).toMatchObject({ code: 404 })
    expect(await operatorOf(backend).act('delete', project)).toMatchObject({ code: 200 })
    expect(await operatorOf(backend).act('delete', project)).toMatchObject({ code: 404 })
    expect(await storedFiles(backend)).toEqual(NO_FILES)
  })

  it('leaves nothing for the doctor to report', async () => {
    await remove()
    for (const what of ['files', 'objects', 'search'] as const) {
      const request = { what, after: '', fix: false }
      expect((await examine(backend, request, days(2))).problems, what).toEqual([])
    }
  })

  it('deletes a visible one with its files at once, as ever', async () => {
    await operatorOf(backend).act('restore', project)
    await remove()
    expect(await storedFiles(backend)).toEqual(NO_FILES)
    expect(await operatorOf(backend).hidden()).toEqual([])
  })
})
