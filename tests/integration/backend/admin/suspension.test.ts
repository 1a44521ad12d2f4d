import { beforeEach, describe, expect, it } from 'vitest'
import { accountDetailsSchema, accountListSchema } from '#lib/contract/admin/account.ts'
import { accounts, audit, authors, projects } from '#backend/db/tables.ts'
import { publishDue } from '#backend/services/project/schedule.ts'
import { createdToken } from '#tests/support/access-tokens.ts'
import { clientOf, registered } from '#tests/support/accounts.ts'
import { testBackend } from '#tests/support/backend.ts'
import { buildIconPack } from '#tests/support/containers.ts'
import { projectInput, publishProject, uploadFile } from '#tests/support/publishing.ts'
import { withRole } from '#tests/support/roles.ts'
import { waitFor } from '#tests/support/wait.ts'

let author: string
let moderator: string
const backend = await testBackend()
beforeEach(async () => {
  await backend.empty()
  author = await registered(backend)
  moderator = await withRole(backend, 'moderator')
})

const ask = (path: string, options: Parameters<ReturnType<typeof clientOf>['ask']>[1] = {}) =>
  clientOf(backend).ask(path, { token: moderator, ...options })
const suspend = (
  said: Record<string, unknown> = {},
  username = 'ada_lovelace',
  token = moderator,
) =>
  ask(`/admin/accounts/${username}/suspension`, {
    method: 'POST',
    token,
    body: { reason: 'Spam', projects: 'keep', ...said },
  })
const LIFT = '/admin/accounts/ada_lovelace/suspension?reason=A%20mistake'
const logIn = () =>
  clientOf(backend).post('/auth/log_in', { account: 'ada_lovelace', password: 'engine-1843' })
const read = async () =>
  accountDetailsSchema.parse((await ask('/admin/accounts/ada_lovelace')).data)

describe('a suspended account', () => {
  it('loses its sessions and tokens at once, and signs in no more until it is over', async () => {
    const { secret } = await createdToken(backend, author, { name: 'ci', scopes: ['read'] })
    expect(await suspend({ until: '2026-06-02T12:00:00Z' })).toMatchObject({ code: 200 })
    expect(await ask('/account/info', { token: author })).toMatchObject({ code: 401 })
    expect(await ask('/account/info', { token: secret })).toMatchObject({
      code: 403,
      reason: 'suspended',
    })
    expect(await logIn()).toMatchObject({ code: 403, reason: 'suspended' })
    backend.setClock('2026-06-02T12:00:01Z')
    expect(await logIn()).toMatchObject({ code: 200 })
    expect(await ask('/account/info', { token: secret })).toMatchObject({ code: 200 })
  })

  it('publishes nothing by a request that was on its way', async () => {
    const input = await projectInput(backend, author)
    // The request was let in before the sessions ended.
    await backend.db.update(accounts).set({ suspendedAt: new Date('2026-06-01T11:59:59Z') })
    const body = { method: 'POST', body: input, token: author }
    expect(await ask('/icon', body)).toMatchObject({ code: 403, reason: 'suspended' })
    expect(await backend.db.$count(projects)).toBe(0)
  })

  it('has its scheduled versions published when it is over', async () => {
    const { id } = await publishProject(backend, author)
    const { bytes } = await buildIconPack('later')
    const file_id = await uploadFile(backend, author, { bytes })
    const body = { id, version: '2.0.0', file_id, publish_at: '2026-06-01T13:00:00Z' }
    expect(await ask('/icon', { method: 'PUT', token: author, body })).toMatchObject({ code: 200 })
    await suspend({ until: '2026-06-02T12:00:00Z' })
    expect(await publishDue(backend.db, new Date('2026-06-01T14:00:00Z'))).toBe(0)
    expect(await publishDue(backend.db, new Date('2026-06-02T13:00:00Z'))).toBe(1)
  })

  it('gets the reason by mail, and what was done is recorded', async () => {
    await suspend({ until: '2026-06-02T23:59:59.000Z' })
    await ask(LIFT, { method: 'DELETE' })
    await waitFor(() => {
      const texts = backend.messages.filter(({ to }) => to === 'ada@example.com')
      expect(texts.map(({ text }) => text).join()).toMatch(
        /Spam[\s\S]*June 2, 2026[\s\S]*A mistake/,
      )
    })
    const log = await backend.db.select().from(audit).orderBy(audit.id)
    expect(log).toMatchObject([
      { action: 'suspend', author: 'ada_lovelace', by: 'moderator', reason: 'Spam' },
      { action: 'lift', before: { reason: 'Spam' }, reason: 'A mistake' },
    ])
    expect(await ask(LIFT, { method: 'DELETE' })).toMatchObject({ code: 404 })
    expect(await logIn()).toMatchObject({ code: 200 })
  })

  it('has its publications hidden, if that is wanted', async () => {
    const { id } = await publishProject(backend, author)
    await suspend()
    expect(await ask(`/icon/${id}`)).toMatchObject({ code: 200 })
    await suspend({ projects: 'hide' })
    await waitFor(async () => expect((await ask(`/icon/${id}`)).code).toBe(404), {
      timeout: 10_000,
    })
    expect(await read()).toMatchObject({
      is_suspended: true,
      hidden: 1,
      publications: [{ id, is_hidden: true }],
    })
  })
})

describe('a moderator', () => {
  it('suspends no account with a role; an administrator does, but not the last one', async () => {
    const administrator = await withRole(backend, 'administrator')
    expect(await suspend({}, 'administrator')).toMatchObject({ code: 403, reason: 'role_missing' })
    expect(await suspend({}, 'moderator', administrator)).toMatchObject({ code: 200 })
    expect(await suspend({}, 'administrator', administrator)).toMatchObject({
      code: 409,
      reason: 'last_administrator',
    })
    expect(await suspend({}, 'missing', administrator)).toMatchObject({ code: 404 })
  })

  it('ends the sessions of an account', async () => {
    expect(await read()).toMatchObject({ sessions: [{ browser: '' }], is_suspended: false })
    await ask('/admin/accounts/ada_lovelace/sessions?reason=Stolen', { method: 'DELETE' })
    expect(await ask('/account/info', { token: author })).toMatchObject({ code: 401 })
    expect(await logIn()).toMatchObject({ code: 200 })
  })

  it('finds accounts by name, address and state, page by page', async () => {
    const list = async (query: string) => {
      const { data } = await ask(`/admin/accounts?${query}`)
      const { items, next } = accountListSchema.parse(data)
      return { names: items.map(({ username }) => username), next }
    }
    expect((await list('q=LOVELACE')).names).toEqual(['ada_lovelace'])
    expect((await list('q=ada@example')).names).toEqual(['ada_lovelace'])
    expect((await list('q=%25')).names).toEqual([])
    expect((await list('state=role')).names).toEqual(['moderator'])
    expect((await list('state=suspended')).names).toEqual([])
    const many = Array.from({ length: 60 }, (_, at) => ({ uid: `u${at}`, name: `person_${at}` }))
    await backend.db.insert(authors).values(many)
    const times = many.map(({ uid }, at) => ({ uid, createdAt: new Date(2026, 0, 1, 0, at) }))
    await backend.db.insert(accounts).values(times)
    const first = await list('q=person')
    const second = await list(`q=person&after=${first.next}`)
    expect([...first.names, ...second.names]).toEqual(many.map(({ name }) => name).toReversed())
    expect(second.next).toBeNull()
  })
})
