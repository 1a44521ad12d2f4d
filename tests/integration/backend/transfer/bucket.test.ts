// @module-tag long
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { LEASE_MS } from '#scripts/transfer/bucket-lock.ts'
import { readDepot } from '#scripts/transfer/reader.ts'
import { restoreBackup } from '#scripts/transfer/restore.ts'
import type { TargetSite } from '#scripts/transfer/target.ts'
import { failing, failureOf, openBucketSite, PATIENCE } from '#tests/support/bucket-site.ts'
import type { StorageFault } from '#tests/support/faulty-s3.ts'
import { openMemoryTarget } from '#tests/support/memory-site.ts'

/* Backups in a bucket, over HTTP, and what is said where the bucket fails. */

const PASSPHRASE = 'a long passphrase'
const DAY_MS = 24 * 3600 * 1000

let place: Awaited<ReturnType<typeof openBucketSite>>
beforeAll(async () => {
  place = await openBucketSite()
})
afterAll(() => place.close())
beforeEach(() => place.renew())

const restore = async (target: TargetSite) => {
  const reader = await readDepot(await place.open(), () => '')
  return restoreBackup({ reader, target, onProgress: () => undefined })
}

describe('a backup in a bucket', () => {
  it('has every row and file, and is encrypted or not from its beginning on', async () => {
    await place.backUp()
    const target = await openMemoryTarget(path.join(place.folder, 'target'))
    await restore(target)
    expect(await target.found()).toEqual(await place.site.found())
    await target.close()
    const other = await place.open()
    await expect(place.backUp({ passphrase: PASSPHRASE, into: other })).rejects.toThrow(
      'another bucket',
    )
  })

  it('sends only files that are new, encrypted or not, also after one that was interrupted', async () => {
    for (const passphrase of [undefined, PASSPHRASE]) {
      await place.renew()
      place.bucket().fault = failing(/^PUT tables/, { status: 403, code: 'AccessDenied' })
      await failureOf(() => place.backUp(passphrase === undefined ? {} : { passphrase }))
      place.bucket().fault = () => undefined
      const sent = () =>
        place
          .bucket()
          .written()
          .filter((asked) => asked.startsWith('PUT files/'))
      expect(sent()).toHaveLength(2)
      await place.backUp(passphrase === undefined ? {} : { passphrase })
      expect(sent()).toHaveLength(2)
      await place.site.add('a-new-one')
      await place.backUp(passphrase === undefined ? {} : { passphrase })
      expect(sent().slice(2)).toEqual(['PUT files/a-/a-new-one'])
      expect(Object.keys(await place.read(PASSPHRASE))).toContain('a-new-one')
      await place.site.remove('a-new-one')
    }
  })

  it('keeps the last ones by number and by age, with the files that they name', async () => {
    const now = Date.now()
    await place.site.add('of-the-first')
    await place.backUp({ count: 2, days: 3, at: new Date(now - 9 * DAY_MS) })
    await place.site.remove('of-the-first')
    await place.site.add('of-the-second')
    await place.backUp({ count: 2, days: 3, at: new Date(now - 2 * DAY_MS) })
    await place.site.remove('of-the-second')
    expect(await place.keys()).toContain('of-the-first')
    await place.backUp({ count: 2, days: 3, at: new Date(now - DAY_MS) })
    await place.backUp({ count: 2, days: 3, at: new Date(now) })
    const ages = (await place.times()).map((at) => Math.round((now - Date.parse(at)) / DAY_MS))
    expect(ages).toEqual([2, 1, 0])
    expect(await place.keys()).toEqual(['an-object', 'object-2', 'of-the-second'])
    const earlier = new Date(now - 1.5 * DAY_MS)
    const former = await readDepot(place.depot(), () => '', earlier)
    expect(former.manifest().at).toBe(new Date(now - 2 * DAY_MS).toISOString())
    const before = readDepot(place.depot(), () => '', new Date(now - 5 * DAY_MS))
    await expect(before).rejects.toThrow(/^There is no backup in \S+ that was made until/)
  })

  it('that keeps all removes nothing, so that the key need not be allowed to', async () => {
    place.bucket().fault = failing(/^DELETE/, { status: 403, code: 'AccessDenied' })
    await place.backUp({ count: 0 })
    await place.backUp({ count: 0 })
    expect(await place.times()).toHaveLength(2)
    expect(place.bucket().asked.filter((asked) => asked.startsWith('DELETE'))).toEqual([])
    const { pruneError } = await place.backUp({ count: 1 })
    expect(String(pruneError)).toContain('refuses the key (AccessDenied)')
    expect(await place.times()).toHaveLength(3)
  })

  it('made by a clock that was set back is the last one, and stays', async () => {
    const now = Date.now()
    await place.backUp({ count: 2, days: 30, at: new Date(now) })
    const back = new Date(now - 400 * DAY_MS)
    await place.backUp({ count: 2, days: 30, at: back })
    expect((await readDepot(place.depot(), () => '')).manifest().at).toBe(back.toISOString())
    const later = new Date(now - 399 * DAY_MS)
    await place.backUp({ count: 2, days: 0, at: later })
    expect(await place.times()).toEqual([back.toISOString(), later.toISOString()])
  })
})

describe('a bucket', () => {
  it.each([
    ['is full', { status: 507, code: 'InsufficientStorage' }, 'is full (InsufficientStorage)'],
    ['refuses the key', { status: 403, code: 'AccessDenied' }, 'refuses the key (AccessDenied)'],
    ['fails', { status: 500, code: 'InternalError' }, 'fails (InternalError)'],
    ['does not exist', { status: 404, code: 'NoSuchBucket' }, 'There is no bucket'],
    ['is away', 'refused', 'cannot be reached (ECONNRESET)'],
  ] as const)('that %s is named in one sentence without the key', async (_what, fault, words) => {
    await place.backUp()
    const before = await place.times()
    await place.site.add('one-more')
    for (const kind of [/^PUT files/, /^PUT tables.*manifest/, /^PUT manifest/, /./]) {
      place.bucket().fault = failing(kind, fault)
      const message = await failureOf(() => place.backUp())
      expect(message).toContain(words)
      expect(message).toContain(place.depot().place)
      expect(message).toMatch(/^[^\n]+\.$/)
      expect(message).not.toMatch(/S3RVER|Signature/)
      place.bucket().fault = () => undefined
      place.bucket().s3.aheadMs += LEASE_MS
      expect((await readDepot(place.depot(), () => '')).manifest().at).toBe(before[0])
    }
    await place.site.remove('one-more')
    expect(await place.read()).toHaveProperty('object-2')
    // No secret is in a name, either.
    expect(place.bucket().asked.join('\n')).not.toContain('S3RVER')
  })

  it('that is busy, away or silent for a while is waited for', async () => {
    let count = 0
    const faults: StorageFault[] = [{ status: 503, code: 'SlowDown' }, 'refused', 'silent']
    // Each third request fails, the next one does not.
    place.bucket().fault = () => {
      count += 1
      return count % 3 === 0 ? faults[(count / 3) % 3] : undefined
    }
    await place.backUp({ into: await place.open({ ...PATIENCE, forMs: 5_000, answerMs: 200 }) })
    place.bucket().fault = () => undefined
    expect(await place.read()).toHaveProperty('object-2')
  })

  it('that gives half an object is asked for the rest; if that never comes, check and restore say so', async () => {
    await place.backUp()
    const cut = new Set<string>()
    place.bucket().fault = (asked) => {
      if (!/^GET (?:files|tables)\/./.test(asked) || cut.has(asked)) return undefined
      cut.add(asked)
      return 'cut'
    }
    expect(await place.read()).toHaveProperty('object-2')
    expect(cut.size).toBeGreaterThan(2)
    place.bucket().fault = failing(/^GET files/, 'cut')
    expect(await failureOf(() => place.read())).toMatch(/^The bucket \S+ cannot be reached/)
  })

  it('that has half of an object, or lost one, fails the check, and gets it with the next backup', async () => {
    await place.backUp()
    // Refused each time, so that one is enough.
    const target = await openMemoryTarget(path.join(place.folder, 'refused'))
    for (const spoil of [
      async () => place.depot().write('files/an/an-object', half()),
      async () => place.depot().remove('files/an/an-object'),
    ]) {
      await spoil()
      expect(await failureOf(() => restore(target))).toBe(
        'The backup is damaged: files/an/an-object.',
      )
      await place.backUp()
      expect(await place.read()).toHaveProperty('an-object')
    }
    await target.close()
  })
})

async function* half() {
  yield Buffer.from('bytes of')
}
