// @module-tag long
import type { ServerResponse } from 'node:http'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ATTEMPTS_MAX } from '#backend/services/job/queue.ts'
import { RELEASE_JOB, resumeDeliveries } from '#backend/services/release/deliveries.ts'
import { JOB, NOTHING_NEW, NOW, releaseOf, startReleases } from '#tests/support/releases.ts'
import { stoppedAtEnd } from '#tests/support/stopped-at-end.ts'

const SECONDS = Date.parse(NOW) / 1000
const ASSETS = '/releases/assets/'

const site = await stoppedAtEnd(startReleases({ noticeTimes: { waitMs: 10_000 } }))
beforeEach(async () => {
  await site.begin()
  site.release([releaseOf('1.2.0')])
})

const json = (res: ServerResponse, status: number, headers = {}) =>
  res.writeHead(status, { 'content-type': 'application/json', ...headers }).end('{}')
const jobsSchema = z.array(z.object({ attempts: z.number(), wait: z.coerce.number() }))
async function job() {
  const { rows } = await site.backend.db.execute(sql`
    SELECT attempts, extract(epoch FROM due_at - now()) AS wait FROM jobs WHERE name = ${RELEASE_JOB}`)
  return jobsSchema.parse(rows)[0]
}

describe('a rate limit of GitHub', () => {
  const exhausted = (reset: number) => ({
    'x-ratelimit-remaining': '0',
    'x-ratelimit-reset': String(reset),
  })
  it.each<[string, string, number, Record<string, string>, [number, number]]>([
    ['of an hour', '/releases/latest', 403, exhausted(SECONDS + 1800), [1700, 1800]],
    ['while a package is read', ASSETS, 403, exhausted(SECONDS + 1800), [1700, 1800]],
    ['that is secondary', ASSETS, 403, { 'retry-after': '90' }, [60, 90]],
    ['by its status', '/contents/', 429, { 'retry-after': '90' }, [60, 90]],
    ['that names no time', '/releases/latest', 429, {}, [30, 60]],
    ['that is over at once', '/releases/latest', 429, { 'retry-after': '0.1' }, [15, 30]],
    ['of a year', '/releases/latest', 403, exhausted(SECONDS + 4e7), [3500, 3600]],
  ])('%s is waited for, and no attempt counts', async (_, part, status, headers, [from, to]) => {
    site.github.answer(part, (res) => json(res, status, headers))
    const details = { retry_at: expect.any(String) }
    const expected = { state: 'waiting', reason: 'github_limit', details, ...NOTHING_NEW }
    expect(await site.outcome()).toMatchObject(expected)
    await expect.poll(job).toMatchObject({ attempts: 0 })
    const wait = (await job())?.wait ?? 0
    expect(wait).toBeGreaterThan(from)
    expect(wait).toBeLessThanOrEqual(to)
    site.github.behave(null)
    await site.hurry()
    await site.untilLast({ state: 'published', reason: null })
  })
})

it('a GitHub that fails for ever is given up after the attempts, with the reason', async () => {
  site.github.answer(ASSETS, (res) => json(res, 502))
  const sent = site.send()
  await site.untilLast({ state: 'waiting', reason: 'asset_unreachable' })
  await expect.poll(job).toMatchObject({ attempts: 1 })
  await site.backend.db.execute(sql`UPDATE jobs SET attempts = ${ATTEMPTS_MAX}`)
  await site.hurry()
  expect(await sent).toMatchObject({
    status: 409,
    reason: 'release_refused',
    details: { reason: 'asset_unreachable' },
  })
  expect(await site.items()).toMatchObject([{ state: 'failed', reason: 'asset_unreachable' }])
  expect(await site.readPlugin()).toMatchObject({ version: '1.1.3' })
})

it('a delivery whose reading fails for another reason has that reason, and keeps it when it is given up', async () => {
  const id = await site.abandoned()
  const { storage } = site.backend
  const broken = site.handler({
    storage: { ...storage, writeStream: () => Promise.reject(new Error('a fault')) },
  })
  await expect(broken.run(id, JOB)).rejects.toThrow('a fault')
  expect(await site.items()).toMatchObject([{ state: 'waiting', reason: 'internal' }])
  await broken.giveUp(id)
  expect(await site.items()).toMatchObject([{ state: 'failed', reason: 'internal' }])
})

it('a delivery whose job was dropped by another release of the site is taken up again, once', async () => {
  await site.abandoned()
  expect(await resumeDeliveries(site.backend.db)).toBe(1)
  expect(await resumeDeliveries(site.backend.db)).toBe(0)
  site.backend.jobs.wake()
  await site.untilLast({ state: 'published' })
})
