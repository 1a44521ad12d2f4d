import { beforeAll, describe, expect, it } from 'vitest'
import { accountInfoSchema } from '#lib/contract/account.ts'
import { CODE_OK, type Envelope } from '#lib/contract/envelope.ts'
import { isLeftOut, isWritable, target } from './client.ts'
import { dataOf, register, send } from './creator.ts'
import { newPerson, readCode } from './target.ts'

type Account = Awaited<ReturnType<typeof register>>

const post = (path: string, body?: unknown, token?: string) =>
  send(target, path, { body, ...(token !== undefined && { token }) })
const info = (token: string) => send(target, '/account/info', { method: 'GET', token })
const logIn = (account: string, password: string) => post('/auth/log_in', { account, password })
const tokenOf = ({ token = '' }: Envelope) => token

async function requestCode(email: string) {
  expect((await post('/sms/verify_code', { data: email })).code).toBe(CODE_OK)
  return readCode(target, email)
}

describe.skipIf(!isWritable)('accounts', () => {
  let account: Account
  beforeAll(async () => {
    account = await register(target)
  })

  it('a new account is signed in by the token of its registration', async () => {
    const { username, email } = account
    expect(dataOf(await info(account.token), accountInfoSchema)).toMatchObject({ username, email })
  })

  it('registration needs the code that was sent', async () => {
    const person = newPerson()
    const code = await requestCode(person.email)
    const wrongCode = code === '000000' ? '111111' : '000000'
    const refused = await post('/auth/sign_in', { ...person, code: wrongCode })
    expect(refused).toMatchObject({ code: 403, data: null })
    expect(refused.token).toBeUndefined()
    expect((await post('/auth/sign_in', { ...person, code })).code).toBe(CODE_OK)
    const again = { ...person, username: newPerson().username, code }
    expect((await post('/auth/sign_in', again)).code).toBe(403)
  })

  it('a user name belongs to one account, in any case', async () => {
    const person = { ...newPerson(), username: account.username.toUpperCase() }
    const code = await requestCode(person.email)
    expect((await post('/auth/sign_in', { ...person, code })).code).toBe(409)
  })

  it.each(['username', 'email'] as const)('signs in with %s and password', async (field) => {
    const response = await logIn(account[field], account.password)
    expect(response).toMatchObject({ code: CODE_OK, data: null })
    const { uid } = dataOf(await info(tokenOf(response)), accountInfoSchema)
    expect(uid).toBe(dataOf(await info(account.token), accountInfoSchema).uid)
  })

  it('a wrong password and an unknown account get the same error', async () => {
    const wrong = await logIn(account.username, 'not-the-1st')
    const unknown = await logIn(newPerson().username, 'not-the-1st')
    expect(wrong.code).toBe(403)
    // Each response has an id of its own.
    expect({ ...unknown, request_id: wrong.request_id }).toEqual(wrong)
  })

  it('a token is exchanged for another one', async () => {
    const { token } = await logIn(account.username, account.password)
    const response = await post('/auth/refresh_token', undefined, token)
    expect(response).toMatchObject({ code: CODE_OK, data: null })
    expect(response.token).not.toBe(token)
    expect((await info(tokenOf(response))).code).toBe(CODE_OK)
  })

  it('signing out ends the session and no other', async ({ skip }) => {
    const token = tokenOf(await logIn(account.username, account.password))
    const { code } = await post('/auth/log_out', undefined, token)
    if (isLeftOut(code)) return skip('the backend leaves the call out')
    expect(code).toBe(CODE_OK)
    expect((await info(token)).code).toBe(401)
    expect((await post('/auth/refresh_token', undefined, token)).code).toBe(401)
    expect((await info(account.token)).code).toBe(CODE_OK)
    return undefined
  })

  it('a code sets a new password', async ({ skip }) => {
    const person = await register(target)
    const body = { email: person.email, code: '000000', password: 'analytical-2' }
    if (isLeftOut((await post('/auth/reset_password', body)).code)) {
      return skip('the backend leaves the call out')
    }
    await post('/sms/verify_code/forget_pwd', { data: person.email })
    const code = await readCode(target, person.email)
    expect((await post('/auth/reset_password', { ...body, code })).code).toBe(CODE_OK)
    expect((await logIn(person.username, person.password)).code).toBe(403)
    expect((await logIn(person.username, body.password)).code).toBe(CODE_OK)
    return undefined
  })
})

it.skipIf(target.isReadOnly).each(['', 'not-a-token', 'x'.repeat(200)])(
  'the token %j is 401',
  async (token) => {
    expect((await info(token)).code).toBe(401)
    expect((await post('/auth/refresh_token', undefined, token)).code).toBe(401)
  },
)

it.skipIf(target.isReadOnly).each([
  ['/sms/verify_code', { data: 'no address' }],
  ['/auth/sign_in', { ...newPerson(), code: '12345' }],
  ['/auth/sign_in', { ...newPerson(), username: 'a b', code: '123456' }],
  ['/auth/sign_in', { ...newPerson(), password: 'letters', code: '123456' }],
  ['/auth/log_in', { account: 'ada_lovelace' }],
])('%s rejects invalid input: %j', async (path, body) => {
  expect((await post(path, body)).code).toBe(400)
})
