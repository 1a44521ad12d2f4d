import { beforeEach, describe, expect, it } from 'vitest'
import { clientOf, registeredByMail } from '#tests/support/accounts.ts'
import { testBackend } from '#tests/support/backend.ts'

const secret = 'the-secret-of-this-test'
const ADA = { username: 'ada_lovelace', email: 'ada@example.com', password: 'engine-1843' }

const backend = await testBackend({ internalSecret: secret })
beforeEach(() => backend.empty())
const { post } = clientOf(backend, { secret })

describe('a character that cannot be stored', () => {
  const NUL = 'a\u0000bcdef-1'
  const right = { ...ADA, code: '123456' }

  it.each([
    ['/sms/verify_code', { data: `${NUL}@example.com` }],
    ['/sms/verify_code/forget_pwd', { data: `${NUL}@example.com` }],
    ['/sms/verify_code/log_in', { data: NUL }],
    ['/auth/log_in', { account: NUL, password: ADA.password }],
    ['/auth/log_in', { email: `${NUL}@example.com`, code: '123456' }],
    ['/auth/sign_in', { ...right, username: NUL }],
    ['/auth/sign_in', { ...right, email: `${NUL}@example.com` }],
    ['/auth/sign_in', { ...right, code: '123\u0000456' }],
    ['/auth/reset_password', { ...right, email: `${NUL}@example.com` }],
    ['/account/name', { username: NUL }],
    ['/account/delete', { username: NUL, password: ADA.password }],
    ['/auth/log_in', { account: ADA.username, password: NUL }],
    ['/auth/change_password', { password: ADA.password, new_password: NUL }],
  ])('is 400 in the body of %s: %j', async (path, body) => {
    const token = await registeredByMail(backend, { secret })
    expect(await post(path, body, token)).toMatchObject({ status: 400, code: 400 })
  })
})
