// @module-tag long
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { clientOf, registeredByMail } from '#tests/support/accounts.ts'
import { testBackend } from '#tests/support/backend.ts'
import { computed } from '#tests/support/cheap-argon2.ts'
import {
  BY_ADDRESS,
  BY_NAME,
  NO_PERSON,
  PERSON_FIELDS,
  type Typed,
} from '#tests/support/typed-names.ts'
import { isWhole } from '#tests/support/whole.ts'

const secret = 'the-secret-of-this-test'
const START = Date.parse('2026-06-01T12:00:00Z')
const STEP_MS = 61_000
const NETWORKS = 10
/** 600 requests take a few seconds, on a busy machine minutes; in ms. */
const MINUTES = 240_000
/** Requests by the first and by the second name of a pair. */
const FIRST = 120
const SECOND = 80

const backend = await testBackend({ internalSecret: secret })
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  setTime(START)
})
afterEach(() => vi.useRealTimers())

/** Sets the clocks of the backend and of the rate limits. */
function setTime(at: number) {
  vi.setSystemTime(at)
  backend.setClock(new Date(at).toISOString())
}

/** Two accounts, without counters and codes. */
async function accounts() {
  await backend.empty()
  await registeredByMail(backend, { secret, address: '192.0.2.1' })
  const eve = { username: 'evening', email: 'eve@example.com' }
  await registeredByMail(backend, { secret, address: '192.0.2.2', ...eve })
  await backend.db.execute(sql`TRUNCATE rate_limits, codes`)
  backend.messages.length = 0
}

/** Pairs of a user name and an address, of the same length. */
const PAIRS = {
  linked: ['ada_lovelace', 'ada@example.com'],
  'of two accounts': ['ada_lovelace', 'eve@example.com'],
  absent: ['ida_lovelace', 'ide@example.com'],
} as const

const from = (at: number) =>
  clientOf(backend, {
    address: `203.0.113.${(at % NETWORKS) + 1}`,
    secret,
    devices: 'a'.repeat(43),
  })

/** The answer to a request, without what differs between any two. */
async function ask(at: number, { path, body }: Typed) {
  const { headers, request_id: _, ...answer } = await from(at).post(path, body)
  const kept = [...headers].filter(([name]) => name !== 'x-request-id')
  return JSON.stringify({ ...answer, kept })
}

/** Answers to 200 requests: by the name, then by the address; and the counters of what was typed. */
async function observe(
  byName: string,
  byAddress: string,
  [name, email]: readonly [string, string],
): Promise<{ answers: string[]; counters: unknown }> {
  await accounts()
  const answers: string[] = []
  for (let at = 0; at < FIRST + SECOND; at += 1) {
    setTime(START + Math.floor(at / NETWORKS) * STEP_MS)
    const typed = at < FIRST ? BY_NAME[byName]?.(name) : BY_ADDRESS[byAddress]?.(email)
    if (!typed) throw new Error(`no request ${byName}, ${byAddress}`)
    answers.push((await ask(at, typed)).replaceAll(name, 'NAME').replaceAll(email, 'ADDRESS'))
  }
  const { rows } = await backend.db.execute(
    sql`SELECT key, points, expire FROM rate_limits
        WHERE key LIKE '%name %' OR key NOT LIKE '%@%' AND key LIKE '%:203.0.113%'`,
  )
  const counters = rows
    .map((row) => JSON.stringify(row).replaceAll(name, 'NAME').replaceAll(email, 'ADDRESS'))
    .toSorted()
  return { answers, counters }
}

it('every field of the contract that may hold a user name or an address is covered here', () => {
  const covered = [BY_ADDRESS, BY_NAME, NO_PERSON].flatMap((table) =>
    Object.keys(table).map((field) => field.replace(/ .*/, '')),
  )
  expect([...new Set(PERSON_FIELDS)].toSorted()).toEqual([...new Set(covered)].toSorted())
})

describe('200 requests by a name and by an address have the same answers and counters for every pair', () => {
  const combinations = [
    ...Object.keys(BY_ADDRESS).map((byAddress) => ['verifyCodeLogIn.data', byAddress] as const),
    ['logIn.account', 'logIn.account without a code'],
    ['logIn.account', 'verifyCodeLogIn.data'],
    ['register.username', 'register.email'],
  ] as const
  // Each takes 600 requests. The sample has every request by a name, and every fourth one by an address.
  const sampled = combinations.filter((_, at) => isWhole || at % 4 === 0)
  it.each(sampled)(
    '%s, then %s',
    async (byName, byAddress) => {
      const linked = await observe(byName, byAddress, PAIRS.linked)
      expect(linked.counters).not.toEqual([])
      for (const title of ['of two accounts', 'absent'] as const) {
        expect(await observe(byName, byAddress, PAIRS[title]), title).toEqual(linked)
      }
    },
    MINUTES,
  )
})

describe('one request', () => {
  const statementSchema = z.union([
    z.string(),
    z.object({ text: z.string() }).transform(({ text }) => text),
  ])
  /** Tables of accounts and limits; others are asked by the jobs of the backend, at any time. */
  const OF_THE_CALL = /"(?:accounts|authors|devices|codes)"|rate_limits/
  const IS_SWEEP = /^DELETE FROM rate_limits WHERE expire/

  /** The statements and the number of hashes of a request, with those that it takes after its answer. */
  async function workOf(typed: Typed | undefined) {
    if (!typed) throw new Error('no request')
    await accounts()
    const asked = vi.spyOn(backend.db.$client, 'query')
    const statements = () =>
      asked.mock.calls
        .map(([first]) => statementSchema.parse(first))
        .filter((text) => OF_THE_CALL.test(text) && !IS_SWEEP.test(text))
    computed.count = 0
    await from(0).post(typed.path, typed.body)
    if (typed.path.endsWith('/verify_code/log_in')) {
      await expect.poll(() => statements().at(-1)).toContain('insert into "codes"')
    }
    const work = { statements: statements(), hashes: computed.count }
    asked.mockRestore()
    return work
  }
  const requests = [
    ...Object.entries(BY_ADDRESS).map(
      ([field, by]) => [field, by('ada@example.com'), by('ide@example.com')] as const,
    ),
    ...Object.entries(BY_NAME).map(
      ([field, by]) => [field, by('ada_lovelace'), by('ida_lovelace')] as const,
    ),
  ]
  it.each(requests)(
    'to %s takes the same statements and as many hashes for an account as for none',
    async (_field, existing, absent) => {
      const work = await workOf(existing)
      expect(work.statements).not.toEqual([])
      expect(await workOf(absent)).toEqual(work)
    },
  )
})
