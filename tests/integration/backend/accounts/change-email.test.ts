import { beforeEach, describe, expect, it } from 'vitest'
import { securityEventsSchema } from '#lib/contract/security/event.ts'
import { accounts } from '#backend/db/tables.ts'
import { clientOf, codeIn, registeredByMail } from '#tests/support/accounts.ts'
import { testBackend } from '#tests/support/backend.ts'
import { waitFor } from '#tests/support/wait.ts'

const OLD = 'ada@example.com'
const NEW = 'Countess@example.org'

let token: string
const backend = await testBackend()
beforeEach(async () => {
  await backend.empty()
  token = await registeredByMail(backend)
  backend.messages.length = 0
})

const post = (path: string, body: Record<string, unknown>, by = token) =>
  clientOf(backend).post(path, body, by)
const emailIn = async (by = token) =>
  (await clientOf(backend).ask('/account/info', { token: by })).data
/** The codes of both addresses, with what else is needed. */
async function proved(email = NEW) {
  expect(await post('/account/email/codes', { email })).toMatchObject({ code: 200 })
  return {
    email,
    code: codeIn(backend.messages, email),
    present_code: codeIn(backend.messages, OLD),
    password: 'engine-1843',
  }
}
const other = (code: string) => (code === '000000' ? '000001' : '000000')

describe('a change of the e-mail address', () => {
  it('needs the codes of both addresses, tells the old one, and keeps the sessions', async () => {
    const second = await clientOf(backend).post('/auth/log_in', {
      account: 'ada_lovelace',
      password: 'engine-1843',
    })
    expect(await post('/account/email', await proved())).toMatchObject({ code: 200 })
    expect(await emailIn()).toMatchObject({ email: NEW })
    expect(await emailIn(second.token)).toMatchObject({ email: NEW })
    await waitFor(() =>
      expect(backend.messages.at(-1)).toMatchObject({
        to: OLD,
        subject: expect.stringMatching(/was changed$/),
      }),
    )
    const { data } = await clientOf(backend).ask('/account/events', { token })
    expect(securityEventsSchema.parse(data).items[0]).toMatchObject({ event: 'email_changed' })
    const signIn = { account: 'countess@example.org', password: 'engine-1843' }
    expect(await clientOf(backend).post('/auth/log_in', signIn)).toMatchObject({ code: 200 })
  })

  it.each([
    ['a wrong password', { password: 'engine-1844' }, { reason: 'wrong_password' }],
    ['no code of the old address', { present_code: undefined }, { reason: 'code_needed' }],
  ])('is refused with %s', async (_, said, expected) => {
    expect(await post('/account/email', { ...(await proved()), ...said })).toMatchObject(expected)
    expect(await emailIn()).toMatchObject({ email: OLD })
  })

  it.each(['code', 'present_code'] as const)('is refused with a wrong %s', async (field) => {
    const said = await proved()
    const wrong = { ...said, [field]: other(said[field]) }
    expect(await post('/account/email', wrong)).toMatchObject({
      reason: 'wrong_code',
      fields: [field],
    })
    expect(await emailIn()).toMatchObject({ email: OLD })
  })

  it('takes the codes once, of this session and for this address only', async () => {
    const said = await proved()
    expect(await post('/account/email', { ...said, email: 'third@example.org' })).toMatchObject({
      reason: 'wrong_code',
    })
    const eve = await registeredByMail(backend, { username: 'evening', email: 'eve@example.com' })
    expect(await post('/account/email', said, eve)).toMatchObject({ code: 403 })
    expect(await post('/account/email', said)).toMatchObject({ code: 200 })
    expect(await post('/account/email', said)).toMatchObject({ reason: 'wrong_code' })
  })

  it('to an address of another account is refused after its code, not before', async () => {
    await registeredByMail(backend, { username: 'evening', email: 'eve@example.com' })
    const said = await proved('eve@example.com')
    expect(await post('/account/email', said)).toMatchObject({ reason: 'email_taken' })
  })

  it('of an account without a password needs a sign-in of the last ten minutes', async () => {
    await backend.db.update(accounts).set({ passwordHash: null })
    const said = { ...(await proved()), password: '' }
    backend.setClock('2026-06-01T12:10:01Z')
    expect(await post('/account/email', said)).toMatchObject({ reason: 'sign_in_again' })
    backend.setClock('2026-06-01T12:09:59Z')
    expect(await post('/account/email', said)).toMatchObject({ code: 200 })
  })
})
