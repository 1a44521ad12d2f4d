import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { nameKey } from '#backend/services/account/find.ts'
import { createLimits } from '#backend/services/limit/limits.ts'
import {
  atOnce,
  clientOf,
  codeIn,
  networks,
  registeredByMail,
  wrongCode,
} from '#tests/support/accounts.ts'
import { testBackend } from '#tests/support/backend.ts'

const secret = 'the-secret-of-this-test'
const EMAIL = 'ada@example.com'
const ADA = { account: 'ada_lovelace', password: 'engine-1843' }
const OWNER = '198.51.100.7'

const backend = await testBackend({ internalSecret: secret })
beforeEach(() => backend.empty())

const from = (address: string, devices?: string) => clientOf(backend, { address, secret, devices })
const askForCode = (address: string) => from(address).post('/sms/verify_code', { data: EMAIL })
const logInBy = (address: string, code: string) =>
  from(address).post('/auth/log_in', { email: EMAIL, code })
const guess = (address: string, account = ADA.account) =>
  from(address).post('/auth/log_in', { account, password: 'wrong-1' })
const sent = () => backend.messages.filter(({ to }) => to === EMAIL)
/** Registers an account and resets its codes and limits. */
async function anAccount() {
  await registeredByMail(backend, { secret, address: '192.0.2.99' })
  await backend.db.execute(sql`TRUNCATE rate_limits, codes`)
  backend.messages.length = 0
}

describe('guessing passwords from an unknown network', () => {
  it('does not lock out the owner, whose network has fewer than 20 failures', async () => {
    await anAccount()
    for (const address of networks(2)) {
      for (let attempt = 0; attempt < 20; attempt += 1) await guess(address)
      expect(await guess(address)).toMatchObject({ code: 429, reason: 'too_many' })
    }
    expect(await from(OWNER).post('/auth/log_in', ADA)).toMatchObject({ code: 200 })
  })

  it('from one network has at most 20 of 180 parallel guesses compared', async () => {
    await anAccount()
    await backend.db.execute(sql`TRUNCATE rate_limits`)
    const answers = await atOnce(Array<string>(180).fill('203.0.0.1'), (address) => guess(address))
    const compared = answers.filter(({ code }) => code === 403)
    expect(compared.length).toBeLessThanOrEqual(20)
    expect(answers.filter(({ code }) => code === 429).length).toBe(180 - compared.length)
  })
})

describe('more than 100 failures an hour from unknown browsers', () => {
  const compared = ({ reason }: { reason?: string | undefined }) => reason === 'wrong_credentials'
  /** Counts 100 failures of unknown browsers, by its name for an account that does not exist. */
  async function fail(name = ADA.account) {
    const { rows } = await backend.db.execute(sql`SELECT uid FROM authors WHERE name = ${name}`)
    const key = rows[0] ? String(rows[0]['uid']) : nameKey(name)
    const limits = createLimits(backend.db)
    for (let failure = 0; failure < 100; failure += 1) await limits.tally('failuresByAccount', key)
  }

  it('let at most 100 of 180 parallel guesses from 180 networks be compared', async () => {
    await anAccount()
    const answers = await atOnce(networks(180), (address) => guess(address))
    expect(answers.filter(compared)).toHaveLength(100)
    expect(answers.filter(({ reason }) => reason === 'code_needed')).toHaveLength(80)
  })

  it('make an unknown browser need a mailed code as well, whatever the password', async () => {
    await anAccount()
    await fail()
    const { post } = from(OWNER)
    expect(await post('/auth/log_in', ADA)).toMatchObject({ code: 403, reason: 'code_needed' })
    expect(await post('/sms/verify_code/log_in', { data: ADA.account })).toMatchObject({
      code: 200,
      data: null,
    })
    await expect.poll(() => codeIn(backend.messages, EMAIL)).toMatch(/^\d{6}$/)
    const code = codeIn(backend.messages, EMAIL)
    const withCode = { ...ADA, code }
    expect(await post('/auth/log_in', { ...ADA, code: wrongCode(code) })).toMatchObject({
      reason: 'wrong_code',
    })
    expect(await post('/auth/log_in', { ...withCode, password: 'wrong-1' })).toMatchObject({
      reason: 'wrong_credentials',
    })
    expect(await post('/auth/log_in', withCode)).toMatchObject({ code: 200 })
    expect(await post('/auth/log_in', withCode), 'a code is good for once').toMatchObject({
      reason: 'wrong_code',
    })
  })

  it('let a known browser of the account pass, but not of another account', async () => {
    await anAccount()
    const first = await from(OWNER).post('/auth/log_in', ADA)
    expect(first.device).toMatch(/^[\w-]{43}$/)
    await fail()
    const known = from('198.51.100.99', first.device)
    expect(await known.post('/auth/log_in', ADA)).toMatchObject({ code: 200 })
    expect((await known.post('/auth/log_in', ADA)).device, 'it keeps its token').toBeUndefined()
    await registeredByMail(backend, { secret, username: 'evening', email: 'eve@example.com' })
    await fail('evening')
    const eve = { account: 'evening', password: 'engine-1843' }
    expect(await known.post('/auth/log_in', eve)).toMatchObject({ reason: 'code_needed' })
  })

  it('give the same answers for an account that does not exist', async () => {
    await fail('unknown_account')
    const { post } = from(OWNER)
    const unknown = { ...ADA, account: 'unknown_account' }
    expect(await post('/auth/log_in', unknown)).toMatchObject({ reason: 'code_needed' })
    expect(await post('/sms/verify_code/log_in', { data: 'unknown_account' })).toMatchObject({
      code: 200,
    })
    expect(await post('/auth/log_in', { ...unknown, code: '123456' })).toMatchObject({
      reason: 'wrong_code',
    })
    // A notice of the test before may arrive late.
    expect(backend.messages.filter(({ text }) => /^\d{6}$/m.test(text))).toEqual([])
  })

  it('are not spread by unauthenticated client addresses', async () => {
    await anAccount()
    const spoof = (address: string) =>
      clientOf(backend, { address, secret: 'a guess' }).post('/auth/log_in', {
        ...ADA,
        password: 'wrong-1',
      })
    const answers = await atOnce(networks(180), spoof)
    expect(answers.filter(compared)).toHaveLength(20)
  })
})

describe('requesting codes from an unknown network', () => {
  it('neither replaces the code of the owner nor uses up its attempts', async () => {
    await anAccount()
    expect(await askForCode(OWNER)).toMatchObject({ code: 200 })
    const own = codeIn(backend.messages, EMAIL)
    for (const address of networks(3)) {
      expect(await askForCode(address)).toMatchObject({ code: 200 })
      for (let attempt = 0; attempt < 10; attempt += 1) await logInBy(address, wrongCode(own))
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

describe('code mails to an address', () => {
  /** As if a minute had passed since the last one. */
  const wait = () => backend.db.execute(sql`DELETE FROM rate_limits WHERE key LIKE 'codesInARow%'`)
  const askFor = async (data: string, address: string, devices?: string) => {
    await wait()
    return from(address, devices).post('/sms/verify_code', { data })
  }
  const ask = (address: string, devices?: string) => askFor(EMAIL, address, devices)

  it('are limited to six an hour per network; the last code stays valid until the next is allowed', async () => {
    await anAccount()
    for (let mail = 0; mail < 6; mail += 1) expect(await ask(OWNER)).toMatchObject({ code: 200 })
    const last = codeIn(backend.messages, EMAIL)
    const refusal = await ask(OWNER)
    expect(refusal).toMatchObject({ code: 429, reason: 'use_last_code' })
    expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThan(3000)
    expect(sent()).toHaveLength(6)
    backend.setClock('2026-06-01T12:55:00Z')
    expect(await logInBy(OWNER, last)).toMatchObject({ code: 200 })
  })

  it('are limited to 20 an hour in all; the last code works from any network, known browsers have their own limit', async () => {
    await anAccount()
    const { device } = await from(OWNER).post('/auth/log_in', ADA)
    await expect.poll(sent).toHaveLength(1)
    backend.messages.length = 0
    for (const address of networks(4)) for (let at = 0; at < 6; at += 1) await ask(address)
    expect(sent()).toHaveLength(20)
    const last = codeIn(backend.messages, EMAIL)
    const elsewhere = '192.0.2.55'
    const [unheard, never] = [await ask(elsewhere), await askFor('new@example.com', elsewhere)]
    expect(unheard, 'as for an address of which no code was requested').toMatchObject({ code: 200 })
    expect({ ...unheard, headers: null }).toEqual({ ...never, headers: null })
    expect(sent()).toHaveLength(20)
    expect(await ask(elsewhere, device)).toMatchObject({ code: 200 })
    const own = codeIn(backend.messages, EMAIL)
    expect(sent()).toHaveLength(21)
    for (const address of networks(4)) {
      for (let at = 0; at < 5; at += 1) await logInBy(address, wrongCode(own))
    }
    const { post } = from(elsewhere, device)
    backend.setClock('2026-06-01T12:09:00Z')
    expect(await post('/auth/log_in', { email: EMAIL, code: own })).toMatchObject({ code: 200 })
    expect(last).toMatch(/^\d{6}$/)
  })

  it('exhausted from an unknown network leave the last code to an unknown browser', async () => {
    await anAccount()
    for (const address of networks(4)) for (let at = 0; at < 6; at += 1) await ask(address)
    const last = codeIn(backend.messages, EMAIL)
    backend.setClock('2026-06-01T12:50:00Z')
    const before = sent().length
    expect(await ask(OWNER)).toMatchObject({ code: 200 })
    expect(sent()).toHaveLength(before)
    expect(await logInBy(OWNER, last)).toMatchObject({ code: 200 })
  })
})

describe('guesses at a code', () => {
  it('are compared five times in all: of 180 at once, from 90 networks', async () => {
    await anAccount()
    await askForCode(OWNER)
    const own = codeIn(backend.messages, EMAIL)
    const answers = await atOnce([...networks(90), ...networks(90)], (address) =>
      logInBy(address, wrongCode(own)),
    )
    // Each network is within its own attempts, so none of them is refused for their number.
    expect(answers.map(({ code }) => code)).toEqual(answers.map(() => 403))
    const { rows } = await backend.db.execute(sql`SELECT tries FROM codes`)
    expect(rows.every(({ tries }) => Number(tries) <= 5)).toBe(true)
    expect(await logInBy(OWNER, own), 'the owner still has attempts').toMatchObject({ code: 200 })
  })
})
