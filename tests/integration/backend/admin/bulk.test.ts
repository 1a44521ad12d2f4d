import { eq, inArray } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  type Bulk,
  bulkListSchema,
  bulkPreviewSchema,
  bulkSchema,
} from '#lib/contract/admin/bulk.ts'
import { accounts, audit, authors, bulkActions, jobs, projects } from '#backend/db/tables.ts'
import { bulkHandler } from '#backend/services/moderation/job.ts'
import { clientOf, registered } from '#tests/support/accounts.ts'
import { quietParts, testBackend } from '#tests/support/backend.ts'
import { operator, OPERATOR_SECRET } from '#tests/support/operator.ts'
import { withRole } from '#tests/support/roles.ts'
import { PAYER } from '#tests/support/payer.ts'

let ids: string[]
// The tests run the job themselves, step by step.
const backend = await testBackend({ internalSecret: OPERATOR_SECRET })
await backend.jobs.stop()
const administrator = await withRole(backend, 'administrator')
await registered(backend)
beforeEach(async () => {
  const { db } = backend
  for (const table of [bulkActions, audit, jobs, projects]) await db.delete(table)
  backend.messages.length = 0
  ids = []
  for (const title of ['Cheap pills', 'Cheap watches', 'Orchard']) {
    ids.push(await backend.add({ title, description: `At https://${title.slice(0, 5)}.example` }))
  }
  const [ada] = await db.select().from(authors).where(eq(authors.name, 'ada_lovelace'))
  await db
    .update(projects)
    .set({ authorUid: ada?.uid ?? '' })
    .where(inArray(projects.id, ids.slice(0, 2)))
})

const ask = (path: string, options: Parameters<ReturnType<typeof clientOf>['ask']>[1] = {}) =>
  clientOf(backend).ask(path, { token: administrator, ...options })
const preview = async (query: string) =>
  bulkPreviewSchema.parse((await ask(`/admin/bulk/preview?action=hide&${query}`)).data)
const start = (body: Record<string, unknown>) =>
  ask('/admin/bulk', { method: 'POST', body: { action: 'hide', reason: 'A wave', ...body } })
const started = async (body: Record<string, unknown>) => bulkSchema.parse((await start(body)).data)
const undo = (id: string) => ask(`/admin/bulk/${id}/undo`, { method: 'POST' })
const shown = async () => {
  const answers = await Promise.all(ids.map((id) => ask(`/icon/${id}`)))
  return answers.map(({ code }) => code === 200)
}
const listed = async () => bulkListSchema.parse((await ask('/admin/bulk')).data).items[0]

/** A turn of the job; it is interrupted after `steps` projects. */
async function work({ id }: Pick<Bulk, 'id'>, steps = Infinity) {
  let left = steps
  const handler = bulkHandler({
    ...quietParts(backend.db, backend.storage),
    send: backend.send,
  })
  const stopping = new AbortController()
  const signal = new Proxy(stopping.signal, {
    get: (target, name) => (name === 'aborted' ? (left -= 0.5) < 0 : Reflect.get(target, name)),
  })
  const slice = { leftMs: () => 1000, spend: () => undefined }
  return handler.run(id, { signal, progress: async () => undefined, slice, payer: PAYER })
}

describe('a preview', () => {
  it('counts what each part of a filter matches', async () => {
    expect(await preview('author=Ada_Lovelace')).toMatchObject({ projects: 2, accounts: 1 })
    expect(await preview('text=pills')).toMatchObject({ projects: 1, is_everything: false })
    expect(await preview('link=orcha')).toMatchObject({ projects: 1, sample: [{ id: ids[2] }] })
    expect(await preview('link=watches')).toMatchObject({ projects: 0 })
    expect(await preview('kind=plugin')).toMatchObject({ projects: 0 })
    expect(await preview('until=2000-01-01T00:00:00Z')).toMatchObject({ projects: 0 })
    expect(await preview('')).toMatchObject({ projects: 3, is_everything: true })
  })
})

describe('an action on many projects', () => {
  it('hides what the filter matches and nothing else, with one mail per account', async () => {
    const bulk = await started({ author: 'ada_lovelace' })
    expect(bulk).toMatchObject({ state: 'running', total: 2, done: 0 })
    await work(bulk)
    expect(await shown()).toEqual([false, false, true])
    expect(await listed()).toMatchObject({ state: 'done', done: 2 })
    expect(backend.messages.map(({ to }) => to)).toEqual(['ada@example.com'])
    expect(backend.messages[0]?.text).toMatch(/: 2\.[\s\S]*A wave/)
    const log = await backend.db.select().from(audit).orderBy(audit.id)
    expect(log.map(({ action, by }) => [action, by])).toEqual([
      ['bulk', 'administrator'],
      ['hide', 'administrator'],
      ['hide', 'administrator'],
    ])
  })

  it('that is killed after each step goes on, and mails once', async () => {
    const bulk = await started({ author: 'ada_lovelace' })
    for (let turn = 0; turn < 8; turn += 1) await work(bulk, turn)
    expect(await shown()).toEqual([false, false, true])
    await work(bulk)
    await work(bulk)
    expect(backend.messages).toHaveLength(1)
    expect(await backend.db.$count(audit, eq(audit.action, 'hide'))).toBe(2)
  })

  it('is undone: exactly what it changed, also in the middle of it', async () => {
    await backend.db
      .update(projects)
      .set({ hiddenAt: new Date() })
      .where(eq(projects.id, ids[0] ?? ''))
    const bulk = await started({ author: 'ada_lovelace' })
    await work(bulk)
    expect(await undo(bulk.id)).toMatchObject({ code: 200, data: { state: 'undone' } })
    await work(bulk)
    expect(await shown()).toEqual([false, true, true])
    expect(await undo(bulk.id)).toMatchObject({ code: 404 })
    const other = await started({ text: 'Orchard' })
    await undo(other.id)
    await work(other)
    expect(await shown()).toEqual([false, true, true])
  })

  it('is undone without what was decided about since, and without a mail about that', async () => {
    const hidden = { action: 'hide', kind: 'icon', by: 'operator', reason: 'Malware' }
    const bulk = await started({ text: 'Cheap' })
    await work(bulk)
    const [again = '', other = ''] = ids
    for (const action of ['restore', 'hide'])
      await operator(backend, 'projects', { ...hidden, action, id: again })
    await undo(bulk.id)
    backend.messages.length = 0
    await work(bulk)
    expect(await shown()).toEqual([false, true, true])
    expect(backend.messages.map(({ text }) => text)).toEqual([
      expect.stringMatching(/: 1\.[\s\S]*A wave/),
    ])
    // What an action restored and another one hid and restored since stays.
    const second = await started({ text: 'watches' })
    await work(second)
    const back = await started({ action: 'restore', text: 'watches' })
    await work(back)
    for (const action of ['hide', 'restore'])
      await operator(backend, 'projects', { ...hidden, action, id: other })
    await undo(back.id)
    await work(back)
    expect(await shown()).toEqual([false, true, true])
  })

  it('leaves a project that another account has taken over meanwhile', async () => {
    const bulk = await started({ author: 'ada_lovelace' })
    const { db } = backend
    const [other] = await db.select().from(authors).where(eq(authors.name, 'administrator'))
    const [taken = ''] = ids
    await db
      .update(projects)
      .set({ authorUid: other?.uid ?? '' })
      .where(eq(projects.id, taken))
    await work(bulk)
    expect(await shown()).toEqual([true, false, true])
  })

  it('on everything needs the number of projects', async () => {
    expect(await start({})).toMatchObject({ code: 409, reason: 'number_differs' })
    expect(await start({ confirm: 2 })).toMatchObject({ code: 409 })
    expect(await start({ until: '2100-01-01T00:00:00Z' })).toMatchObject({ code: 409 })
    expect(await start({ confirm: 3 })).toMatchObject({ code: 200 })
    expect(await start({ text: 'nothing like it' })).toMatchObject({ code: 404 })
  })

  it('goes on when who started it has lost the role', async () => {
    const bulk = await started({ text: 'pills' })
    await backend.db.update(accounts).set({ role: null })
    await work(bulk)
    expect(await shown()).toEqual([false, true, true])
    await backend.db
      .update(accounts)
      .set({ role: 'administrator' })
      .where(eq(accounts.emailKey, 'administrator@example.com'))
  })
})
