import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { accounts, writes } from '#backend/db/tables.ts'
import { withIdempotencyKey } from '#backend/services/idempotency/with-idempotency-key.ts'
import { registered } from '#tests/support/accounts.ts'
import { testBackend } from '#tests/support/backend.ts'

const DAY_MS = 24 * 3600 * 1000
const SECOND_MS = 1000

let uid = ''
let count = 0
const backend = await testBackend()
beforeEach(async () => {
  await backend.empty()
  await registered(backend)
  uid = (await backend.db.select().from(accounts))[0]?.uid ?? ''
  count = 0
})

/** Writes with a key at a time of the backend. @returns how many times the work has run. */
const write = (key: string, now: number) =>
  withIdempotencyKey(
    backend.db,
    { uid, key, request: 'PUT /icon', now: new Date(now), answer: z.number() },
    async () => (count += 1),
  )
const keys = async () => (await backend.db.select().from(writes)).map(({ key }) => key)

describe('an idempotency key', () => {
  it('is remembered for 24 hours', async () => {
    const begun = Date.now() - 3 * DAY_MS
    expect(await write('a', begun)).toBe(1)
    expect(await write('a', begun + DAY_MS)).toBe(1)
    expect(await write('a', begun + DAY_MS + 1)).toBe(2)
  })

  it('is deleted by the next write of any key after that', async () => {
    const begun = Date.now() - 3 * DAY_MS
    await write('a', begun)
    await write('b', begun + SECOND_MS)
    expect(await keys()).toEqual(['a', 'b'])
    await write('c', begun + DAY_MS + SECOND_MS)
    expect(await keys()).toEqual(['b', 'c'])
  })

  it.each([
    ['kept', 'until', -60],
    ['deleted', 'after', 60],
  ])(
    'is %s %s 24 hours of the database, if the clock of the backend is ahead',
    async (outcome, _, seconds) => {
      await write('a', Date.now())
      const age = DAY_MS / 1000 + seconds
      await backend.db.update(writes).set({ createdAt: sql`now() - make_interval(secs => ${age})` })
      await write('b', Date.now() + 40 * DAY_MS)
      expect(await keys()).toEqual(outcome === 'kept' ? ['a', 'b'] : ['b'])
    },
  )
})
