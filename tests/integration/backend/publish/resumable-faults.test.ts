import { createHash, randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { createApp } from '#backend/app.ts'
import { uploads } from '#backend/db/tables.ts'
import { diskFull } from '#backend/errors.ts'
import { PART_BYTES } from '#backend/services/upload/receive.ts'
import { sweepUnknown } from '#backend/services/upload/sweep-unknown.ts'
import { UNFINISHED_MAX } from '#backend/services/upload/quota.ts'
import { sweepUnfinished } from '#backend/services/upload/unfinished.ts'
import { storageOf } from '#backend/storage/open.ts'
import { startFaultyS3 } from '#tests/support/faulty-s3.ts'
import { registered } from '#tests/support/accounts.ts'
import { testBackend } from '#tests/support/backend.ts'
import { buildStandardFile } from '#tests/support/containers.ts'
import { failOnce } from '#tests/support/failing-storage.ts'
import { NO_FILES, storedFiles } from '#tests/support/publishing.ts'
import { resumableOf } from '#tests/support/resumable.ts'
import { waitFor } from '#tests/support/wait.ts'

const MB = 1024 * 1024
const QUOTA = 60 * MB
const backend = await testBackend({ uploadMaxBytes: 20 * MB, accountQuota: () => QUOTA })
let token = ''
let ada: ReturnType<typeof resumableOf>
beforeEach(async () => {
  await backend.clear()
  token = await registered(backend)
  ada = resumableOf(backend, token)
})

/** Larger than a part, and not compressible. */
const pack = buildStandardFile('profile', 7 * MB, randomBytes(1024))
const sha256 = createHash('sha256').update(pack).digest('hex')

async function begun(size = pack.length) {
  const { id } = await ada.begin({ size })
  return id
}

describe('what fails', () => {
  it('of the disk leaves the upload where it was', async () => {
    const id = await begun()
    await ada.patch(id, 0, pack.subarray(0, PART_BYTES))
    failOnce(backend.storage, 'writeStream')
    const rest = pack.subarray(PART_BYTES)
    expect(await ada.patch(id, PART_BYTES, rest)).toMatchObject({ status: 503 })
    expect(await ada.head(id)).toMatchObject({ offset: PART_BYTES })
    await ada.patch(id, PART_BYTES, rest)
    failOnce(backend.storage, 'read', { skip: 1 })
    expect(await ada.finish(id)).toMatchObject({ status: 503 })
    expect(await ada.finish(id)).toMatchObject({ data: { sha256 } })
  })

  it('for want of space is refused, and goes on when there is some', async () => {
    const id = await begun()
    const { writeStream } = backend.storage
    backend.storage.writeStream = () => Promise.reject(diskFull(new Error('ENOSPC')))
    expect(await ada.patch(id, 0, pack)).toMatchObject({ status: 503, reason: 'disk_full' })
    backend.storage.writeStream = writeStream
    await ada.patch(id, 0, pack)
    expect(await ada.finish(id)).toMatchObject({ data: { sha256 } })
  })

  it('of lost parts ends the upload, and the file can be sent again', async () => {
    const id = await begun()
    await ada.patch(id, 0, pack)
    for (const key of (await storedFiles(backend)).objects) await backend.storage.remove(key)
    expect(await ada.finish(id)).toMatchObject({ status: 404 })
    expect(await ada.list()).toMatchObject({ data: { items: [] } })
  })
})

describe('a bucket', () => {
  it(
    'that is away leaves the upload where it was, and gets its parts joined when it is back',
    { tags: 'long' },
    async () => {
      const s3 = await startFaultyS3()
      const { storage } = await storageOf({ STORAGE_URL: s3.url }, '/nowhere')
      const app = createApp({
        ...backend.parts,
        storage,
        jobs: backend.jobs,
        pictures: backend.pictures,
      })
      const client = resumableOf({ ...backend, app }, token)
      const { id } = await client.begin({ size: pack.length })
      await client.patch(id, 0, pack.subarray(0, PART_BYTES))
      s3.fault = (asked) => (/^(?:PUT|POST) objects/.test(asked) ? 'refused' : undefined)
      const rest = pack.subarray(PART_BYTES)
      expect(await client.patch(id, PART_BYTES, rest)).toMatchObject({ status: 503 })
      expect(await client.head(id)).toMatchObject({ offset: PART_BYTES })
      s3.fault = () => undefined
      // For a second after an outage requests fail at once.
      const resume = () => client.patch(id, PART_BYTES, rest)
      await waitFor(async () => expect(await resume()).toMatchObject({ status: 200 }))
      s3.fault = (asked) => (asked.startsWith('GET objects') ? 'cut' : undefined)
      expect(await client.finish(id)).toMatchObject({ status: 503 })
      s3.fault = () => undefined
      const finish = () => client.finish(id)
      await waitFor(async () => expect(await finish()).toMatchObject({ data: { sha256 } }))
      expect(await Array.fromAsync(storage.keys())).toMatchObject([{ length: 1 }])
      await s3.stop()
    },
  )
})

describe('after a day', () => {
  it('an unfinished upload is gone, with its parts and from the quota', async () => {
    const id = await begun()
    await ada.patch(id, 0, pack.subarray(0, 1000))
    const { db, storage } = backend
    const sweep = (now: string) =>
      sweepUnfinished({ db, storage }, { now: new Date(now), isAlone: false })
    expect(await sweep('2026-06-02T11:59:59Z')).toBe(0)
    backend.setClock('2026-06-02T12:00:01Z')
    const later = resumableOf(
      backend,
      await registered(backend, { username: 'late', email: 'l@example.com' }),
    )
    expect(await later.list()).toMatchObject({ data: { items: [] } })
    expect(await sweep('2026-06-02T12:00:01Z')).toBe(1)
    expect(await storedFiles(backend)).toEqual(NO_FILES)
    expect(await db.$count(uploads)).toBe(0)
  })

  it('uploads that have expired leave room for others before they are removed', async () => {
    for (let at = 0; at < UNFINISHED_MAX; at += 1) await begun(1000)
    expect(await ada.begin({ size: 1000 })).toMatchObject({ reason: 'too_many_uploads' })
    const now = new Date('2026-06-01T11:59:59Z')
    await backend.db.update(uploads).set({ expiresAt: now })
    expect(await ada.begin({ size: 1000 })).toMatchObject({ status: 201 })
  })

  it('10,000 abandoned uploads are removed', { tags: 'long', timeout: 60_000 }, async () => {
    const { db, storage } = backend
    const id = await begun(1000)
    const [row] = await db.select().from(uploads)
    if (!row) throw new Error('no upload')
    const rows = Array.from({ length: 10_000 }, (_, at) => ({ ...row, id: `${id}-${at}` }))
    for (let at = 0; at < rows.length; at += 1000)
      await db.insert(uploads).values(rows.slice(at, at + 1000))
    const now = new Date('2026-06-03T12:00:00Z')
    expect(await sweepUnfinished({ db, storage }, { now, isAlone: false })).toBe(10_001)
    expect(await db.$count(uploads)).toBe(0)
  })

  it('parts are not unknown objects', async () => {
    const id = await begun()
    await ada.patch(id, 0, pack)
    const { db, storage } = backend
    const now = new Date(Date.now() + 3 * 3600 * 1000)
    expect(await sweepUnknown({ db, storage }, { now, isForced: true })).toMatchObject({ moved: 0 })
    expect(await ada.finish(id)).toMatchObject({ data: { sha256 } })
  })

  it('an upload whose process ended while it was finished can be finished', async () => {
    const id = await begun()
    await ada.patch(id, 0, pack)
    const { db, storage } = backend
    await db.update(uploads).set({ finishingUntil: new Date('2026-06-01T12:09:00Z') })
    expect(await ada.finish(id)).toMatchObject({ status: 503, reason: 'busy' })
    const now = new Date('2026-06-01T12:00:00Z')
    await sweepUnfinished({ db, storage }, { now, isAlone: true })
    expect(await ada.finish(id)).toMatchObject({ code: 200 })
  })
})
