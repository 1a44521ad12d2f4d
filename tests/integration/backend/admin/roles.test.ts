import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { auditPageSchema } from '#lib/contract/admin/audit.ts'
import { invitationSchema, rolesSchema } from '#lib/contract/admin/role.ts'
import { accounts, invitations } from '#backend/db/tables.ts'
import { recordAction } from '#backend/services/audit/record.ts'
import { inviteFirst } from '#backend/services/role/invite.ts'
import { changeRole } from '#backend/services/role/roles.ts'
import { clientOf, codeIn, registered } from '#tests/support/accounts.ts'
import { testBackend } from '#tests/support/backend.ts'
import { operator, OPERATOR_SECRET } from '#tests/support/operator.ts'
import { withRole } from '#tests/support/roles.ts'

const backend = await testBackend({ internalSecret: OPERATOR_SECRET })
beforeEach(() => backend.empty())

const codeOf = (path: string) => new URLSearchParams(path.split('?')[1]).get('code') ?? ''
const accept = (token: string, code: string) =>
  clientOf(backend).post('/account/role', { code }, token)
const roleIn = async (token: string) =>
  (await clientOf(backend).ask('/account/info', { token })).data
const log = async () =>
  auditPageSchema.parse((await operator(backend, 'api/v1/admin/audit')).data).items

/** An invitation of the operator’s command. */
async function invited(role = 'administrator') {
  const { data } = await operator(backend, 'api/v1/admin/invitations', { role })
  return codeOf(invitationSchema.parse(data).path)
}

describe('an invitation', () => {
  it('gives its role to one account, once', async () => {
    const [ada, eve] = [
      await registered(backend),
      await registered(backend, { username: 'evening', email: 'eve@example.com' }),
    ]
    const code = await invited()
    expect(await accept(ada, code)).toMatchObject({ code: 200, data: { role: 'administrator' } })
    expect(await roleIn(ada)).toMatchObject({ role: 'administrator' })
    expect(await accept(eve, code)).toMatchObject({ code: 410, reason: 'invitation_over' })
    expect(await roleIn(eve)).not.toHaveProperty('role')
    expect(await backend.db.$count(invitations)).toBe(0)
  })

  it('is over after 24 hours, and when it is revoked', async () => {
    const code = await invited()
    backend.setClock('2026-06-02T12:00:01Z')
    const ada = await registered(backend)
    expect(await accept(ada, code)).toMatchObject({ code: 410 })
    const other = await invited()
    const { invitations: open } = rolesSchema.parse(
      (await operator(backend, 'api/v1/admin/roles')).data,
    )
    const id = open[0]?.id ?? ''
    const path = `api/v1/admin/invitations?id=${id}`
    expect(await operator(backend, path, undefined, OPERATOR_SECRET, 'DELETE')).toMatchObject({
      code: 200,
    })
    expect(await accept(ada, other)).toMatchObject({ code: 410 })
  })

  it('opens one account where registration is closed, which alone may accept it then', async () => {
    const other = await withRole(backend, 'moderator')
    await operator(
      backend,
      'api/v1/admin/settings',
      { revision: 0, values: { registration: 'closed' } },
      OPERATOR_SECRET,
      'PUT',
    )
    const code = await invited('moderator')
    const { post } = clientOf(backend)
    const opens = async (username: string, invitation?: string) => {
      const email = `${username}@example.com`
      await post('/sms/verify_code', { data: email })
      const sent = codeIn(backend.messages, email)
      const account = { username, email, password: 'engine-1843', code: sent, invitation }
      return post('/auth/sign_in', account)
    }
    expect(await opens('first')).toMatchObject({ reason: 'registration_closed' })
    expect(await opens('first', 'x'.repeat(43))).toMatchObject({ reason: 'registration_closed' })
    const { token } = await opens('ada_lovelace', code)
    expect(await opens('second', code)).toMatchObject({ reason: 'registration_closed' })
    expect(await accept(other, code)).toMatchObject({ reason: 'invitation_over' })
    expect(await accept(token ?? '', code)).toMatchObject({ data: { role: 'moderator' } })
    const old = await invited()
    backend.setClock('2026-06-02T12:00:01Z')
    expect(await opens('third', old)).toMatchObject({ reason: 'registration_closed' })
  })

  it('takes no higher role away', async () => {
    const administrator = await withRole(backend, 'administrator')
    expect(await accept(administrator, await invited('moderator'))).toMatchObject({
      data: { role: 'administrator' },
    })
  })

  it('is stored without its code', async () => {
    const code = await invited()
    expect(JSON.stringify(await backend.db.select().from(invitations))).not.toContain(code)
    expect(JSON.stringify(await log())).not.toContain(code)
  })

  it('of the first start is made once, in a database without accounts', async () => {
    const now = new Date('2026-06-01T12:00:00Z')
    const first = await inviteFirst(backend.db, now)
    expect(first).toMatchObject({ role: 'administrator', expires_at: '2026-06-02T12:00:00.000Z' })
    expect(await inviteFirst(backend.db, now)).toBeNull()
    await backend.empty()
    await registered(backend)
    expect(await inviteFirst(backend.db, now)).toBeNull()
  })
})

describe('a role', () => {
  it('is given and taken away with a reason, at once', async () => {
    const administrator = await withRole(backend, 'administrator')
    const ada = await registered(backend)
    const { ask } = clientOf(backend)
    const overview = () => ask('/admin/overview', { token: ada })
    const change = (role: string | null, reason: string) =>
      ask('/admin/roles', {
        method: 'PUT',
        token: administrator,
        body: { username: 'Ada_Lovelace', role, reason },
      })
    expect(await overview()).toMatchObject({ code: 403, reason: 'role_missing' })
    expect(await change('moderator', ' ')).toMatchObject({ code: 400 })
    expect(await change('moderator', 'She helps')).toMatchObject({ code: 200 })
    expect(await overview()).toMatchObject({ code: 200, data: { role: 'moderator' } })
    expect(await change(null, 'She has left')).toMatchObject({ code: 200 })
    expect(await overview()).toMatchObject({ code: 403 })
    expect(await log()).toMatchObject([
      {
        action: 'role',
        author: 'ada_lovelace',
        by: 'administrator',
        by_account: true,
        reason: 'She has left',
        before: { role: 'moderator' },
        after: { role: null },
      },
      { reason: 'She helps', before: { role: null }, after: { role: 'moderator' } },
    ])
  })

  it('that was taken away since a request began is not used by it', async () => {
    await withRole(backend, 'moderator')
    const [row] = await backend.db.select().from(accounts).where(eq(accounts.role, 'moderator'))
    const actor = {
      uid: row?.uid ?? '',
      name: 'moderator',
      role: 'moderator',
      needs: 'moderator',
    } as const
    await backend.db.update(accounts).set({ role: null })
    const entry = { action: 'hide', kind: null, title: '', author: '', reason: 'x' } as const
    const act = backend.db.transaction((tx) => recordAction(tx, actor, entry, new Date()))
    await expect(act).rejects.toMatchObject({ code: 'role_missing' })
    expect(await log()).toEqual([])
  })

  it('of the last administrator stays, also when two take it from each other', async () => {
    const administrator = await withRole(backend, 'administrator')
    const { ask, post } = clientOf(backend)
    const take = (username: string, token: string) =>
      ask('/admin/roles', {
        method: 'PUT',
        token,
        body: { username, role: null, reason: 'A test' },
      })
    expect(await take('administrator', administrator)).toMatchObject({
      code: 409,
      reason: 'last_administrator',
    })
    const removal = { username: 'administrator', password: 'engine-1843' }
    expect(await post('/account/delete', removal, administrator)).toMatchObject({
      code: 409,
      reason: 'last_administrator',
    })
    const ada = await registered(backend)
    await accept(ada, await invited())
    const answers = await Promise.all([
      take('administrator', ada),
      take('ada_lovelace', administrator),
    ])
    expect(answers.map(({ code }) => code).toSorted()).not.toEqual([200, 200])
    expect(await backend.db.$count(accounts, eq(accounts.role, 'administrator'))).toBe(1)
  })

  it('is not needed by the command on the machine', async () => {
    await registered(backend)
    const body = { username: 'ada_lovelace', role: 'administrator', reason: 'The first one' }
    expect(
      await operator(backend, 'api/v1/admin/roles', body, OPERATOR_SECRET, 'PUT'),
    ).toMatchObject({ code: 200 })
    expect(await log()).toMatchObject([{ by: 'grace', by_account: false }])
    const grace = {
      uid: null,
      name: 'grace',
      role: 'administrator',
      needs: 'administrator',
    } as const
    const taken = changeRole(backend.db, grace, { ...body, role: null }, new Date())
    await expect(taken).rejects.toMatchObject({ code: 'last_administrator' })
  })
})
