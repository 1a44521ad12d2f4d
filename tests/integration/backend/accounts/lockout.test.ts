import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { clientOf, codeIn, registered } from '#tests/support/accounts.ts'
import { startTestBackend, type TestBackend } from '#tests/support/backend.ts'

const secret = 'the-secret-of-this-test'
const EMAIL = 'ada@example.com'
const ADA = { account: 'ada_lovelace', password: 'engine-1843' }
const OWNER = '198.51.100.7'

let backend: TestBackend
beforeAll(async () => {
  backend = await startTestBackend({ internalSecret: secret })
})
afterAll(() => backend.stop())
beforeEach(async () => {
  await backend.empty()
  backend.messages.length = 0
  backend.setClock('2026-06-01T12:00:00Z')
})

const from = (address: string, devices?: string) => clientOf(backend, { address, secret, devices })
/** Addresses of `count` networks that nobody else uses. */
const networks = (count: number) =>
  Array.from({ length: count }, (_, at) => `203.0.${Math.floor(at / 250)}.${(at % 250) + 1}`)
const askForCode = (address: string) => from(address).post('/sms/verify_code', { data: EMAIL })
const logInBy = (address: string, code: string) =>
  from(address).post('/auth/log_in', { email: EMAIL, code })
const guess = (address: string, account = ADA.account) =>
  from(address).post('/auth/log_in', { account, password: 'wrong-1' })
/** Another code of six digits. */
const wrong = (code: string) => (code === '111111' ? '222222' : '111111')
const sent = () => backend.messages.filter(({ to }) => to === EMAIL)
/** Somebody with an account, whose first code and limits are forgotten. */
async function anAccount() {
  await registered(backend, { secret, address: '192.0.2.99' })
  await backend.db.execute(sql`TRUNCATE rate_limits, codes`)
  backend.messages.length = 0
}

describe('a stranger who guesses passwords', () => {
  it('does not lock the owner out, whose network has failed less than 20 times', async () => {
    await anAccount()
    for (const address of networks(4)) {
      for (let attempt = 0; attempt < 20; attempt += 1) await guess(address)
      expect(await guess(address)).toMatchObject({ code: 429, reason: 'too_many' })
    }
    expect(await from(OWNER).post('/auth/log_in', ADA)).toMatchObject({ code: 200 })
  })

  it('from one network has at most 20 of 180 parallel guesses compared', async () => {
    await anAccount()
    await backend.db.execute(sql`TRUNCATE rate_limits`)
    const answers = await Promise.all(Array.from({ length: 180 }, () => guess('203.0.0.1')))
    const compared = answers.filter(({ code }) => code === 403)
    expect(compared.length).toBeLessThanOrEqual(20)
    expect(answers.filter(({ code }) => code === 429).length).toBe(180 - compared.length)
  })
})

describe('a stranger who asks for codes', () => {
  it('neither replaces the code of the owner nor uses up its attempts', async () => {
    await anAccount()
    expect(await askForCode(OWNER)).toMatchObject({ code: 200 })
    const own = codeIn(backend.messages, EMAIL)
    for (const address of networks(3)) {
      expect(await askForCode(address)).toMatchObject({ code: 200 })
      for (let attempt = 0; attempt < 10; attempt += 1) await logInBy(address, wrong(own))
    }
    expect(await logInBy(OWNER, own)).toMatchObject({ code: 200 })
  })

  it('does not make the owner wait for a code of their own', async () => {
    await anAccount()
    expect(await askForCode('203.0.0.1')).toMatchObject({ code: 200 })
    expect(await askForCode(OWNER)).toMatchObject({ code: 200 })
    expect(sent()).toHaveLength(2)
  })
})

describe('guesses at a code', () => {
  it('are compared five times in all: of 180 at once, from 90 networks', async () => {
    await anAccount()
    await askForCode(OWNER)
    const own = codeIn(backend.messages, EMAIL)
    const answers = await Promise.all(
      [...networks(90), ...networks(90)].map((address) => logInBy(address, wrong(own))),
    )
    for (const answer of answers) expect([403, 429]).toContain(answer.code)
    const { rows } = await backend.db.execute(sql`SELECT tries FROM codes`)
    expect(rows.every(({ tries }) => Number(tries) <= 5)).toBe(true)
    expect(await logInBy(OWNER, own), 'the owner still has attempts').toMatchObject({ code: 200 })
  })
})
