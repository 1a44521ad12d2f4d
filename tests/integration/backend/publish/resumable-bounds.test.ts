import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { createApp } from '#backend/app.ts'
import { uploads } from '#backend/db/tables.ts'
import { UNFINISHED_MAX } from '#backend/services/upload/quota.ts'
import { registered } from '#tests/support/accounts.ts'
import { testBackend } from '#tests/support/backend.ts'
import { buildStandardFile } from '#tests/support/containers.ts'
import { NO_FILES, storedFiles, upload } from '#tests/support/publishing.ts'
import { openBody, resumableOf } from '#tests/support/resumable.ts'
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

async function begun(size = pack.length) {
  const { id } = await ada.begin({ size })
  return id
}
const partKeys = async () => (await storedFiles(backend)).objects.length

describe('bytes that do not fit', () => {
  it.each([0, 999, 1001, 'x', -1, 1e15])(
    'at the offset %s leave the upload as it is',
    async (offset) => {
      const id = await begun()
      await ada.patch(id, 0, pack.subarray(0, 1000))
      const isNumber = typeof offset === 'number' && offset >= 0 && offset < 1e15
      const reason = isNumber ? 'offset_differs' : 'invalid_input'
      expect(await ada.patch(id, offset, pack.subarray(1000, 2000))).toMatchObject({ reason })
      expect(await ada.head(id)).toMatchObject({ offset: 1000 })
      expect(await partKeys()).toBe(1)
    },
  )

  it('beyond the declared length are refused, whether their number is declared or not', async () => {
    const id = await begun(1000)
    const declared = await ada.send('PATCH', `/uploads/${id}`, {
      headers: {
        'content-type': 'application/offset+octet-stream',
        'upload-offset': '0',
        'content-length': '1001',
      },
      body: new Uint8Array(1001),
    })
    expect(declared).toMatchObject({ status: 413, reason: 'too_large' })
    expect(await ada.head(id)).toMatchObject({ offset: 0 })
    const { body, end } = openBody(pack.subarray(0, 1001))
    const sent = ada.patch(id, 0, body)
    await end()
    expect(await sent).toMatchObject({ status: 413, reason: 'too_large' })
    expect(await ada.head(id)).toMatchObject({ offset: 1000 })
  })

  it('that are missing keep the upload from being finished', async () => {
    const id = await begun()
    await ada.patch(id, 0, pack.subarray(0, 1000))
    expect(await ada.finish(id)).toMatchObject({ status: 409, details: { received: 1000 } })
  })

  it('of two clients at once are never mixed', async () => {
    const id = await begun()
    // Another process on the same database.
    const other = resumableOf({ ...backend, app: createApp(backend.parts) }, token)
    const mine = openBody(Buffer.alloc(2000, 1))
    const theirs = openBody(Buffer.alloc(3000, 2))
    const sent = [ada.patch(id, 0, mine.body), other.patch(id, 0, theirs.body)]
    await waitFor(async () => expect(await partKeys()).toBe(2))
    await mine.end()
    await theirs.end()
    const statuses = (await Promise.all(sent)).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 409])
    expect(await ada.head(id)).toMatchObject({ offset: statuses[0] === 200 ? 2000 : 3000 })
    expect(await partKeys()).toBe(1)
  })
})

describe('a beginning', () => {
  it.each([
    ['without a length', { size: '' }, 'invalid_input'],
    ['with a length that is no number', { size: '1e6' }, 'invalid_input'],
    ['with no bytes', { size: 0 }, 'invalid_input'],
    ['with too many bytes', { size: 20 * MB + 1 }, 'too_large'],
    ['with too many bytes for a picture', { size: 11 * MB, purpose: 'cover' }, 'too_large'],
    ['with the ending of no kind', { size: 1, name: 'a.exe' }, 'wrong_type'],
    ['with an unknown purpose', { size: 1, purpose: 'other' }, 'invalid_input'],
    ['with a crop that is none', { size: 1, purpose: 'cover', crop: '1,2' }, 'invalid_input'],
    ['with a name of 1001 characters', { size: 1, name: 'a'.repeat(1001) }, 'invalid_input'],
  ])('%s is refused', async (_, given, reason) => {
    expect(await ada.begin(given)).toMatchObject({ reason })
    expect(await backend.db.$count(uploads)).toBe(0)
  })

  it('by another version of the protocol is refused with the one that is served', async () => {
    const answer = await ada.send('POST', '/uploads', { headers: { 'tus-resumable': '0.2.0' } })
    expect(answer).toMatchObject({ status: 412, reason: 'tus_version' })
    expect(answer.headers.get('tus-version')).toBe('1.0.0')
  })

  it(`after ${UNFINISHED_MAX} unfinished ones is refused until one is discarded`, async () => {
    const ids = await Promise.all(Array.from({ length: 12 }, () => begun(1000)))
    const own = ids.filter((id) => id !== '')
    expect(own).toHaveLength(UNFINISHED_MAX)
    expect(await ada.begin({ size: 1 })).toMatchObject({ status: 409, reason: 'too_many_uploads' })
    await ada.patch(own[0] ?? '', 0, pack.subarray(0, 500))
    expect(await ada.discard(own[0] ?? '')).toMatchObject({ status: 200 })
    expect(await storedFiles(backend)).toEqual(NO_FILES)
    expect(await ada.begin({ size: 1 })).toMatchObject({ status: 201 })
  })

  it('takes its length from the quota until it is discarded', async () => {
    const ids = [await begun(20 * MB), await begun(20 * MB), await begun(20 * MB)]
    expect(await ada.begin({ size: 1 })).toMatchObject({ status: 413, reason: 'quota_full' })
    expect(await upload(backend, token, { name: 'a.flexbar', bytes: pack })).toMatchObject({
      reason: 'quota_full',
    })
    await ada.discard(ids[0] ?? '')
    expect(await upload(backend, token, { name: 'a.flexbar', bytes: pack })).toMatchObject({
      code: 200,
    })
  })
})
