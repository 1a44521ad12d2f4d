import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { sweepSessions } from '#backend/services/session/manage.ts'
import { accountSessionsSchema } from '#lib/contract/account.ts'
import { clientOf, codeIn, registeredByMail } from '#tests/support/accounts.ts'
import { startTestBackend, testBackend } from '#tests/support/backend.ts'

const secret = 'the-secret-of-this-test'
const EMAIL = 'ada@example.com'
const ADA = { account: 'ada_lovelace', password: 'engine-1843' }
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0'
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1'

let token = ''
const backend = await testBackend({ internalSecret: secret })
beforeEach(async () => {
  await backend.empty()
  token = await registeredByMail(backend, { secret })
  backend.messages.length = 0
})

const by = (userAgent: string, devices = '') =>
  clientOf(backend, { secret, address: '198.51.100.7', userAgent, devices })
const { ask, post } = {
  ask: (...args: Parameters<ReturnType<typeof clientOf>['ask']>) => by('').ask(...args),
  post: (...args: Parameters<ReturnType<typeof clientOf>['post']>) => by('').post(...args),
}
const opens = async (candidate: string | undefined) =>
  (await ask('/account/info', { token: candidate ?? '' })).code === 200
const list = async (candidate = token) =>
  accountSessionsSchema.parse((await ask('/account/sessions', { token: candidate })).data).items
const mails = (subject: RegExp) => backend.messages.filter((mail) => subject.test(mail.subject))

describe('signing out', () => {
  it('ends an idle session whose token has expired but can still be exchanged', async () => {
    backend.setClock('2026-06-01T14:00:00Z')
    expect(await opens(token)).toBe(false)
    expect(await post('/auth/log_out', undefined, token)).toMatchObject({ code: 200 })
    expect(await post('/auth/refresh_token', undefined, token)).toMatchObject({ code: 401 })
  })

  it('works with a token exchanged long ago and invalidates the newest one', async () => {
    const { token: next } = await post('/auth/refresh_token', undefined, token)
    backend.setClock('2026-06-01T12:20:00Z')
    expect(await opens(next)).toBe(true)
    expect(await post('/auth/log_out', undefined, token)).toMatchObject({ code: 200 })
    expect(await opens(next)).toBe(false)
  })

  it('with a token of no session is a 401', async () => {
    expect(await post('/auth/log_out', undefined, 'x'.repeat(43))).toMatchObject({ code: 401 })
    backend.setClock('2026-07-02T12:00:00Z')
    expect(await post('/auth/log_out', undefined, token)).toMatchObject({ code: 401 })
  })
})

describe('sessions', () => {
  it('are listed with browser, system and times, the most recently used first', async () => {
    backend.setClock('2026-06-01T12:10:00Z')
    const firefox = (await by(FIREFOX).post('/auth/log_in', ADA)).token ?? ''
    backend.setClock('2026-06-01T12:20:00Z')
    await by(IPHONE).post('/auth/log_in', ADA)
    backend.setClock('2026-06-01T12:26:00Z')
    const found = await list(firefox)
    expect(found.map(({ browser, system, current }) => ({ browser, system, current }))).toEqual([
      { browser: 'Firefox', system: 'Linux', current: true },
      { browser: 'Safari', system: 'iOS', current: false },
      { browser: '', system: '', current: false },
    ])
    expect(found[0]).toMatchObject({
      created_at: '2026-06-01T12:10:00.000Z',
      used_at: '2026-06-01T12:26:00.000Z',
    })
  })

  it('can be ended one by one, or all except the current one', async () => {
    const second = (await post('/auth/log_in', ADA)).token ?? ''
    const third = (await post('/auth/log_in', ADA)).token ?? ''
    const other = (await list(second)).find(({ current }) => current)
    const end = (query: string) => ask(`/account/sessions?${query}`, { method: 'DELETE', token })
    expect(await end(`id=${other?.id}`)).toMatchObject({ code: 200 })
    expect(await opens(second)).toBe(false)
    expect(await opens(third)).toBe(true)
    expect(await end(`id=${other?.id}`)).toMatchObject({ code: 404 })
    expect(await end('others=true')).toMatchObject({ code: 200 })
    expect(await opens(third)).toBe(false)
    expect(await opens(token)).toBe(true)
    for (const query of ['', 'others=false', 'id=x&others=true']) {
      expect(await end(query), query).toMatchObject({ code: 400 })
    }
  })

  it('of another account are not found', async () => {
    const eve = await registeredByMail(backend, {
      secret,
      username: 'evening',
      email: 'eve@example.com',
    })
    const [own] = await list()
    const query = `/account/sessions?id=${own?.id}`
    expect(await ask(query, { method: 'DELETE', token: eve })).toMatchObject({ code: 404 })
    expect(await opens(token)).toBe(true)
  })

  it('are limited to 100: the least recently used ends', async () => {
    await backend.db.execute(sql`
      INSERT INTO sessions (id, uid, created_at, used_at, ends_at)
      SELECT 's' || n, uid, '2026-06-01T12:00:01Z', '2026-06-01T12:00:01Z', '2026-06-30T00:00:00Z'
      FROM accounts, generate_series(1, 120) n`)
    const { token: last } = await post('/auth/log_in', ADA)
    expect(await backend.db.$count(sql`sessions`)).toBe(100)
    expect(await opens(token)).toBe(false)
    expect(await opens(last)).toBe(true)
  })

  it('keep at most 2000 tokens', async () => {
    await backend.db.execute(sql`
      INSERT INTO tokens (hash, session_id, expires_at, refreshable_until)
      SELECT 'h' || n, id, '2026-06-01T12:00:00Z', '2026-06-30T00:00:00Z'
      FROM sessions, generate_series(1, 2500) n`)
    const { token: next } = await post('/auth/refresh_token', undefined, token)
    expect(await backend.db.$count(sql`tokens`)).toBe(2000)
    expect(await opens(next)).toBe(true)
  })

  it('are swept after expiry, with tokens, codes and known browsers', async () => {
    await post('/sms/verify_code', { data: 'eve@example.com' })
    const rows = () =>
      Promise.all(
        ['sessions', 'tokens', 'codes', 'devices'].map((name) =>
          backend.db.$count(sql.identifier(name)),
        ),
      )
    await sweepSessions(backend.db, new Date('2026-06-01T12:05:00Z'))
    expect(await rows()).toEqual([1, 1, 1, 1])
    await sweepSessions(backend.db, new Date('2026-07-02T12:00:00Z'))
    expect(await rows()).toEqual([0, 0, 0, 1])
    await sweepSessions(backend.db, new Date('2027-08-01T12:00:00Z'))
    expect(await rows()).toEqual([0, 0, 0, 0])
  })
})

describe('a mail', () => {
  it('reports a sign-in from an unknown browser with device and time, and none from a known one', async () => {
    const { device } = await by(FIREFOX).post('/auth/log_in', ADA)
    await expect.poll(() => mails(/New sign-in/)).toHaveLength(1)
    const [mail] = mails(/New sign-in/)
    expect(mail).toMatchObject({ to: EMAIL, subject: 'New sign-in to your Keystrip account' })
    for (const text of [mail?.text.replaceAll('\n', ' '), mail?.html]) {
      expect(text).toContain('Firefox, Linux, June 1, 2026')
      expect(text).toContain('UTC')
    }
    expect(mail?.text.split('\n')).toContain('http://localhost:3000/resetpwd')
    await by(FIREFOX, device).post('/auth/log_in', ADA)
    await post('/sms/verify_code', { data: EMAIL })
    await expect.poll(() => mails(/is your code/)).toHaveLength(1)
    expect(mails(/New sign-in/)).toHaveLength(1)
  })

  it('reports a changed password in the language of the account, not of the request', async () => {
    await ask('/auth/change_password', {
      method: 'POST',
      token,
      language: 'ja',
      body: { password: ADA.password, new_password: 'difference-2' },
    })
    await expect.poll(() => mails(/password of your Keystrip account/)).toHaveLength(1)
  })

  it('that cannot be sent does not fail the sign-in; at most five an hour are sent', async () => {
    for (let at = 0; at < 8; at += 1) {
      expect(await post('/auth/log_in', ADA)).toMatchObject({ code: 200 })
    }
    await expect.poll(() => mails(/New sign-in/)).toHaveLength(5)
    const failing = await startTestBackend({
      internalSecret: secret,
      send: async (message) => {
        if (!/\d{6}/.test(message.subject)) throw new Error('no mail server')
        backend.messages.push(message)
      },
    })
    const { post: ask } = clientOf(failing, { secret })
    await ask('/sms/verify_code', { data: 'fay@example.com' })
    const code = codeIn(backend.messages, 'fay@example.com')
    const fay = { username: 'fay_wray', email: 'fay@example.com', password: ADA.password, code }
    expect(await ask('/auth/sign_in', fay)).toMatchObject({ code: 200 })
    const answer = await ask('/auth/log_in', { account: 'fay_wray', password: ADA.password })
    expect(answer).toMatchObject({ code: 200 })
    await failing.stop()
  })
})

it('device tokens are stored as hashes, for at most 50 browsers', async () => {
  const { device = '' } = await post('/auth/log_in', ADA)
  const { rows } = await backend.db.execute(sql`SELECT * FROM devices`)
  expect(JSON.stringify(rows)).not.toContain(device)
  await backend.db.execute(sql`
    INSERT INTO devices (hash, uid, created_at, used_at)
    SELECT 'd' || n, uid, '2026-05-01T00:00:00Z', '2026-05-01T00:00:00Z'
    FROM accounts, generate_series(1, 80) n`)
  await post('/auth/log_in', ADA)
  expect(await backend.db.$count(sql`devices`)).toBe(50)
  const { rows: left } = await backend.db.execute(sql`SELECT uid FROM devices WHERE hash = 'd81'`)
  expect(left).toEqual([])
  expect((await by('', device).post('/auth/log_in', ADA)).device).toBeUndefined()
})
