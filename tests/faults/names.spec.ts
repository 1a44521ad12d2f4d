import path from 'node:path'
import { expect, test } from 'playwright/test'
import { z } from 'zod'
import { codeInMail } from '#tests/support/api-client.ts'
import { figure } from '#tests/support/figure.ts'
import { BY_ADDRESS, BY_NAME, type Typed } from '#tests/support/typed-names.ts'
import { type FaultSite, startSite } from './site.ts'

/** Requests by an account, and by none. A name is used as often as codes may be sent for it. */
const ROUNDS = 200
const PEOPLE = 10
/** By how much the medians may differ. */
const RATIO_MAX = 1.2

type Person = { username: string; email: string }
const peopleOf = (word: string, test: number): Person[] =>
  Array.from({ length: PEOPLE }, (_, at) => ({
    username: `${word}_${test}_lovelace_${at}`,
    email: `${word}${test}x${at}@example.com`,
  }))

let site: FaultSite
test.beforeAll(async () => {
  site = await startSite({ isHeadless: true, variables: { DEMO: '0', RATE_FACTOR: '1000' } })
})
test.afterAll(() => site?.stop())

let networks = 0
/** The time of an answer to a request from a network of its own, in ms, and its reason. */
async function ask({ path: to, body }: Typed) {
  networks += 1
  const begun = performance.now()
  const response = await fetch(`${site.backend}/api/v1${to}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-internal-secret': site.internalSecret,
      'x-client-address': `10.0.${networks >> 8}.${networks & 255}`,
    },
    body: JSON.stringify(body),
  })
  const answer = z.object({ reason: z.string().optional() }).parse(await response.json())
  return { ms: performance.now() - begun, reason: answer.reason ?? 'ok' }
}

async function register({ username, email }: Person) {
  await ask({ path: '/sms/verify_code', body: { data: email } })
  const code = await codeInMail(path.join(site.dataDir, 'mail'), email)
  const body = { username, email, password: 'engine-1843', code }
  expect(await ask({ path: '/auth/sign_in', body })).toMatchObject({ reason: 'ok' })
}

const median = (times: number[]) => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0

const requests = [
  ...Object.entries(BY_NAME).map(([field, by]) => ({
    title: `${field} by a user name`,
    by: ({ username }: Person) => by(username),
  })),
  ...Object.entries(BY_ADDRESS).map(([field, by]) => ({
    title: `${field} by an address`,
    by: ({ email }: Person) => by(email),
  })),
]
for (const [at, { title, by }] of requests.entries()) {
  test(`${title}: an account and none are answered in the same time`, async () => {
    const accounts = peopleOf('ada', at)
    const absent = peopleOf('ida', at)
    for (const person of accounts) await register(person)
    // A registration needs a code, which counts.
    for (const { email } of absent) await ask({ path: '/sms/verify_code', body: { data: email } })
    const groups = [accounts, absent].map((people) => ({
      people,
      answers: [''].slice(1),
      times: [0].slice(1),
    }))
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const { people, answers, times } of round % 2 === 0 ? groups : groups.toReversed()) {
        const person = people[round % PEOPLE]
        if (!person) continue
        const { ms, reason } = await ask(by(person))
        answers.push(reason)
        times.push(ms)
      }
    }
    const [existing, none] = groups
    expect(existing?.answers).toEqual(none?.answers)
    const ratio = median(existing?.times ?? []) / median(none?.times ?? [])
    figure(
      `${title}: time for an account to time for none`,
      ratio.toFixed(2),
      `at most ${RATIO_MAX}`,
    )
    expect(Math.max(ratio, 1 / ratio)).toBeLessThanOrEqual(RATIO_MAX)
  })
}
