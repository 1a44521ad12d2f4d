import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { clientOf, codeIn, registeredByMail, wrongCode } from '#tests/support/accounts.ts'
import { testBackend } from '#tests/support/backend.ts'

const secret = 'the-secret-of-this-test'
const ADA = { username: 'ada_lovelace', email: 'ada@example.com', password: 'engine-1843' }

const backend = await testBackend({ internalSecret: secret })
const { ask, post } = clientOf(backend, { secret })
beforeEach(() => backend.empty())

async function codeFor(email: string, purpose: 'enter' | 'reset' = 'enter') {
  const path = purpose === 'enter' ? '/sms/verify_code' : '/sms/verify_code/forget_pwd'
  expect(await post(path, { data: email })).toMatchObject({ code: 200, data: null })
  return codeIn(backend.messages, email)
}

describe('registering', () => {
  it('ignores blanks around the input', async () => {
    expect(await post('/sms/verify_code', { data: ` ${ADA.email} ` })).toMatchObject({ code: 200 })
    const code = codeIn(backend.messages, ADA.email)
    const typed = { username: ' ada_lovelace ', email: `\t${ADA.email}`, password: ADA.password }
    const pasted = ` ${code.slice(0, 3)} ${code.slice(3)}\n`
    const answer = await post('/auth/sign_in', { ...typed, code: pasted })
    expect(await ask('/account/info', { token: answer.token })).toMatchObject({
      data: { username: 'ada_lovelace', email: 'ada@example.com' },
    })
    const again = await post('/auth/log_in', { account: ' ADA_lovelace', password: ADA.password })
    expect(again).toMatchObject({ code: 200 })
  })

  it('accepts the same code for several attempts at a free user name', async () => {
    await registeredByMail(backend, { secret })
    const email = 'eve@example.com'
    const code = await codeFor(email)
    expect(await post('/auth/log_in', { email, code })).toMatchObject({ reason: 'no_account' })
    for (let turn = 0; turn < 6; turn += 1) {
      expect(await post('/auth/sign_in', { ...ADA, email, code })).toMatchObject({
        reason: 'username_taken',
      })
    }
    expect(await post('/auth/sign_in', { ...ADA, email, username: 'evening', code })).toMatchObject(
      {
        code: 200,
      },
    )
  })

  it('accepts a password in any script and Unicode normalization form', async () => {
    const password = 'contraseña-7'
    const code = await codeFor(ADA.email)
    await post('/auth/sign_in', { ...ADA, password: password.normalize('NFD'), code })
    const account = ADA.username
    expect(await post('/auth/log_in', { account, password })).toMatchObject({ code: 200 })
    expect(await post('/auth/log_in', { account, password: 'contrasena-7' })).toMatchObject({
      code: 403,
    })
  })

  it('accepts a code sent by e-mail and signs in', async () => {
    const code = await codeFor(ADA.email)
    const answer = await post('/auth/sign_in', { ...ADA, code })
    expect(answer).toMatchObject({ status: 200, code: 200, data: null })
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    expect(await ask('/account/info', { token: answer.token })).toMatchObject({
      data: { username: 'ada_lovelace', email: 'ada@example.com', has_password: true },
    })
  })

  it.each([
    ['a name of three characters', { username: 'ada' }],
    ['a name of 21 characters', { username: 'a'.repeat(21) }],
    ['a name with a space', { username: 'ada lovelace' }],
    ['a name with an umlaut', { username: 'ädalovelace' }],
    ['no address', { email: 'ada' }],
    ['an address of 40 characters', { email: `${'a'.repeat(28)}@example.com` }],
    ['a password of five characters', { password: 'abcd1' }],
    ['a password of 21 characters', { password: `${'a'.repeat(20)}1` }],
    ['a password without a number', { password: 'abcdefgh' }],
    ['a password without a letter', { password: '12345678' }],
    ['a code of five digits', { code: '12345' }],
    ['a code of letters', { code: 'abcdef' }],
  ])('is refused with %s', async (_, fault) => {
    const code = await codeFor(ADA.email)
    expect(await post('/auth/sign_in', { ...ADA, code, ...fault })).toMatchObject({
      code: 400,
      message: expect.stringContaining(Object.keys(fault)[0] ?? ''),
    })
  })

  it.each(['Password1', 'qwerty123', 'ABC123'])(
    'rejects a common password: %s',
    async (password) => {
      const code = await codeFor(ADA.email)
      expect(await post('/auth/sign_in', { ...ADA, code, password })).toMatchObject({
        code: 400,
        reason: 'common_password',
      })
    },
  )

  it('rejects a taken name in different case; the code stays valid', async () => {
    await registeredByMail(backend, { secret })
    const code = await codeFor('eve@example.com')
    const eve = { username: 'ADA_Lovelace', email: 'eve@example.com', password: 'apple-tree-9' }
    expect(await post('/auth/sign_in', { ...eve, code })).toMatchObject({
      code: 409,
      reason: 'username_taken',
    })
    expect(await post('/auth/sign_in', { ...eve, username: 'evening', code })).toMatchObject({
      code: 200,
    })
  })

  it('rejects the name of an author of the catalogue', async () => {
    await backend.add({ author: 'Hollis' })
    const code = await codeFor(ADA.email)
    expect(await post('/auth/sign_in', { ...ADA, username: 'hollis', code })).toMatchObject({
      reason: 'username_taken',
    })
  })

  it('reveals only to the owner of an address that it has an account', async () => {
    await registeredByMail(backend, { secret })
    backend.messages.length = 0
    await backend.db.execute(sql`TRUNCATE rate_limits`)
    const code = await codeFor('ADA@example.com')
    const again = { ...ADA, username: 'another', email: 'ADA@example.com' }
    expect(await post('/auth/sign_in', { ...again, code: wrongCode(code) })).toMatchObject({
      reason: 'wrong_code',
    })
    expect(await post('/auth/sign_in', { ...again, code })).toMatchObject({
      code: 409,
      reason: 'email_taken',
    })
  })

  it('creates one account for twenty concurrent requests with one name', async () => {
    const emails = Array.from({ length: 8 }, (_, at) => `ada${at}@example.com`)
    const codes = new Map<string, string>()
    for (const email of emails) codes.set(email, await codeFor(email))
    const answers = await Promise.all(
      emails.map((email) => post('/auth/sign_in', { ...ADA, email, code: codes.get(email) })),
    )
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
    expect(answers.filter(({ reason }) => reason === 'username_taken')).toHaveLength(7)
  })
})

describe('signing in', () => {
  beforeEach(() => registeredByMail(backend, { secret }).then(() => undefined))

  it.each(['ada_lovelace', 'ADA_LOVELACE', 'ada@example.com', 'Ada@Example.com'])(
    'accepts user name or e-mail with the password: %s',
    async (account) => {
      const { token } = await post('/auth/log_in', { account, password: ADA.password })
      expect(await ask('/account/info', { token })).toMatchObject({ code: 200 })
    },
  )

  it('gives the same error for a wrong account and a wrong password', async () => {
    const answers = [
      await post('/auth/log_in', { account: 'ada_lovelace', password: 'engine-1844' }),
      await post('/auth/log_in', { account: 'unknown', password: ADA.password }),
      await post('/auth/log_in', { account: `x' OR 1=1 --`, password: ADA.password }),
    ]
    for (const answer of answers) {
      expect(answer).toMatchObject({ code: 403, reason: 'wrong_credentials' })
      expect(answer.message).toBe(answers[0]?.message)
      expect(answer.token).toBeUndefined()
    }
  })

  it('accepts a code sent by e-mail once', async () => {
    await backend.db.execute(sql`TRUNCATE rate_limits`)
    const code = await codeFor(ADA.email)
    const { token } = await post('/auth/log_in', { email: ADA.email, code })
    expect(await ask('/account/info', { token })).toMatchObject({ code: 200 })
    expect(await post('/auth/log_in', { email: ADA.email, code })).toMatchObject({
      reason: 'wrong_code',
    })
  })

  it('reports a correct code without an account; the code can still register', async () => {
    const email = 'eve@example.com'
    const code = await codeFor(email)
    expect(await post('/auth/log_in', { email, code })).toMatchObject({ reason: 'no_account' })
    const eve = { username: 'evening', password: 'apple-tree-9', email, code }
    expect(await post('/auth/sign_in', eve)).toMatchObject({ code: 200 })
  })
})

describe('a code', () => {
  it('has six digits and is stored as a hash', async () => {
    const code = await codeFor(ADA.email)
    expect(code).toMatch(/^\d{6}$/)
    const { rows } = await backend.db.execute(sql`SELECT * FROM codes`)
    expect(JSON.stringify(rows)).toContain('$argon2id$')
    expect(JSON.stringify(rows)).not.toContain(code)
  })

  it('is valid for ten minutes', async () => {
    const code = await codeFor(ADA.email)
    backend.setClock('2026-06-01T12:10:00Z')
    expect(await post('/auth/sign_in', { ...ADA, code })).toMatchObject({ reason: 'wrong_code' })
    backend.setClock('2026-06-01T12:09:59Z')
    expect(await post('/auth/sign_in', { ...ADA, code })).toMatchObject({ code: 200 })
  })

  it('is replaced by the next one requested from the same network', async () => {
    const first = await codeFor(ADA.email)
    await backend.db.execute(sql`TRUNCATE rate_limits`)
    let second = await codeFor(ADA.email)
    if (second === first) {
      await backend.db.execute(sql`TRUNCATE rate_limits`)
      second = await codeFor(ADA.email)
    }
    expect(await post('/auth/sign_in', { ...ADA, code: first })).toMatchObject({
      reason: 'wrong_code',
    })
    expect(await post('/auth/sign_in', { ...ADA, code: second })).toMatchObject({ code: 200 })
  })

  it('is not valid for another purpose', async () => {
    await registeredByMail(backend, { secret })
    await backend.db.execute(sql`TRUNCATE rate_limits`)
    const code = await codeFor(ADA.email, 'reset')
    expect(await post('/auth/log_in', { email: ADA.email, code })).toMatchObject({
      reason: 'wrong_code',
    })
  })

  it('is compared at most five times, even concurrently', async () => {
    const code = await codeFor(ADA.email)
    const guesses = Array.from({ length: 50 }, () =>
      post('/auth/log_in', { email: ADA.email, code: wrongCode(code) }),
    )
    // The address has 30 attempts; only the first five are compared with the code.
    const codes = (await Promise.all(guesses)).map(({ code: status }) => status)
    expect(codes.toSorted()).toEqual([...Array(30).fill(403), ...Array(20).fill(429)])
    await backend.db.execute(sql`TRUNCATE rate_limits`)
    const { rows } = await backend.db.execute(sql`SELECT tries FROM codes`)
    expect(rows).toEqual([{ tries: 5 }])
    expect(await post('/auth/sign_in', { ...ADA, code })).toMatchObject({ reason: 'wrong_code' })
  })

  it.each([
    ['fr', 'Voici votre code'],
    ['de-AT,de;q=0.9', 'Hier ist Ihr Code'],
    ['ja', '認証コード'],
    ['zh-CN', '验证码'],
    ['pt, es', 'Here is your code'],
  ])('comes in the visitor’s language, as text and as HTML (%s)', async (language, words) => {
    await ask('/sms/verify_code', { method: 'POST', body: { data: ADA.email }, language })
    const [message] = backend.messages
    const code = codeIn(backend.messages, ADA.email)
    expect(message?.text).toContain(words)
    expect(message?.html).toContain(words)
    expect(message?.html).toContain(code)
    expect(message?.subject).toContain(code)
  })
})
