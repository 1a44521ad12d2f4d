import { beforeEach, describe, expect, it } from 'vitest'
import { sql } from 'drizzle-orm'
import { changesSchema } from '#lib/contract/change.ts'
import { envelopeSchema } from '#lib/contract/envelope.ts'
import type { Project } from '#lib/contract/project.ts'
import { listChanges, recordChanges } from '#backend/services/change/changes.ts'
import { clientOf, registered } from '#tests/support/accounts.ts'
import { testBackend } from '#tests/support/backend.ts'
import { publishProject } from '#tests/support/publishing.ts'

const SECRET = 'a-secret-of-the-tests'
let ada = ''
let project: Project
const backend = await testBackend({ internalSecret: SECRET })
beforeEach(async () => {
  await backend.empty()
  ada = await registered(backend)
  project = await publishProject(backend, ada)
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
const change = (fields: Record<string, unknown> = {}) => ({
  kind: 'icon',
  id: project.id,
  author: 'ada_lovelace',
  is_new: false,
  ...fields,
})

const edit = (fields: Record<string, unknown>) =>
  clientOf(backend).ask('/icon', { method: 'PUT', token: ada, body: { id: project.id, ...fields } })

describe('changes', () => {
  it.each([
    ['content', 'a later paragraph', { tagline: 'A line', description: 'One.\n\nAnother.' }],
    ['card', 'the tagline', { tagline: 'Another line' }],
    ['membership', 'the title, by which lists are sorted', { title: 'Another title' }],
    ['membership', 'the category', { category: 'weather' }],
  ])('name the effect %s for %s', async (effect, _, fields) => {
    await edit({ tagline: 'A line' })
    const { position } = await read()
    await edit(fields)
    expect((await read(position)).items).toEqual([change({ effect })])
  })

  it('name the effect card where the first sentence stands on the card, and content below it', async () => {
    await edit({ tagline: '', description: 'First sentence.\n\nSecond.' })
    let { position } = await read()
    await edit({ description: 'First sentence.\n\nAnother.' })
    const below = await read(position)
    expect(below.items).toEqual([change({ effect: 'content' })])
    ;({ position } = below)
    await edit({ description: 'Other sentence.\n\nAnother.' })
    expect((await read(position)).items).toEqual([change({ effect: 'card' })])
  })

  it('are listed once each, whether made by the author or an operator', async () => {
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
    for (const [name, step] of steps) {
      await step()
      const next = await read(position)
      expect(next, name).toMatchObject({ is_reset: false, items: [change()] })
      expect(next.position, name).toBeGreaterThan(position)
      position = next.position
    }
    expect(await read(position)).toMatchObject({ position, is_reset: false, items: [] })
    project = await publishProject(backend, ada)
    expect((await read(position)).items).toEqual([change({ is_new: true, effect: 'membership' })])
  })

  it('list every project of a deleted account, and one that an operator deleted', async () => {
    const second = await publishProject(backend, ada, { title: 'Second' })
    const { position } = await read()
    await moderate('delete')
    const next = await read(position)
    expect(next.items).toEqual([change({ effect: 'removal' })])
    const proof = { username: 'ada_lovelace', password: 'engine-1843' }
    await clientOf(backend).post('/account/delete', proof, ada)
    expect((await read(next.position)).items).toEqual([
      change({ effect: 'removal', id: second.id }),
    ])
  })

  it('are not listed when the transaction is rolled back', async () => {
    const { position } = await read()
    const write = backend.db.transaction(async (tx) => {
      await recordChanges(tx, [project], { author: 'ada_lovelace', now: new Date() })
      throw new Error('rolled back')
    })
    await expect(write).rejects.toThrow('rolled back')
    expect((await read(position)).items).toEqual([])
  })

  it('require the internal secret', async () => {
    for (const secret of ['', 'a-wrong-secret']) {
      expect(await request('/api/v1/index/changes', undefined, secret)).toMatchObject({
        status: 404,
        data: null,
      })
    }
    expect((await request('/api/v1/index/changes?after=-1')).status).toBe(400)
  })

  it('are deleted after an hour; an unknown later position reports a reset', async () => {
    const { position } = await read()
    await moderate('hide')
    backend.setClock('2026-06-01T13:00:01Z')
    await moderate('restore')
    const next = await read(position)
    expect(next.items).toHaveLength(1)
    backend.setClock('2026-06-01T12:00:00Z')
    expect(await read(next.position + 5)).toMatchObject({
      position: next.position,
      is_reset: true,
    })
  })

  it('are all seen by a reader that asks while they are written', { tags: 'long' }, async () => {
    const written = Array.from({ length: 200 }, (_, at) => `change-${at}`)
    let { position } = await listChanges(backend.db, undefined)
    const seen: string[] = []
    const follow = async () => {
      const next = await listChanges(backend.db, position)
      position = next.position
      seen.push(...next.items.map(({ id }) => id))
    }
    const writer = { isWriting: true }
    const write = async () => {
      for (const id of written) {
        await backend.db.transaction((tx) =>
          recordChanges(tx, [{ id, kind: 'icon' }], { author: 'ada_lovelace', now: new Date() }),
        )
      }
      writer.isWriting = false
    }
    const writing = write()
    while (writer.isWriting) await follow()
    await writing
    await follow()
    expect(seen).toEqual(written)
  })

  it('become visible in the order of their ids when writes overlap', async ({ skip }) => {
    skip(backend.database.poolSize === 1, 'one connection: writes cannot overlap')
    const { position } = await read()
    const commit = Promise.withResolvers<void>()
    const recorded = Promise.withResolvers<void>()
    const info = { author: 'ada_lovelace', now: new Date() }
    const first = backend.db.transaction(async (tx) => {
      await recordChanges(tx, [{ id: 'first', kind: 'icon' }], info)
      recorded.resolve()
      await commit.promise
    })
    await recorded.promise
    const second = backend.db.transaction((tx) =>
      recordChanges(tx, [{ id: 'second', kind: 'icon' }], info),
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
    commit.resolve()
    await Promise.all([first, second])
    expect((await read(position)).items.map(({ id }) => id)).toEqual(['first', 'second'])
  })
})
