// @module-tag long
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { RATES } from '#lib/limits/rates.ts'
import { createSharedBuckets } from '#lib/limits/shared-buckets.ts'
import type { Redis } from '#lib/redis/connect.ts'
import {
  clientOf,
  isRedisInstalled,
  startRedis,
  type TestRedis,
} from '#tests/support/engines/redis.ts'
import { waitFor } from '#tests/support/wait.ts'

const { capacity } = RATES.cards
const FACTOR = 0.1
const ALLOWANCE = capacity * FACTOR
const bucketsOf = (redis: Redis, tier: 'web' | 'backend', deadlineMs?: number) =>
  createSharedBuckets({
    redis,
    tier,
    factor: FACTOR,
    ...(deadlineMs !== undefined && { deadlineMs }),
  })

describe.skipIf(!isRedisInstalled)('with a Redis server', () => {
  let server: TestRedis
  const clients: Redis[] = []
  beforeAll(async () => {
    server = await startRedis()
  })
  afterEach(async () => {
    for (const client of clients.splice(0)) client.close()
    server.resume()
    await server.ask('FLUSHALL')
  })
  afterAll(() => server.stop())

  /** With a deadline that a busy machine keeps. */
  async function process(tier: 'web' | 'backend' = 'web') {
    const { redis, reports } = await clientOf(server.url)
    clients.push(redis)
    return { redis, reports, buckets: bucketsOf(redis, tier, 5_000) }
  }
  type Buckets = Awaited<ReturnType<typeof process>>['buckets']
  const allowed = async (all: Buckets[], address: string, tries: number) => {
    let count = 0
    for (let at = 0; at < tries; at += 1) {
      if ((await all[at % all.length]?.takeByAddress('cards', address))?.wait === 0) count += 1
    }
    return count
  }

  it('gives one allowance to two processes, and another to each tier', async () => {
    const [one, two, backend] = [await process(), await process(), await process('backend')]
    expect(await allowed([one.buckets, two.buckets], '203.0.113.1', ALLOWANCE * 3)).toBe(ALLOWANCE)
    expect((await two.buckets.takeByAddress('cards', '203.0.113.1')).wait).toBeGreaterThan(0)
    expect((await two.buckets.takeByAddress('cards', '203.0.113.2')).wait).toBe(0)
    expect((await backend.buckets.takeByAddress('cards', '203.0.113.1')).wait).toBe(0)
  })

  it('takes from every bucket or from none', async () => {
    const { buckets } = await process()
    buckets.charge('203.0.113.3', 60_000)
    await waitFor(async () => expect(await server.ask('KEYS', '*203.0.113.3')).toContain('work'))
    expect((await buckets.takeByAddress('cards', '203.0.113.3')).wait).toBeGreaterThan(0)
    expect(await server.ask('KEYS', '*cards*')).toBe('')
  })

  it('keeps no key for longer than a bucket takes to be full', async () => {
    const { buckets } = await process()
    await buckets.takeByAddress('cards', '2001:db8::1')
    await buckets.takeByAccount('account', 'ada')
    const keys = (await server.ask('KEYS', '*')).split('\n')
    expect(keys).toHaveLength(8)
    for (const key of keys) {
      const ms = Number(await server.ask('PTTL', key))
      // -1 is a key that stays; -2 one whose time has ended meanwhile.
      expect(ms, key).not.toBe(-1)
      expect(ms, key).toBeLessThan(60_000)
    }
  })

  it('treats a foreign value as a full bucket', async () => {
    const { buckets } = await process()
    for (const value of ['nonsense', '-inf 1.0', 'nan 5.0', '1.0 99999999999999.0']) {
      await server.ask('SET', 'keystrip:rate:web:cards 203.0.113.9', value)
      expect((await buckets.takeByAddress('cards', '203.0.113.9')).wait, value).toBe(0)
    }
    await server.ask('DEL', 'keystrip:rate:web:cards 203.0.113.9')
    await server.ask('RPUSH', 'keystrip:rate:web:cards 203.0.113.9', 'a list')
    expect((await buckets.takeByAddress('cards', '203.0.113.9')).wait).toBe(0)
  })

  it('goes on after FLUSHALL and SCRIPT FLUSH', async () => {
    const { buckets, reports } = await process()
    await buckets.takeByAddress('cards', '203.0.113.1')
    await server.ask('FLUSHALL')
    await server.ask('SCRIPT', 'FLUSH')
    expect(await allowed([buckets], '203.0.113.1', ALLOWANCE * 2)).toBe(ALLOWANCE)
    expect(reports).toEqual(['works'])
  })

  it('answers from the memory of the process while the server hangs, soon at no cost, and heals without a request', async () => {
    const { reports, redis } = await process()
    const buckets = bucketsOf(redis, 'web')
    server.pause()
    const start = performance.now()
    expect(await allowed([buckets], '203.0.113.1', ALLOWANCE * 2)).toBe(ALLOWANCE)
    // Not every request has waited for an answer, of which each is given up after 100 ms.
    expect(performance.now() - start).toBeLessThan(ALLOWANCE * 2 * 100)
    expect(redis.state()).toBe('failing')
    expect(reports).toContain('failed: Error: no answer within 100 ms')
    server.resume()
    await waitFor(() => expect(redis.state()).toBe('ok'))
  })
})

it.skipIf(!isRedisInstalled)(
  'goes on without a server that was killed, and uses it again',
  async () => {
    const first = await startRedis()
    const { redis, reports } = await clientOf(first.url)
    const { takeByAddress } = createSharedBuckets({ redis, tier: 'web', factor: FACTOR })
    expect((await takeByAddress('cards', '203.0.113.1')).wait).toBe(0)
    await first.kill()
    for (let at = 0; at < ALLOWANCE; at += 1) {
      expect((await takeByAddress('cards', '203.0.113.1')).wait).toBe(0)
    }
    expect((await takeByAddress('cards', '203.0.113.1')).wait).toBeGreaterThan(0)
    const second = await startRedis(first.port)
    await waitFor(async () => {
      await takeByAddress('cards', '203.0.113.7')
      expect(redis.state()).toBe('ok')
    })
    expect(reports.join()).not.toContain(first.password)
    redis.close()
    await second.stop()
  },
)

it.skipIf(!isRedisInstalled)('never names the password in a report', async () => {
  const server = await startRedis()
  const wrong = `redis://ada:wrong%20secret@127.0.0.1:${server.port}`
  const { redis, reports } = await clientOf(wrong)
  await waitFor(() => expect(reports.length).toBeGreaterThan(0))
  expect(reports.join()).toMatch(/WRONGPASS|invalid/)
  expect(reports.join()).not.toContain('wrong secret')
  redis.close()
  await server.stop()
})
