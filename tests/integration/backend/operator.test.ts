import { beforeEach, describe, expect, it } from 'vitest'
import { accounts } from '#backend/db/tables.ts'
import { DomainError } from '#backend/errors.ts'
import { hiddenProjectsSchema } from '#lib/contract/account.ts'
import { auditPageSchema } from '#lib/contract/admin/audit.ts'
import type { Project } from '#lib/contract/project.ts'
import { packIconsSchema } from '#lib/contract/search.ts'
import { clientOf, registered } from '#tests/support/accounts.ts'
import { headOnly } from '#tests/support/head.ts'
import { testBackend } from '#tests/support/backend.ts'
import { operator, OPERATOR_SECRET } from '#tests/support/operator.ts'
import { publishProject } from '#tests/support/publishing.ts'

let ada = ''
let mailFails = false
let project: Project
const backend = await testBackend({
  internalSecret: OPERATOR_SECRET,
  send: async (message) => {
    if (mailFails) throw new DomainError('mail_failed', 'The e-mail could not be sent.')
    backend.messages.push(message)
  },
})
beforeEach(async () => {
  await backend.empty()
  ada = await registered(backend)
  project = await publishProject(backend, ada)
})

const act = (action: string, said: Record<string, unknown> = {}) =>
  operator(backend, 'projects', {
    action,
    kind: 'icon',
    id: project.id,
    reason: 'Drawn by another person',
    by: 'grace',
    ...said,
  })
const statusOf = async (path: string) =>
  (await headOnly(backend.app.request(path.startsWith('/api/') ? path : `/api/v1${path}`))).status

/** Every address at which a visitor meets the project. */
async function addresses(): Promise<string[]> {
  const icons = await clientOf(backend).ask(`/icon/${project.id}/icons`)
  const [icon] = packIconsSchema.parse(icons.data).items
  return [
    `/icon/${project.id}`,
    `/icon/${project.id}/icons`,
    `/icon/${project.id}/related`,
    `/icon/${project.id}/versions`,
    project.file?.url ?? '',
    project.cover.url,
    project.cover.sources?.[0]?.url ?? '',
    project.gallery[0]?.url ?? '',
    icon?.url ?? '',
  ]
}
/** How many projects lists and searches show. */
async function shown() {
  const { ask } = clientOf(backend)
  const totals = await Promise.all(
    [
      '/icon/list',
      '/icon/list?author=ada_lovelace',
      '/index/search?q=orchard',
      '/index/search?q=sun',
    ].map(async (path) => (await ask(path)).data),
  )
  const popular = await ask('/index/popular?limit=5')
  return [...totals, popular.data].map((data) => JSON.stringify(data).includes(project.id))
}

describe('hiding', () => {
  it('removes a project and its files from every list, search and address', async () => {
    const all = await addresses()
    for (const path of all) expect(await statusOf(path), path).toBe(200)
    expect(await shown()).toEqual([true, true, true, true, true])
    expect(await act('hide')).toMatchObject({ code: 200, data: { title: 'Orchard' } })
    for (const path of all) expect(await statusOf(path), path).toBe(404)
    expect(await shown()).toEqual([false, false, false, false, false])
    expect((await clientOf(backend).ask('/icon/list')).data).toMatchObject({ total: 0 })
  })

  it('counts no visits; the author can delete the project but not change it', async () => {
    await act('hide')
    const { ask, post } = clientOf(backend)
    const view = { kind: 'icon', id: project.id, event: 'view' }
    expect(await post('/statistic/record', view)).toMatchObject({ code: 404 })
    const body = { id: project.id, title: 'Orchard again' }
    expect(await ask('/icon', { method: 'PUT', body, token: ada })).toMatchObject({
      code: 409,
      reason: 'hidden',
    })
    expect(await shown()).toEqual([false, false, false, false, false])
    const gone = await ask(`/icon?id=${project.id}`, { method: 'DELETE', token: ada })
    expect(gone).toMatchObject({ code: 200 })
    expect(await act('restore')).toMatchObject({ code: 404 })
  })

  it('is completely undone by restoring', async () => {
    const all = await addresses()
    await act('hide')
    expect(await act('restore')).toMatchObject({ code: 200 })
    for (const path of all) expect(await statusOf(path), path).toBe(200)
    expect(await shown()).toEqual([true, true, true, true, true])
    expect(await act('restore')).toMatchObject({ code: 404 })
  })

  it('does not affect other projects', async () => {
    const eve = await registered(backend, { username: 'evening', email: 'eve@example.com' })
    const other = await publishProject(backend, eve, { title: 'Orchard by the sea' })
    await act('hide')
    expect(await statusOf(`/icon/${other.id}`)).toBe(200)
    expect(await statusOf(other.file?.url ?? '')).toBe(200)
  })
})

describe('the author of a project', () => {
  const hidden = async (token: string) =>
    hiddenProjectsSchema.parse((await clientOf(backend).ask('/account/hidden', { token })).data)
      .items

  it('is shown which of their projects are hidden and why; other accounts are not', async () => {
    expect(await hidden(ada)).toEqual([])
    await act('hide')
    await act('restore')
    await act('hide', { reason: 'Drawn by <b>another</b> person' })
    expect(await hidden(ada)).toEqual([
      {
        id: project.id,
        language: null,
        kind: 'icon',
        title: 'Orchard',
        reason: 'Drawn by <b>another</b> person',
        hidden_at: '2026-06-01T12:00:00.000Z',
        state: 'hidden',
      },
    ])
    const eve = await registered(backend, { username: 'evening', email: 'eve@example.com' })
    expect(await hidden(eve)).toEqual([])
    await act('restore')
    expect(await hidden(ada)).toEqual([])
  })

  it.each([
    ['hide', 'was hidden', true],
    ['restore', 'is visible again', false],
    ['delete', 'was deleted', true],
  ])('gets an e-mail with the reason after “%s”', async (action, subject, hasContact) => {
    if (action === 'restore') await act('hide')
    backend.messages.length = 0
    await act(action, { reason: 'A <i>reason</i> of the operator' })
    const [message] = backend.messages
    expect(backend.messages).toHaveLength(1)
    expect(message).toMatchObject({ to: 'ada@example.com' })
    expect(message?.subject).toContain(subject)
    expect(message?.text).toContain('“Orchard”')
    expect(message?.text).toContain('A <i>reason</i> of the operator')
    expect(message?.html).toContain('A &lt;i&gt;reason&lt;/i&gt; of the operator')
    expect(message?.text.includes('write to help@example.com')).toBe(hasContact)
  })

  it('gets the message in the language of the last sign-in', async () => {
    await backend.db.update(accounts).set({ locale: 'ja' })
    backend.messages.length = 0
    await act('hide')
    const [message] = backend.messages
    expect(message?.subject).toBe('Keystrip のプロジェクトが非表示になりました')
    const page = `http://localhost:3000/ja/home/user/hidden/icon/${project.id}`
    expect(message?.text.split('\n')).toContain(page)
    expect(message?.html).toContain(`href="${page}"`)
  })

  it('gets no message without an account; an unavailable mail server undoes nothing', async () => {
    const id = await backend.add({ title: 'Sample' })
    backend.messages.length = 0
    expect(await act('hide', { id })).toMatchObject({ code: 200 })
    expect(backend.messages).toEqual([])
    mailFails = true
    expect(await act('hide')).toMatchObject({ code: 200 })
    mailFails = false
    expect(await hidden(ada)).toHaveLength(1)
  })
})

describe('deleting', () => {
  it.each([
    ['a project in sight', []],
    ['a hidden one', ['hide']],
  ])('takes %s away for good, files and all', async (_, before) => {
    for (const action of before) await act(action)
    expect(await act('delete')).toMatchObject({ code: 200 })
    expect(await act('delete')).toMatchObject({ code: 404 })
    expect(await statusOf(project.file?.url ?? '')).toBe(404)
    expect(await shown()).toEqual([false, false, false, false, false])
  })
})

describe('the record', () => {
  it('contains action, project, operator and reason, also after the project is deleted', async () => {
    await act('hide')
    await act('restore', { reason: 'A mistake' })
    await act('delete', { reason: 'Its author asked for it' })
    const { items } = auditPageSchema.parse((await operator(backend, 'api/v1/admin/audit')).data)
    expect(items.map(({ action, reason }) => [action, reason])).toEqual([
      ['delete', 'Its author asked for it'],
      ['restore', 'A mistake'],
      ['hide', 'Drawn by another person'],
    ])
    expect(items[0]).toMatchObject({
      kind: 'icon',
      id: project.id,
      title: 'Orchard',
      author: 'ada_lovelace',
      by: 'grace',
      at: '2026-06-01T12:00:00.000Z',
    })
  })

  it('lists hidden projects with the latest reason', async () => {
    await act('hide', { reason: 'First' })
    await act('restore')
    expect((await operator(backend, 'hidden')).data).toEqual({ items: [] })
    await act('hide', { reason: 'Second' })
    expect((await operator(backend, 'hidden')).data).toMatchObject({
      items: [{ id: project.id, reason: 'Second' }],
    })
  })

  it('has no entry for an action that failed', async () => {
    expect(await act('hide', { id: 'nothing' })).toMatchObject({ code: 404 })
    expect(await act('hide', { kind: 'plugin' })).toMatchObject({ code: 404 })
    expect(await act('hide', { reason: ' ' })).toMatchObject({ code: 400 })
    expect(await act('burn')).toMatchObject({ code: 400 })
    expect((await operator(backend, 'api/v1/admin/audit')).data).toEqual({ items: [], next: null })
  })
})

it.each(['', 'another-secret-of-them'])(
  'the operator’s calls answer 404 without the secret (%j)',
  async (secret) => {
    const body = { action: 'hide', kind: 'icon', id: project.id, reason: 'x', by: 'x' }
    expect(await operator(backend, 'projects', body, secret)).toMatchObject({ code: 404 })
    expect(await operator(backend, 'hidden', undefined, secret)).toMatchObject({ code: 404 })
    expect(await operator(backend, 'api/v1/admin/audit', undefined, secret)).toMatchObject({
      code: 404,
    })
    expect(await shown()).toEqual([true, true, true, true, true])
  },
)
