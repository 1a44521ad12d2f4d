import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { clientOf, codeIn, registeredByMail } from '#tests/support/accounts.ts'
import { testBackend } from '#tests/support/backend.ts'

const secret = 'the-secret-of-this-test'
const ADA = { account: 'ada_lovelace', password: 'engine-1843' }

const backend = await testBackend({ internalSecret: secret })
type Client = ReturnType<typeof clientOf>
const ask: Client['ask'] = (...args) => clientOf(backend, { secret }).ask(...args)
const post: Client['post'] = (...args) => clientOf(backend, { secret }).post(...args)

let token = ''
beforeEach(async () => {
  await backend.empty()
  token = await registeredByMail(backend, { secret })
})

const opens = async (candidate: string | undefined) =>
  (await ask('/account/info', { token: candidate ?? '' })).code === 200
const refresh = (candidate: string) => post('/auth/refresh_token', undefined, candidate)
const logIn = async () => (await post('/auth/log_in', ADA)).token ?? ''

describe('a token', () => {
  it('is random and stored as a hash', async () => {
    const other = await logIn()
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(other).not.toBe(token)
    const { rows } = await backend.db.execute(sql`SELECT * FROM tokens`)
    expect(rows).toHaveLength(2)
    for (const one of [token, other]) expect(JSON.stringify(rows)).not.toContain(one)
  })

  it.each(['', 'x', 'a'.repeat(43), "' OR 1=1 --", 'Bearer'])(
    'that was never issued opens nothing: %j',
    async (candidate) => {
      expect(await ask('/account/info', { token: candidate })).toMatchObject({
        status: 401,
        code: 401,
        data: null,
      })
    },
  )

  it('is valid for half an hour and can be exchanged afterwards', async () => {
    backend.setClock('2026-06-01T12:29:59Z')
    expect(await opens(token)).toBe(true)
    backend.setClock('2026-06-01T12:30:00Z')
    expect(await opens(token)).toBe(false)
    const next = await refresh(token)
    expect(next).toMatchObject({ code: 200, data: null })
    expect(await opens(next.token)).toBe(true)
  })

  it('expires without an exchange after thirty days', async () => {
    backend.setClock('2026-07-01T12:00:00Z')
    expect(await refresh(token)).toMatchObject({ code: 401 })
  })

  it('stays valid for a minute after its exchange and can be exchanged again', async () => {
    const first = await refresh(token)
    backend.setClock('2026-06-01T12:00:59Z')
    expect(await opens(token)).toBe(true)
    const second = await refresh(token)
    expect(await opens(first.token)).toBe(true)
    expect(await opens(second.token)).toBe(true)
  })

  it('reused after the grace period ends its session, but no other', async () => {
    const other = await logIn()
    const next = await refresh(token)
    backend.setClock('2026-06-01T12:01:00Z')
    expect(await opens(token)).toBe(false)
    expect(await opens(next.token)).toBe(true)
    expect(await refresh(token)).toMatchObject({ code: 401 })
    expect(await opens(next.token)).toBe(false)
    expect(await refresh(next.token ?? '')).toMatchObject({ code: 401 })
    expect(await opens(other)).toBe(true)
  })

  it('exchanged twenty times concurrently gives twenty valid tokens', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(token)))
    for (const { token: next } of answers) expect(await opens(next)).toBe(true)
  })

  it('is invalid after signing out; other sessions continue', async () => {
    const other = await logIn()
    expect(await post('/auth/log_out', undefined, token)).toMatchObject({ code: 200 })
    expect(await opens(token)).toBe(false)
    expect(await refresh(token)).toMatchObject({ code: 401 })
    expect(await opens(other)).toBe(true)
  })
})

describe('the password', () => {
  const change = (password: string, next: string) =>
    post('/auth/change_password', { password, new_password: next }, token)

  it('can be changed with the current password; the other sessions end', async () => {
    const other = await logIn()
    expect(await change('wrong-one-1', 'difference-2')).toMatchObject({
      code: 403,
      reason: 'wrong_password',
    })
    expect(await change(ADA.password, 'difference-2')).toMatchObject({ code: 200 })
    expect(await opens(token)).toBe(true)
    expect(await opens(other)).toBe(false)
    expect(await post('/auth/log_in', ADA)).toMatchObject({ reason: 'wrong_credentials' })
    const renewed = await post('/auth/log_in', { ...ADA, password: 'difference-2' })
    expect(await opens(renewed.token)).toBe(true)
  })

  it('can be reset with a code; all sessions end', async () => {
    await post('/sms/verify_code/forget_pwd', { data: 'ada@example.com' })
    const code = codeIn(backend.messages, 'ada@example.com')
    const input = { email: 'ada@example.com', code, password: 'difference-2' }
    expect(await post('/auth/reset_password', { ...input, password: 'Password1' })).toMatchObject({
      reason: 'common_password',
    })
    expect(await post('/auth/reset_password', input)).toMatchObject({ code: 200 })
    expect(await post('/auth/reset_password', input)).toMatchObject({ reason: 'wrong_code' })
    expect(await opens(token)).toBe(false)
    const renewed = await post('/auth/log_in', { ...ADA, password: 'difference-2' })
    expect(await opens(renewed.token)).toBe(true)
  })

  it('reset sends a message that reveals whether an account exists; the response does not', async () => {
    const known = await post('/sms/verify_code/forget_pwd', { data: 'ada@example.com' })
    const unknown = await post('/sms/verify_code/forget_pwd', { data: 'eve@example.com' })
    expect({ ...unknown, headers: null }).toEqual({ ...known, headers: null })
    const [first, second] = backend.messages.slice(-2)
    expect(first?.text).toMatch(/^\d{6}$/m)
    expect(second?.text).toContain('there is no account')
    expect(second?.text).not.toMatch(/\d{6}/)
  })
})

describe('an account', () => {
  it('exports all stored data without secrets', async () => {
    const answer = await ask('/account/export', { token })
    expect(answer.data).toMatchObject({
      account: { username: 'ada_lovelace', email: 'ada@example.com' },
      sessions: [{ created_at: '2026-06-01T12:00:00.000Z' }],
      projects: [],
    })
    expect(JSON.stringify(answer)).not.toMatch(/argon2|hash/)
  })

  it('is deleted with its projects after its name is confirmed', async () => {
    const id = await backend.add({ title: 'Orchard', author: 'ada_lovelace' })
    const other = await backend.add({ title: 'Meadow', author: 'Grace' })
    const remove = (username: string, password = ADA.password) =>
      post('/account/delete', { username, password }, token)
    expect(await remove('someone')).toMatchObject({ code: 400 })
    expect(await remove('ada_lovelace', 'wrong-1')).toMatchObject({ reason: 'wrong_password' })
    expect(await remove('ada_lovelace', '')).toMatchObject({ reason: 'wrong_password' })
    expect(await ask(`/icon/${id}`)).toMatchObject({ code: 200 })
    expect(await remove('ada_lovelace')).toMatchObject({ code: 200 })
    expect(await ask(`/icon/${id}`)).toMatchObject({ code: 404 })
    expect(await ask(`/icon/${other}`)).toMatchObject({ code: 200 })
    expect(await ask('/index/search?q=orchard')).toMatchObject({ data: { items: [] } })
    expect(await opens(token)).toBe(false)
    expect(await post('/auth/log_in', ADA)).toMatchObject({ reason: 'wrong_credentials' })
    const { rows } = await backend.db.execute(sql`SELECT word FROM search_words`)
    expect(rows.map(({ word }) => word)).not.toContain('orchard')
    expect(await backend.db.$count(sql`files`)).toBe(2)
  })
})
