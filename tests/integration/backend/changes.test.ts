import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from 'drizzle-orm'
import { changesSchema } from '#lib/contract/change.ts'
import { envelopeSchema } from '#lib/contract/envelope.ts'
import type { Project } from '#lib/contract/project.ts'
import { noteChanges } from '#backend/services/change/note.ts'
import { clientOf, registered } from '#tests/support/accounts.ts'
import { startTestBackend, type TestBackend } from '#tests/support/backend.ts'
import { published } from '#tests/support/publishing.ts'

const SECRET = 'a-secret-of-the-tests'
let backend: TestBackend
let ada = ''
let project: Project
beforeAll(async () => {
  backend = await startTestBackend({ internalSecret: SECRET })
})
afterAll(() => backend.stop())
beforeEach(async () => {
  await backend.empty()
  ada = await registered(backend)
  project = await published(backend, ada)
})

async function request(path: string, body?: unknown, secret = SECRET) {
  const response = await backend.app.request(path, {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json', 'x-internal-secret': secret },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: response.status, ...envelopeSchema.parse(await response.json()) }
}
const read = async (after?: number) => {
  const query = after === undefined ? '' : `?after=${after}`
  return changesSchema.parse((await request(`/api/v1/index/changes${query}`)).data)
}
const moderate = (action: string) => {
  const { kind, id } = project
  return request('/operator/projects', { action, kind, id, reason: 'a test', by: 'grace' })
}
const changed = (said: Record<string, unknown> = {}) => ({
  kind: 'icon',
  id: project.id,
  author: 'ada_lovelace',
  is_new: false,
  ...said,
})

describe('changes', () => {
  it('are told one by one, whoever made them, and never twice', async () => {
    const client = clientOf(backend)
    const steps: [string, () => Promise<unknown>][] = [
      ['hide', () => moderate('hide')],
      ['restore', () => moderate('restore')],
      [
        'edit',
        () =>
          client.ask('/icon', {
            method: 'PUT',
            token: ada,
            body: { id: project.id, title: 'Another title' },
          }),
      ],
      ['delete', () => client.ask(`/icon?id=${project.id}`, { method: 'DELETE', token: ada })],
    ]
    let { position, items } = await read()
    expect(items).toEqual([])
    for (const [what, step] of steps) {
      await step()
      const told = await read(position)
      expect(told, what).toMatchObject({ is_reset: false, items: [changed()] })
      expect(told.position, what).toBeGreaterThan(position)
      position = told.position
    }
    expect(await read(position)).toEqual({ position, is_reset: false, items: [] })
    project = await published(backend, ada)
    expect((await read(position)).items).toEqual([changed({ is_new: true })])
  })

  it('name every project of an account that is deleted, and one that an operator deleted', async () => {
    const second = await published(backend, ada, { title: 'Second' })
    const { position } = await read()
    await moderate('delete')
    const told = await read(position)
    expect(told.items).toEqual([changed()])
    const proof = { username: 'ada_lovelace', password: 'engine-1843' }
    await clientOf(backend).post('/account/delete', proof, ada)
    expect((await read(told.position)).items).toEqual([changed({ id: second.id })])
  })

  it('are not told of when the write was undone', async () => {
    const { position } = await read()
    const work = backend.db.transaction(async (tx) => {
      await noteChanges(tx, [project], { author: 'ada_lovelace', now: new Date() })
      throw new Error('undone')
    })
    await expect(work).rejects.toThrow('undone')
    expect((await read(position)).items).toEqual([])
  })

  it('are there for who knows the secret alone', async () => {
    for (const secret of ['', 'a-guess-of-somebody-else']) {
      expect(await request('/api/v1/index/changes', undefined, secret)).toMatchObject({
        status: 404,
        data: null,
      })
    }
    expect((await request('/api/v1/index/changes?after=-1')).status).toBe(400)
  })

  it('are forgotten after an hour, and a history that is another one is told of', async () => {
    const { position } = await read()
    await moderate('hide')
    backend.setClock('2026-06-01T13:00:01Z')
    await moderate('restore')
    const told = await read(position)
    expect(told.items).toHaveLength(1)
    backend.setClock('2026-06-01T12:00:00Z')
    expect(await read(told.position + 5)).toMatchObject({
      position: told.position,
      is_reset: true,
    })
  })

  it('become visible in the order of their ids, also when writes overlap', async ({ skip }) => {
    skip(backend.database.poolSize === 1, 'one connection: writes cannot overlap')
    const { position } = await read()
    let letGo = () => undefined as void
    const held = new Promise<void>((resolve) => (letGo = resolve))
    let noted = () => undefined as void
    const isNoted = new Promise<void>((resolve) => (noted = resolve))
    const about = { author: 'ada_lovelace', now: new Date() }
    const first = backend.db.transaction(async (tx) => {
      await noteChanges(tx, [{ id: 'first', kind: 'icon' }], about)
      noted()
      await held
    })
    await isNoted
    const second = backend.db.transaction((tx) =>
      noteChanges(tx, [{ id: 'second', kind: 'icon' }], about),
    )
    await expect
      .poll(async () => {
        const { rows } = await backend.db.execute(
          sql`SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`,
        )
        return rows.length
      })
      .toBe(1)
    expect((await read(position)).items).toEqual([])
    letGo()
    await Promise.all([first, second])
    expect((await read(position)).items.map(({ id }) => id)).toEqual(['first', 'second'])
  })
})
