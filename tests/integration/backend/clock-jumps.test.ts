import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { RateLimitError } from '#backend/errors.ts'
import { createLimits } from '#backend/services/limit/limits.ts'
import { startSchedule } from '#backend/services/project/schedule.ts'
import { createSweepClock, startSweeping } from '#backend/services/upload/schedule.ts'
import { clientOf, registered } from '#tests/support/accounts.ts'
import { createdToken } from '#tests/support/access-tokens.ts'
import { quietParts, testBackend } from '#tests/support/backend.ts'
import { projectInput, publishProject } from '#tests/support/publishing.ts'
import { packOf } from '#tests/support/versions.ts'
import { waitFor } from '#tests/support/wait.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const JUMPS = [2 * HOUR_MS, 3 * DAY_MS, 40 * DAY_MS]

/** Accounts, uploads and publications of each test, on a machine that may be busy. */
vi.setConfig({ testTimeout: 120_000 })

let ada = ''
const backend = await testBackend()
beforeEach(async () => {
  await backend.empty()
  jump(0)
  ada = await registered(backend)
})
afterEach(() => vi.useRealTimers())

/** The clock of the backend is ahead of the database's by `ms`. */
function jump(ms: number) {
  vi.useRealTimers()
  const now = Date.now() + ms
  if (ms !== 0) vi.useFakeTimers({ toFake: ['Date'], now })
  backend.setClock(new Date(now).toISOString())
}
const EVE = { username: 'eve_clockwork', email: 'eve@example.com', password: 'engine-1843' }
/** A token of the time that the backend has now. */
async function signedIn({ username, password } = { ...EVE, username: 'ada_lovelace' }) {
  const answer = await clientOf(backend).post('/auth/log_in', { account: username, password })
  return z.object({ token: z.string() }).parse(answer).token
}
const parts = () => quietParts(backend.db, backend.storage)
const waitOf = (work: Promise<void>) =>
  work.then(
    () => 0,
    (error: unknown) => (error instanceof RateLimitError ? (error.retryAfter ?? -1) : -1),
  )

describe('a clock that was ahead for a while and is set back', () => {
  it.each(JUMPS)(
    'by %d ms leaves no limit that lasts longer than its rule and an hour',
    async (ms) => {
      const limits = createLimits(backend.db)
      jump(ms)
      await limits.count('codesInARow', 'ada')
      await limits.tally('failuresByAccount', 'ada')
      jump(0)
      // The one attempt of a minute, and a hundred of an hour.
      expect(await waitOf(limits.count('codesInARow', 'ada'))).toBe(0)
      const wait = await waitOf(limits.count('codesInARow', 'ada'))
      expect(wait).toBeGreaterThan(0)
      expect(wait).toBeLessThanOrEqual(60)
      const { endsIn } = await limits.tally('failuresByAccount', 'ada')
      expect(endsIn).toBeLessThanOrEqual(2 * HOUR_MS)
    },
  )

  it('behind keeps limits: what is used up stays used up', async () => {
    const limits = createLimits(backend.db)
    await limits.count('codesInARow', 'eve')
    jump(-HOUR_MS / 2)
    expect(await waitOf(limits.count('codesInARow', 'eve'))).toBeGreaterThan(0)
  })
})

describe('a clock that jumps ahead', () => {
  it.each(JUMPS)('by %d ms makes no repeated write twice', async (ms) => {
    const input = await projectInput(backend, ada)
    const eve = await registered(backend, EVE)
    const send = async (key: string, body: unknown, token = ada) => {
      const headers = { authorization: `Bearer ${token}`, 'idempotency-key': key }
      const answer = await backend.get('/icon', {
        method: 'POST',
        body: JSON.stringify(body),
        headers,
      })
      return z.object({ id: z.string() }).safeParse(answer.data).data?.id ?? answer.code
    }
    const others = await projectInput(backend, eve)
    const id = await send('key-of-this-form', input)
    jump(ms)
    // A write of another account deletes old keys.
    expect(await send('key-of-another', others, await signedIn(EVE))).toEqual(expect.any(String))
    expect(await send('key-of-this-form', input, await signedIn())).toBe(id)
    jump(0)
    expect(await send('key-of-this-form', input)).toBe(id)
    expect(await backend.db.$count(sql`projects`)).toBe(2)
  })

  it('deletes no session, upload or key of a form too early, neither at a start nor later', async () => {
    const token = await createdToken(backend, ada)
    await projectInput(backend, ada)
    const rows = () =>
      Promise.all(
        ['sessions', 'tokens', 'access_tokens', 'files', 'writes'].map((name) =>
          backend.db.$count(sql`${sql.identifier(name)}`),
        ),
      )
    const before = await rows()
    jump(40 * DAY_MS)
    const stop = new AbortController()
    await startSweeping({ ...parts(), signal: stop.signal, notify: async () => undefined }, false)
    stop.abort()
    jump(0)
    expect(await rows()).toEqual(before)
    expect(await clientOf(backend).ask('/account/info', { token: ada })).toMatchObject({
      code: 200,
    })
    expect(token.secret).not.toBe('')
  })

  it('with that of its database deletes nothing too early while the process runs', async () => {
    const began = Date.now() - 100 * DAY_MS
    let [now, elapsed] = [began, 5_000]
    const clock = createSweepClock(backend.db, { now: () => now, elapsed: () => elapsed })
    elapsed += 60_000
    now += 40 * DAY_MS
    expect((await clock()).getTime()).toBe(began + 60_000)
    now = began + 60_000 - DAY_MS
    expect((await clock()).getTime()).toBe(now)
    now = Date.now() + 40 * DAY_MS
    elapsed = 200 * DAY_MS
    expect((await clock()).getTime()).toBeLessThanOrEqual(Date.now() + 1_000)
  })

  it('publishes no scheduled version before the time of its database', async () => {
    const project = await publishProject(backend, ada)
    const pack = packOf(backend, ada, project)
    const publish_at = new Date(Date.now() + DAY_MS).toISOString()
    await pack.add('2.0.0', { publish_at })
    jump(3 * DAY_MS)
    const stop = new AbortController()
    const look = vi.spyOn(backend.db, 'select')
    const clock = () => new Date()
    const running = startSchedule({
      ...parts(),
      signal: stop.signal,
      clock,
      onHeld: () => undefined,
    })
    await waitFor(() => expect(look).toHaveBeenCalled())
    stop.abort()
    await running
    expect(await pack.current()).toMatchObject({ version: '1.0.0' })
  })
})
