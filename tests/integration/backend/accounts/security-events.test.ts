import { beforeEach, expect, it } from 'vitest'
import { securityEventsSchema } from '#lib/contract/security/event.ts'
import { accountEvents } from '#backend/db/tables.ts'
import { sweepSessions } from '#backend/services/session/manage.ts'
import { createdToken } from '#tests/support/access-tokens.ts'
import { clientOf, registeredByMail } from '#tests/support/accounts.ts'
import { testBackend } from '#tests/support/backend.ts'

const USER_AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0'

let token: string
const backend = await testBackend()
beforeEach(async () => {
  await backend.empty()
  token = await registeredByMail(backend)
})

const client = () => clientOf(backend, { userAgent: USER_AGENT })
const events = async (by = token) =>
  securityEventsSchema.parse((await client().ask('/account/events', { token: by })).data).items

it('sign-ins and changes of an account are listed with the browser, the newest first', async () => {
  const account = { account: 'ada_lovelace', password: 'engine-1843' }
  await client().post('/auth/log_in', account)
  await client().ask('/account/sessions?others=true', { method: 'DELETE', token })
  await createdToken(backend, token, { name: 'CI' })
  const change = { password: 'engine-1843', new_password: 'engine-1844' }
  await client().post('/auth/change_password', change, token)
  const listed = await events()
  expect(listed.map(({ event }) => event)).toEqual([
    'password_changed',
    'token_created',
    'signed_out',
    'signed_in',
    'signed_in',
  ])
  expect(listed[0]).toMatchObject({ browser: 'Firefox', system: 'Linux' })
})

it('an account sees no events of another one', async () => {
  const eve = await registeredByMail(backend, { username: 'evening', email: 'eve@example.com' })
  expect(await events(eve)).toHaveLength(1)
})

it('events are deleted after 90 days, and with the account', async () => {
  await sweepSessions(backend.db, new Date('2026-08-30T11:59:59Z'))
  expect(await backend.db.$count(accountEvents)).toBe(1)
  await sweepSessions(backend.db, new Date('2026-08-30T12:00:01Z'))
  expect(await backend.db.$count(accountEvents)).toBe(0)
  const signIn = { account: 'ada_lovelace', password: 'engine-1843' }
  const fresh = await client().post('/auth/log_in', signIn)
  const body = { password: 'engine-1843', username: 'ada_lovelace' }
  await client().post('/account/delete', body, fresh.token)
  expect(await backend.db.$count(accountEvents)).toBe(0)
})
