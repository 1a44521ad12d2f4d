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
import { computed } from '#tests/support/cheap-argon2.ts'

const secret = 'the-secret-of-this-test'
const EMAIL = 'ada@example.com'
const ADA = { account: 'ada_lovelace', password: 'engine-1843' }
const OWNER = '198.51.100.7'

const backend = await testBackend({ internalSecret: secret })
beforeEach(() => backend.empty())

const from = (address: string, devices?: string) => clientOf(backend, { address, secret, devices })
const logInBy = (address: string, code: string) =>
  from(address).post('/auth/log_in', { email: EMAIL, code })
const sent = () => backend.messages.filter(({ to }) => to === EMAIL)
/** Registers an account and resets its codes and limits. */
async function anAccount() {
  await registeredByMail(backend, { secret, address: '192.0.2.99' })
  await backend.db.execute(sql`TRUNCATE rate_limits, codes`)
  backend.messages.length = 0
}

/** Asks for a code to enter, as if a minute had passed since the last one. */
async function ask(address: string) {
  await wait()
  return from(address).post('/sms/verify_code', { data: EMAIL })
}
/** Asks for a code besides the password, and waits until the mail is made or withheld. */
async function codeFor(address: string, data: string) {
  await wait()
  const { count } = computed
  const answer = await from(address).post('/sms/verify_code/log_in', { data })
  const isMade = () => answer.code !== 200 || computed.count > count
  await expect.poll(isMade, { interval: 5 }).toBe(true)
  return answer
}
const wait = () => backend.db.execute(sql`DELETE FROM rate_limits WHERE key LIKE 'codesInARow%'`)
const compared = ({ reason }: { reason?: string | undefined }) => reason === 'wrong_credentials'

describe('failed sign-ins', () => {
  it('by the user name show by the address only to who has the password', async () => {
    await anAccount()
    const { uid } = (await backend.db.execute(sql`SELECT uid FROM accounts`)).rows[0] ?? {}
    const limits = createLimits(backend.db)
    for (let at = 0; at < 100; at += 1) await limits.tally('failuresByAccount', String(uid))
    const { post } = from(OWNER)
    const byAddress = { ...ADA, account: EMAIL }
    expect(await post('/auth/log_in', { ...byAddress, password: 'wrong-1' })).toMatchObject({
      reason: 'wrong_credentials',
    })
    expect(await post('/auth/log_in', byAddress)).toMatchObject({ reason: 'code_needed' })
    await post('/sms/verify_code/log_in', { data: EMAIL })
    await expect.poll(() => codeIn(backend.messages, EMAIL)).toMatch(/^\d{6}$/)
    const code = codeIn(backend.messages, EMAIL)
    expect(await post('/auth/log_in', { ...byAddress, code: wrongCode(code) })).toMatchObject({
      reason: 'wrong_code',
    })
    expect(await post('/auth/log_in', { ...byAddress, code })).toMatchObject({ code: 200 })
  })

  it('by user name and by address count together: beyond 100 the right password needs a code by either', async () => {
    await anAccount()
    const answers = await atOnce(networks(180), (address) =>
      from(address).post('/auth/log_in', {
        account: address.endsWith('1') ? EMAIL : ADA.account,
        password: 'wrong-1',
      }),
    )
    expect(answers.filter(compared).length).toBeGreaterThan(100)
    expect(await from(OWNER).post('/auth/log_in', ADA)).toMatchObject({ reason: 'code_needed' })
    const byAddress = { ...ADA, account: EMAIL }
    expect(await from(OWNER).post('/auth/log_in', byAddress)).toMatchObject({
      reason: 'code_needed',
    })
  })
})

describe('code mails', () => {
  it('required besides the password are 20 an hour by user name and address together, with the answers of 20 each', async () => {
    await anAccount()
    for (const data of [ADA.account, EMAIL]) {
      for (const address of networks(4)) {
        for (let at = 0; at < 5; at += 1) {
          expect(await codeFor(address, data)).toMatchObject({ code: 200 })
        }
      }
      expect(await codeFor('192.0.2.55', data)).toMatchObject({ code: 200 })
    }
    await expect.poll(sent).toHaveLength(20)
    const last = codeIn(backend.messages, EMAIL)
    backend.setClock('2026-06-01T12:50:00Z')
    await createLimits(backend.db).tally('failuresByAccount', nameKey(ADA.account))
    await backend.db.execute(sql`UPDATE rate_limits SET points = 200 WHERE key LIKE 'failures%'`)
    const answer = await from(OWNER).post('/auth/log_in', { ...ADA, code: last })
    expect(answer, 'the last code is still valid').toMatchObject({ code: 200 })
  })

  it('requested by the user name alone leave the codes that the address asks for', async () => {
    await anAccount()
    for (const address of networks(8)) {
      for (let at = 0; at < 6; at += 1) {
        await codeFor(address, ADA.account)
      }
    }
    await expect.poll(sent).toHaveLength(20)
    expect(await ask(OWNER)).toMatchObject({ code: 200 })
    expect(sent()).toHaveLength(21)
    expect(await logInBy(OWNER, codeIn(backend.messages, EMAIL))).toMatchObject({ code: 200 })
  })

  it('beyond the limit are answered alike after the owner has used a code', async () => {
    await anAccount()
    for (let at = 0; at < 6; at += 1) await ask('203.0.0.1')
    const before = await ask('203.0.0.1')
    await ask(OWNER)
    expect(await logInBy(OWNER, codeIn(backend.messages, EMAIL))).toMatchObject({ code: 200 })
    expect(before).toMatchObject({ code: 429, reason: 'use_last_code' })
    expect(await ask('203.0.0.1')).toMatchObject({ code: 429, reason: 'use_last_code' })
  })
})
