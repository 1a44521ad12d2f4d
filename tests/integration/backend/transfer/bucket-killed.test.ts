// @module-tag long
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Depot } from '#scripts/transfer/depot.ts'
import { LEASE_MS } from '#scripts/transfer/bucket-lock.ts'
import { readDepot } from '#scripts/transfer/reader.ts'
import { hashesOf } from '#tests/support/memory-site.ts'
import { failing, failureOf, openBucketSite } from '#tests/support/bucket-site.ts'

/* Backups that are killed before every write, and several at once. */

const FORMER = ['an-object', 'object-2', 'of-both']

let place: Awaited<ReturnType<typeof openBucketSite>>
beforeAll(async () => {
  place = await openBucketSite()
})
afterAll(() => place.close())
beforeEach(() => place.renew())

const isWrite = (asked: string) => /^(?:PUT|POST|DELETE) /.test(asked)
const writes = () => place.bucket().asked.filter(isWrite).length

describe('a backup that is killed', () => {
  it('before any write leaves the one before usable, and the next one succeeds', async () => {
    await place.site.add('of-both')
    await place.backUp({ count: 2 })
    const before = writes()
    const [former = ''] = await place.times()
    await place.site.add('of-the-new')
    await place.backUp({ count: 2 })
    const count = writes() - before
    expect(count).toBeGreaterThan(10)
    const kept = new Set<string>()
    for (let last = 0; last < count; last += 1) {
      await place.renew()
      await place.site.remove('of-the-new')
      await place.backUp({ count: 2, at: new Date(former) })
      await place.site.add('of-the-new')
      // Nothing reaches the bucket any more, as of a process that is gone.
      let left = last
      place.bucket().fault = (asked) => {
        if (isWrite(asked)) left -= 1
        return left < 0 ? 'refused' : undefined
      }
      const killed = await place.open({ forMs: 0, pauseMs: 1, answerMs: 1_000 })
      await failureOf(() => place.backUp({ count: 2, into: killed }))
      place.bucket().fault = () => undefined
      const reader = await readDepot(place.depot(), () => '')
      const found = Object.keys(await hashesOf(reader))
      const isFormer = reader.manifest().at === former
      kept.add(isFormer ? 'former' : 'new')
      const objects = isFormer ? FORMER : [...FORMER, 'of-the-new']
      expect(found, `killed before write ${last}`).toEqual(expect.arrayContaining(objects))
      place.bucket().s3.aheadMs += LEASE_MS
      await place.backUp({ count: 1 })
      expect(await place.times()).toHaveLength(1)
      expect(await place.keys()).toHaveLength(4)
    }
    expect(kept).toEqual(new Set(['former', 'new']))
    await place.site.remove('of-both')
    await place.site.remove('of-the-new')
  })
})

describe('the lock of a bucket', () => {
  it('refuses a second backup in one sentence until the first has ended', async () => {
    const lock = await place.depot().lock()
    const message = await failureOf(async () => place.backUp({ into: await place.open() }))
    expect(message).toMatch(
      /^Another backup is written to \S+ by "[^"]+"; if it was killed, try again in \d min\.$/,
    )
    expect(message).not.toContain('S3RVER')
    await lock.release()
    await place.backUp()
    expect(await place.times()).toHaveLength(1)
  })

  it('of two that are taken at the same time is given to one', async () => {
    const others = await Promise.all([place.open(), place.open(), place.open()])
    const taken = await Promise.allSettled(others.map((one) => one.lock()))
    expect(taken.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(1)
    for (const one of taken) if (one.status === 'fulfilled') await one.value.release()
  })

  it('ends some minutes after its holder was killed; one that lived on does not complete its backup', async () => {
    let isTaken = false
    const slow: Depot = {
      ...place.depot(),
      async write(name, bytes) {
        if (name.startsWith('tables/') && !isTaken) {
          isTaken = true
          place.bucket().s3.aheadMs += LEASE_MS
          await place.backUp({ into: await place.open() })
        }
        await place.depot().write(name, bytes)
      },
    }
    const first = await failureOf(() => place.backUp({ into: slow }))
    expect(isTaken).toBe(true)
    expect(first).toMatch(/^Another backup /)
    expect(await place.times()).toHaveLength(1)
  })

  it('is given to one by a storage that has conditional writes', async () => {
    place.bucket().fault = failing(/^PUT lock/, { status: 412, code: 'PreconditionFailed' })
    expect(await failureOf(() => place.backUp())).toMatch(/^Another backup is written to/)
  })
})
