import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { clientOf, codeIn, registeredByMail } from '#tests/support/accounts.ts'
import { testBackend } from '#tests/support/backend.ts'

const secret = 'the-secret-of-this-test'
const EMAIL = 'ada@example.com'
const ADA = { account: 'ada_lovelace', password: 'engine-1843' }

let token = ''
const backend = await testBackend({ internalSecret: secret })
beforeEach(async () => {
  await backend.empty()
  token = await registeredByMail(backend, { secret })
  backend.messages.length = 0
})

const from = (devices: string) => clientOf(backend, { secret, address: '198.51.100.7', devices })
type Client = ReturnType<typeof clientOf>
const post: Client['post'] = (...args) => from('').post(...args)

describe('a change of an account', () => {
  const change = (proof: Record<string, string>, as = token) =>
    post('/auth/change_password', { ...proof, new_password: 'difference-2' }, as)
  /** As if the account had come by a provider. */
  const withoutPassword = () => backend.db.execute(sql`UPDATE accounts SET password_hash = NULL`)

  it('requires the password or a code mailed to the account', async () => {
    expect(await change({})).toMatchObject({ reason: 'wrong_password' })
    await withoutPassword()
    expect(await change({})).toMatchObject({ code: 403, reason: 'code_needed' })
    expect(await change({ password: ADA.password })).toMatchObject({ reason: 'code_needed' })
    expect(await post('/account/verify_code', undefined, token)).toMatchObject({ code: 200 })
    const code = codeIn(backend.messages, EMAIL)
    expect(await change({ code: code === '111111' ? '222222' : '111111' })).toMatchObject({
      reason: 'wrong_code',
    })
    const other = (await post('/auth/log_in', { email: EMAIL, code })).reason
    expect(other, 'it opens no session').toBe('wrong_code')
    expect(await change({ code })).toMatchObject({ code: 200 })
    expect(await post('/auth/log_in', { ...ADA, password: 'difference-2' })).toMatchObject({
      code: 200,
    })
  })

  it('requires a code that the same session requested', async () => {
    const other = (await post('/auth/log_in', ADA)).token ?? ''
    await withoutPassword()
    await post('/account/verify_code', undefined, other)
    const code = codeIn(backend.messages, EMAIL)
    expect(await change({ code })).toMatchObject({ reason: 'wrong_code' })
    expect(await change({ code }, other)).toMatchObject({ code: 200 })
  })

  it('of an account with neither password nor address requires a sign-in within the last ten minutes', async () => {
    await withoutPassword()
    await backend.db.execute(sql`UPDATE accounts SET email = NULL, email_key = NULL`)
    expect(await post('/account/verify_code', undefined, token)).toMatchObject({
      code: 409,
      reason: 'no_email',
    })
    const remove = () => post('/account/delete', { username: ADA.account }, token)
    backend.setClock('2026-06-01T12:10:01Z')
    expect(await remove()).toMatchObject({ code: 403, reason: 'sign_in_again' })
    backend.setClock('2026-06-01T12:10:00Z')
    expect(await remove()).toMatchObject({ code: 200 })
  })

  it('allows ten attempts an hour per session, so that a stolen session cannot guess', async () => {
    const answers = []
    for (let at = 0; at < 12; at += 1) answers.push(await change({ password: 'wrong-1' }))
    expect(answers.filter(({ code }) => code === 403)).toHaveLength(10)
    expect(answers.at(-1)).toMatchObject({ code: 429 })
  })

  it('of the password makes other browsers unknown', async () => {
    const { device = '' } = await post('/auth/log_in', ADA)
    expect(await backend.db.$count(sql`devices`)).toBe(2)
    await from(device).post(
      '/auth/change_password',
      { password: ADA.password, new_password: 'difference-2' },
      token,
    )
    expect(await backend.db.$count(sql`devices`)).toBe(1)
    const again = await from(device).post('/auth/log_in', { ...ADA, password: 'difference-2' })
    expect(again.device, 'this one is known still').toBeUndefined()
  })
})
