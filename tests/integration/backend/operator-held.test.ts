import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { hiddenProjectsSchema } from '#lib/contract/account.ts'
import { type Project, projectSchema } from '#lib/contract/project.ts'
import { projectStatusSchema } from '#lib/contract/status.ts'
import { publishDue } from '#backend/services/project/schedule.ts'
import { clientOf, registered } from '#tests/support/accounts.ts'
import { testBackend } from '#tests/support/backend.ts'
import { operatorOf, uploadPack } from '#tests/support/hidden.ts'
import { OPERATOR_SECRET } from '#tests/support/operator.ts'
import { headOnly } from '#tests/support/head.ts'
import { projectInput, publishProject } from '#tests/support/publishing.ts'
import { waitFor } from '#tests/support/wait.ts'

let ada = ''
let eve = ''
let hidden: Project
const backend = await testBackend({ internalSecret: OPERATOR_SECRET })
beforeEach(async () => {
  await backend.empty()
  ada = await registered(backend)
  eve = await registered(backend, { username: 'evening', email: 'eve@example.com' })
  hidden = await publishProject(backend, ada)
  await operatorOf(backend).act('hide', hidden)
  backend.messages.length = 0
})

const ask = (address: string, token = '', method = 'GET', body?: unknown) =>
  clientOf(backend).ask(address, { method, token, ...(body !== undefined && { body }) })
const isListed = async (id: string) =>
  JSON.stringify((await ask('/icon/list')).data).includes(id) ||
  JSON.stringify((await ask('/index/search?q=sun')).data).includes(id)
const statusOf = async ({ id, file, cover }: Project) => [
  (await ask(`/icon/${id}`)).code,
  (await headOnly(backend.app.request(file?.url ?? ''))).status,
  (await headOnly(backend.app.request(cover.url))).status,
]
const ownStates = async (token: string) =>
  hiddenProjectsSchema
    .parse((await ask('/account/hidden', token)).data)
    .items.map(({ title, state, reason }) => [title, state, reason])
/** Another file than that of other tests. */
const other = async (token: string) => (await uploadPack(backend, token, 'comet', 'star')).file_id
const mails = (to: string) => backend.messages.filter((message) => message.to === to)

describe('a publication is held', () => {
  it.each([
    ['the same file from another account', () => eve, { title: 'Meadow' }],
    ['the same file from the same account', () => ada, { title: 'Meadow' }],
    ['the same folded title as it is seen and author', () => ada, { title: ' ÓR\u200BСHARD! ' }],
  ])('%s', async (what, whose, said) => {
    const token = whose()
    const file = what.includes('title') ? { file_id: await other(token) } : {}
    const held = await publishProject(backend, token, { ...said, ...file })
    expect(held.held).toBe('project')
    expect(await statusOf(held)).toEqual([404, 404, 404])
    expect(await isListed(held.id)).toBe(false)
    expect(await ownStates(token)).toContainEqual([held.title, 'held', ''])
    const by = what.includes('title') ? 'title' : 'file'
    expect(await operatorOf(backend).held()).toMatchObject([
      { id: held.id, version: null, held_for: `${by} icon ${hidden.id}` },
    ])
    await waitFor(() => expect(backend.messages).toHaveLength(2))
    const email = token === ada ? 'ada@example.com' : 'eve@example.com'
    expect(mails(email)[0]?.text).not.toContain(hidden.id)
    expect(mails('help@example.com')[0]?.text).toContain(hidden.id)
  })

  it.each([
    ['the same title from another account', () => eve, { title: 'Orchard' }],
    ['another title from the same account', () => ada, { title: 'Orchard 2' }],
  ])('but not %s with another file', async (_, whose, said) => {
    const token = whose()
    const shown = await publishProject(backend, token, { ...said, file_id: await other(token) })
    expect(shown.held).toBeUndefined()
    expect(await statusOf(shown)).toEqual([200, 200, 200])
  })

  it('also after its author has deleted the hidden one, or the account is gone', async () => {
    await ask(`/icon?id=${hidden.id}`, ada, 'DELETE')
    expect((await publishProject(backend, ada)).held).toBe('project')
    const body = { username: 'ada_lovelace', password: 'engine-1843' }
    expect((await ask('/account/delete', ada, 'POST', body)).code).toBe(200)
    expect((await publishProject(backend, eve, { title: 'Meadow' })).held).toBe('project')
  })

  it('not after the operator has restored the hidden one, or deleted it for good', async () => {
    await operatorOf(backend).act('restore', hidden)
    expect((await publishProject(backend, eve)).held).toBeUndefined()
    await operatorOf(backend).act('hide', hidden)
    await operatorOf(backend).act('delete', hidden)
    expect((await publishProject(backend, ada)).held).toBeUndefined()
  })

  it('with one mail for a request that is repeated', async () => {
    const body = JSON.stringify(await projectInput(backend, eve))
    const headers = { authorization: `Bearer ${eve}`, 'idempotency-key': 'the-same-key' }
    const first = await backend.get('/icon', { method: 'POST', headers, body })
    backend.setClock('2026-06-01T12:00:05Z')
    expect(await backend.get('/icon', { method: 'POST', headers, body })).toEqual(first)
    await waitFor(() => expect(mails('help@example.com')).toHaveLength(1))
    expect(mails('eve@example.com')).toHaveLength(1)
    expect(await operatorOf(backend).held()).toHaveLength(1)
  })

  it('five times an account, then refused', async () => {
    for (let count = 0; count < 5; count += 1) await publishProject(backend, eve)
    const input = await projectInput(backend, eve)
    expect(await ask('/icon', eve, 'POST', input)).toMatchObject({ code: 409, reason: 'held' })
    expect(await operatorOf(backend).held()).toHaveLength(5)
  })

  it('cannot be changed, and can be deleted by its author', { tags: 'long' }, async () => {
    const held = await publishProject(backend, eve)
    const change = { id: held.id, title: 'Meadow' }
    expect(await ask('/icon', eve, 'PUT', change)).toMatchObject({ code: 409, reason: 'hidden' })
    expect((await ask(`/icon?id=${held.id}`, eve, 'DELETE')).code).toBe(200)
    expect(await operatorOf(backend).held()).toEqual([])
    expect(await operatorOf(backend).act('release', held)).toMatchObject({ code: 404 })
    expect(await operatorOf(backend).act('refuse', held)).toMatchObject({ code: 404 })
  })
})

describe('the operator', () => {
  it('releases a held publication, which is new then', async () => {
    const held = await publishProject(backend, eve)
    backend.setClock('2026-06-03T12:00:00Z')
    expect(await operatorOf(backend).act('restore', held)).toMatchObject({ code: 404 })
    expect(await operatorOf(backend).act('release', held)).toMatchObject({ code: 200 })
    expect(await statusOf(held)).toEqual([200, 200, 200])
    expect(await isListed(held.id)).toBe(true)
    expect((await ask(`/icon/${held.id}`)).data).toMatchObject({
      created_at: '2026-06-03T12:00:00.000Z',
    })
    expect(mails('eve@example.com').at(-1)?.subject).toContain('is now public')
    expect(await operatorOf(backend).act('release', held)).toMatchObject({ code: 404 })
    backend.setClock('2026-06-01T12:00:00Z')
  })

  it('refuses it with a reason that its author gets; then it is hidden', async () => {
    const held = await publishProject(backend, eve, { title: 'Meadow' })
    const reason = 'It is the same pack'
    expect(await operatorOf(backend).act('refuse', held, { reason })).toMatchObject({ code: 200 })
    expect(await statusOf(held)).toEqual([404, 404, 404])
    expect(await ownStates(eve)).toEqual([['Meadow', 'hidden', reason]])
    expect(mails('eve@example.com').at(-1)?.text).toContain(reason)
    expect(await operatorOf(backend).held()).toEqual([])
    const again = { title: 'Meadow', file_id: await other(eve) }
    expect((await publishProject(backend, eve, again)).held).toBe('project')
    expect(await operatorOf(backend).act('restore', held)).toMatchObject({ code: 200 })
    expect(await statusOf(held)).toEqual([200, 200, 200])
  })

  it(
    'cannot hide a held one, nor release what is hidden or visible',
    { tags: 'long' },
    async () => {
      const held = await publishProject(backend, eve, { title: 'Meadow' })
      const shown = await publishProject(backend, eve, { title: 'Lake', file_id: await other(eve) })
      expect(await operatorOf(backend).act('hide', held)).toMatchObject({ code: 404 })
      for (const action of ['release', 'refuse']) {
        expect(await operatorOf(backend).act(action, hidden)).toMatchObject({ code: 404 })
        expect(await operatorOf(backend).act(action, shown)).toMatchObject({ code: 404 })
      }
    },
  )
})

describe('a visible project', () => {
  let shown: Project
  beforeEach(async () => {
    shown = await publishProject(backend, eve, { title: 'Lake', file_id: await other(eve) })
  })
  const update = (body: Record<string, unknown>) =>
    ask('/icon', eve, 'PUT', { id: shown.id, ...body })
  const version = (number = '1.1.0') => ({ id: shown.id, kind: shown.kind, version: number })
  async function holdVersion() {
    const { file_id: fileId } = await uploadPack(backend, eve, 'sun', 'moon')
    const answer = await update({ version: '1.1.0', file_id: fileId, notes: 'New icons' })
    return projectSchema.parse(answer.data)
  }
  const current = async () => projectSchema.parse((await ask(`/icon/${shown.id}`)).data)
  const waiting = async () =>
    projectStatusSchema.parse((await ask(`/icon/${shown.id}/status`, eve)).data)

  it('stays as it is while a version with a hidden file waits', async () => {
    const held = await holdVersion()
    expect(held).toMatchObject({ held: 'version', version: shown.version })
    expect(await current()).toMatchObject({ version: shown.version, file: shown.file })
    expect((await ask(`/icon/${shown.id}/versions`)).data).toMatchObject({ items: [{}] })
    expect(await waiting()).toMatchObject({ scheduled: [], held: ['1.1.0'] })
    await publishDue(backend.db, new Date('2199-01-01'))
    expect((await current()).version).toBe(shown.version)
    expect(await operatorOf(backend).held()).toMatchObject([
      { id: shown.id, version: '1.1.0', title: 'Lake 1.1.0', held_for: `file icon ${hidden.id}` },
    ])
    await waitFor(() => expect(mails('eve@example.com')).toHaveLength(1))
    expect(mails('eve@example.com')[0]?.text).toContain('Lake 1.1.0')
  })

  it('gets the version when the operator releases it', async () => {
    await holdVersion()
    const act = operatorOf(backend).act
    expect(await act('release', shown, version('1.0.9'))).toMatchObject({ code: 404 })
    expect(await act('hide', shown, version())).toMatchObject({ code: 404 })
    expect(await act('release', shown, version())).toMatchObject({ code: 200 })
    expect((await current()).version).toBe('1.1.0')
    expect(await waiting()).toMatchObject({ held: [] })
    expect(await act('release', shown, version())).toMatchObject({ code: 404 })
    expect((await headOnly(backend.app.request((await current()).file?.url ?? ''))).status).toBe(
      200,
    )
  })

  it('loses it when the operator refuses it or its author discards it; its number is free', async () => {
    await holdVersion()
    const reason = 'It is the same pack'
    const refused = await operatorOf(backend).act('refuse', shown, { ...version(), reason })
    expect(refused).toMatchObject({ code: 200 })
    expect(mails('eve@example.com').at(-1)?.text).toContain(reason)
    expect(await waiting()).toMatchObject({ held: [] })
    await holdVersion()
    const address = `/icon/${shown.id}/versions/1.1.0`
    for (const body of [{ publish_at: null }, { publish_at: '2026-06-02T00:00:00Z' }]) {
      expect(await ask(address, eve, 'PUT', body)).toMatchObject({ code: 409, reason: 'held' })
    }
    expect((await ask(address, eve, 'PUT', { yanked: true })).code).toBe(200)
    expect(await waiting()).toMatchObject({ held: [] })
    expect((await update({ version: '1.1.0', file_id: await other(eve) })).code).toBe(200)
  })

  it('has no scheduled version published whose file was hidden meanwhile', async () => {
    const { file_id: fileId } = await uploadPack(backend, eve, 'wave')
    const scheduled = { version: '1.1.0', file_id: fileId, publish_at: '2026-06-05T00:00:00Z' }
    expect((await update(scheduled)).code).toBe(200)
    const same = await uploadPack(backend, ada, 'wave')
    const stolen = await publishProject(backend, ada, { title: 'Wave', file_id: same.file_id })
    await operatorOf(backend).act('hide', stolen)
    const now = { publish_at: null }
    expect(await ask(`/icon/${shown.id}/versions/1.1.0`, eve, 'PUT', now)).toMatchObject({
      reason: 'held',
    })
    const onHeld = vi.fn<() => void>()
    expect(await publishDue(backend.db, new Date('2026-06-05T00:00:01Z'), onHeld)).toBe(0)
    expect(onHeld).toHaveBeenCalledOnce()
    expect((await current()).version).toBe(shown.version)
    expect(await waiting()).toMatchObject({ scheduled: [], held: ['1.1.0'] })
    expect(await operatorOf(backend).act('release', shown, version())).toMatchObject({ code: 200 })
    expect((await current()).version).toBe('1.1.0')
  })

  it('cannot take the title of an own hidden project', async () => {
    await operatorOf(backend).act('hide', shown)
    const cover = await publishProject(backend, eve, { title: 'Sea', file_id: await otherFile() })
    const rename = (title: string) => ask('/icon', eve, 'PUT', { id: cover.id, title })
    expect(await rename('lаke')).toMatchObject({ code: 409, reason: 'held' })
    expect((await rename('Ocean')).code).toBe(200)
  })
  const otherFile = async () => (await uploadPack(backend, eve, 'wave')).file_id
})

it('rows of the code from before, which name no hold, are not held', async () => {
  await backend.db.execute(sql`UPDATE projects SET hidden_at = NULL`)
  expect(await operatorOf(backend).held()).toEqual([])
  expect((await ask(`/icon/${hidden.id}`)).code).toBe(200)
})
