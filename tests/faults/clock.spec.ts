import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'playwright/test'
import { z } from 'zod'
import { RATES } from '#lib/limits/rates.ts'
import { callApi, profileOver, registerOver } from '#tests/support/api-client.ts'
import { createClock, isFaketimeInstalled } from '#tests/support/engines/faketime.ts'
import { hasPostgres, type Postgres, startPostgres } from '#tests/support/engines/postgres.ts'
import { figure, seconds } from '#tests/support/figure.ts'
import { startCreator, type Creator } from './creator.ts'
import { startParts } from './parts.ts'
import { examineSite, firstProjects, pageOf, timeUntil, visit } from './site.ts'

test.skip(!isFaketimeInstalled, 'libfaketime is not installed.')
test.skip(!hasPostgres(), 'No PostgreSQL server is installed.')

const HOURS_MS = 2 * 3_600_000
/** A change is on its page within this time, and an allowance that is used up begins to return, in ms. */
const CHANGED_MS = 2_000
const REFILLED_MS = 3_000
/** Requests that a used up allowance may grant at once after the jump. */
const GRANTED_MAX = 8

let folder = ''
let clocks: Record<'backend' | 'web app', ReturnType<typeof createClock>>
let postgres: Postgres
let parts: Awaited<ReturnType<typeof startParts>>
let creator: Creator
let id = ''
test.beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'clock-'))
  clocks = {
    backend: createClock(path.join(folder, 'backend')),
    'web app': createClock(path.join(folder, 'web')),
  }
  postgres = await startPostgres()
  parts = await startParts({
    databaseUrl: postgres.url,
    both: { RATE_FACTOR: '1', DEMO: '0' },
    backend: clocks.backend.variables,
    web: clocks['web app'].variables,
  })
  id = await publishAtBackend()
  creator = await startCreator(parts)
})
test.afterAll(async () => {
  await parts?.stop()
  await postgres?.stop()
  await rm(folder, { recursive: true, force: true })
})

/** A project of an account that works with the backend itself: the web app hears of changes by the feed. */
async function publishAtBackend() {
  const base = `${parts.backend}/api/v1`
  const token = await registerOver(base, parts.dataDir)
  const body = await profileOver(base, token, 'Orchard')
  const answer = await callApi(base, '/profile', { token, body })
  return z.object({ data: z.object({ id: z.string() }) }).parse(answer).data.id
}

/** Time of a process by the `Date` of its answers, in ms since the epoch. */
async function timeOf(url: string): Promise<number> {
  return Date.parse((await visit(`${url}/livez`)).headers.get('date') ?? '')
}

let address = 0
for (const name of ['backend', 'web app'] as const) {
  for (const [offset, ms] of [
    ['+2h', HOURS_MS],
    ['-2h', -HOURS_MS],
  ] as const) {
    test(`a jump of the clock of the ${name} by ${offset} ends no session, stops no allowance and no change; the doctor names it`, async () => {
      const url = name === 'backend' ? parts.backend : parts.base
      const what = `clock of the ${name} ${offset}`
      const page = `${parts.base}${pageOf('profile', id)}`
      expect((await visit(page)).status).toBe(200)
      // The allowance of share cards, used up at the web app, or that of drawn covers at the backend.
      address += 1
      const headers = { 'x-forwarded-for': `203.0.113.${address}` }
      // Each address once: that there is no card at it is remembered.
      let card = 0
      const limited = () =>
        name === 'backend'
          ? '/api/v1/file/none/covers/none.webp'
          : `/cards/en/none-${address}-${(card += 1)}.jpg`
      const take = async () => (await visit(`${url}${limited()}`, { headers })).status
      for (let at = 0; at < RATES.cards.capacity; at += 1) await take()
      await timeUntil(async () => (await take()) === 429)

      clocks[name].set(offset)
      try {
        await timeUntil(async () => Math.abs((await timeOf(url)) - Date.now() - ms) < 60_000)
        const granted: number[] = []
        for (let at = 0; at < 30; at += 1) if ((await take()) !== 429) granted.push(at)
        figure(`${what}: of 30 requests over the limit, granted`, granted.length, `${GRANTED_MAX}`)
        expect(granted.length).toBeLessThanOrEqual(GRANTED_MAX)
        const refilled = await timeUntil(async () => (await take()) !== 429)
        figure(`${what}: the next one is granted after`, seconds(refilled), '3 s')
        expect(refilled).toBeLessThan(REFILLED_MS)

        const info = await creator.attempt('/account/info', { method: 'GET' })
        expect(info?.code).toBe(200)
        expect((await creator.signIn())?.code).toBe(200)
        figure(`${what}: sessions that end, sign-ins that fail`, 0, '0')

        const title = `Orchard ${offset} ${name}`
        await renameAtBackend(title)
        const changed = await timeUntil(async () =>
          String((await visit(page)).body).includes(title),
        )
        figure(`${what}: a change is on its page after`, seconds(changed), '2 s')
        expect(changed).toBeLessThan(CHANGED_MS)
        const control = (await visit(page)).headers.get('cache-control') ?? ''
        const lifetime = Number(/s-maxage=(\d+)/.exec(control)?.[1])
        figure(`${what}: a page may be kept in front of the site for`, `${lifetime} s`, '300 s')
        expect(lifetime).toBeLessThanOrEqual(300)
        const [profile] = await firstProjects(parts, 'profile')
        expect((await visit(`${parts.base}${profile?.file?.url}`)).status).toBe(200)

        const doctor = await examineSite(parts)
        expect(doctor.said).toContain('clock_differs')
        expect(doctor.code).toBe(1)
      } finally {
        clocks[name].set('+0')
      }
      await timeUntil(async () => Math.abs((await timeOf(url)) - Date.now()) < 60_000)
      expect((await creator.attempt('/account/info', { method: 'GET' }))?.code).toBe(200)
      await renameAtBackend('Orchard again')
      const shown = await timeUntil(async () => String((await visit(page)).body).includes('again'))
      expect(shown).toBeLessThan(CHANGED_MS)
      const doctor = await examineSite(parts)
      expect(doctor.code, doctor.said).toBe(0)
    })
  }
}

/** The account signs in again: its token may have expired. */
async function renameAtBackend(title: string) {
  const base = `${parts.backend}/api/v1`
  const who = { account: 'ada_lovelace', password: 'engine-1843' }
  const signedIn = await callApi(base, '/auth/log_in', { body: who })
  const { token } = z.object({ token: z.string() }).parse(signedIn)
  const body = { id, title }
  const answer = await callApi(base, '/profile', { method: 'PUT', token, body })
  expect(answer).toMatchObject({ code: 200 })
}
