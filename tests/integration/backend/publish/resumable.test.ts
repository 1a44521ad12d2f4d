import { createHash, randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { uploadParts, uploads } from '#backend/db/tables.ts'
import { EXTRA_PARTS_MAX, PART_BYTES } from '#backend/services/upload/receive.ts'
import { createdToken } from '#tests/support/access-tokens.ts'
import { clientOf, registered } from '#tests/support/accounts.ts'
import { testBackend } from '#tests/support/backend.ts'
import { buildStandardFile } from '#tests/support/containers.ts'
import { createPicture } from '#tests/support/images.ts'
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
const sha256 = createHash('sha256').update(pack).digest('hex')

async function begun(size = pack.length) {
  const { id } = await ada.begin({ size })
  return id
}
const partKeys = async () => (await storedFiles(backend)).objects.length

describe('an upload in several requests', () => {
  it('becomes the same file as an upload in one, and its parts are removed', async () => {
    const { status, headers, id } = await ada.begin({ size: pack.length, sha256 })
    expect(status).toBe(201)
    expect(headers.get('location')).toBe(`/api/v1/uploads/${id}`)
    expect(headers.get('tus-resumable')).toBe('1.0.0')
    expect(headers.get('upload-expires')).toBe('Tue, 02 Jun 2026 12:00:00 GMT')
    const middle = PART_BYTES + 1234
    expect(await ada.patch(id, 0, pack.subarray(0, middle))).toMatchObject({ offset: middle })
    expect(await ada.head(id)).toMatchObject({ status: 200, offset: middle })
    expect(await ada.list()).toMatchObject({
      data: { items: [{ id, name: 'pack.flexbar', size: pack.length, received: middle, sha256 }] },
    })
    expect(await ada.patch(id, middle, pack.subarray(middle))).toMatchObject({ status: 200 })
    const finished = await ada.finish(id)
    const plain = await upload(backend, token, { name: 'pack.flexbar', bytes: pack })
    const differs = { id: null, url: null, file_id: null, license_url: null }
    expect({ ...Object(finished.data), ...differs }).toEqual({ ...Object(plain.data), ...differs })
    expect(finished.data).toMatchObject({ sha256 })
    expect(await ada.list()).toMatchObject({ data: { items: [] } })
    expect(await storedFiles(backend)).toMatchObject({ rows: 2, objects: { length: 2 } })
  })

  it('answers alike when it is finished again, after a lost answer', async () => {
    const id = await begun()
    await ada.patch(id, 0, pack)
    const first = await ada.finish(id)
    expect(first.code).toBe(200)
    expect(await ada.finish(id)).toMatchObject({ code: 200, data: first.data })
    expect((await storedFiles(backend)).rows).toBe(1)
  })

  it('of two calls that finish it at once one has to wait', async () => {
    const id = await begun()
    await ada.patch(id, 0, pack)
    const { read } = backend.storage
    const answered = Promise.withResolvers<void>()
    backend.storage.read = async (...range) => {
      await answered.promise
      return read(...range)
    }
    const first = ada.finish(id)
    await waitFor(async () => expect((await storedFiles(backend)).rows).toBe(1))
    expect(await ada.finish(id)).toMatchObject({ status: 503, reason: 'busy' })
    backend.storage.read = read
    answered.resolve()
    expect(await first).toMatchObject({ code: 200 })
    expect((await storedFiles(backend)).rows).toBe(1)
  })

  it('stores a picture with its crop', async () => {
    const picture = await createPicture({ width: 200, height: 100 })
    const { id } = await ada.begin({
      name: 'c.png',
      purpose: 'cover',
      crop: '0,0,160,90',
      size: picture.length,
    })
    await ada.patch(id, 0, picture)
    expect(await ada.finish(id)).toMatchObject({ data: { width: 160, height: 90 } })
  })

  it('is refused as the plain upload is, and again when it is asked again', async () => {
    const broken = Buffer.concat([pack.subarray(0, 10_000), Buffer.alloc(10_000, 1)])
    const id = await begun(broken.length)
    await ada.patch(id, 0, broken)
    const { status, reason, details } = await upload(backend, token, {
      name: 'pack.flexbar',
      bytes: broken,
    })
    for (let asked = 0; asked < 2; asked += 1) {
      expect(await ada.finish(id)).toMatchObject({ status, reason, details })
    }
    expect(await storedFiles(backend)).toEqual(NO_FILES)
  })

  it('with another SHA-256 than it declared is refused', async () => {
    const { id } = await ada.begin({ size: pack.length, sha256: 'a'.repeat(64) })
    await ada.patch(id, 0, pack)
    expect(await ada.finish(id)).toMatchObject({ status: 400, reason: 'invalid_input' })
    expect(await storedFiles(backend)).toEqual(NO_FILES)
  })

  it.each([
    ['a picture with the name of a pack', 'project', 'pack.flexbar', 'bad_archive'],
    ['a picture with the name of a package', 'project', 'a.flexplugin', 'wrong_type'],
    ['an archive as a cover', 'cover', 'c.png', 'bad_image'],
  ])('%s is refused after its first part', async (_, purpose, name, reason) => {
    const head = purpose === 'cover' ? pack.subarray(0, 50_000) : await createPicture()
    const bytes = Buffer.concat([head, Buffer.alloc(60_000)])
    const { id } = await ada.begin({ purpose, name, size: 9 * MB })
    expect(await ada.patch(id, 0, bytes)).toMatchObject({ reason })
    expect(await ada.head(id)).toMatchObject({ offset: 9 * MB })
    expect(await ada.finish(id)).toMatchObject({ reason })
    expect(await storedFiles(backend)).toEqual(NO_FILES)
  })
})

describe('a connection that is lost', () => {
  it('keeps what has arrived', async () => {
    const id = await begun()
    const { body, cut } = openBody(pack.subarray(0, 100_000))
    const sent = ada.patch(id, 0, body)
    await waitFor(async () => expect(await partKeys()).toBe(1))
    await cut()
    expect(await sent).toMatchObject({ status: 400, reason: 'invalid_input' })
    expect(await ada.head(id)).toMatchObject({ offset: 100_000 })
    await ada.patch(id, 100_000, pack.subarray(100_000))
    expect(await ada.finish(id)).toMatchObject({ data: { sha256 } })
  })

  it('without notice ends when its client asks where it was', async () => {
    const id = await begun()
    const { body } = openBody(pack.subarray(0, 100_000))
    const sent = ada.patch(id, 0, body)
    await waitFor(async () => expect(await partKeys()).toBe(1))
    expect(await ada.head(id)).toMatchObject({ offset: 100_000 })
    expect((await sent).status).toBe(400)
  })

  it(`may happen ${EXTRA_PARTS_MAX} times to an upload`, async () => {
    const id = await begun(EXTRA_PARTS_MAX + 100)
    const parts = Array.from({ length: EXTRA_PARTS_MAX }, (_, start) => ({
      uploadId: id,
      start,
      size: 1,
      key: `${id}-${start}`,
    }))
    await backend.db.insert(uploadParts).values(parts)
    await backend.db.update(uploads).set({ received: EXTRA_PARTS_MAX })
    const byte = pack.subarray(0, 1)
    expect(await ada.patch(id, EXTRA_PARTS_MAX, byte)).toMatchObject({ status: 200 })
    expect(await ada.patch(id, EXTRA_PARTS_MAX + 1, byte)).toMatchObject({ status: 400 })
    expect(await ada.head(id)).toMatchObject({ offset: EXTRA_PARTS_MAX + 1 })
  })
})

it('is part of what an account exports', async () => {
  const id = await begun()
  await ada.patch(id, 0, pack.subarray(0, 10))
  const { data } = await clientOf(backend).ask('/account/export', { token })
  expect(data).toMatchObject({ uploads: [{ id, size: pack.length, received: 10 }] })
})

it('parts of an account that is deleted are removed', async () => {
  const id = await begun()
  await ada.patch(id, 0, pack)
  const body = { username: 'ada_lovelace', password: 'engine-1843' }
  expect(await clientOf(backend).post('/account/delete', body, token)).toMatchObject({ code: 200 })
  expect(await storedFiles(backend)).toEqual(NO_FILES)
})

describe('uploads of others', () => {
  it('are not found, and are not interrupted', async () => {
    const id = await begun()
    const { body, end } = openBody(pack)
    const sent = ada.patch(id, 0, body)
    const charles = resumableOf(
      backend,
      await registered(backend, { username: 'charles', email: 'charles@example.com' }),
    )
    const answers = await Promise.all([
      charles.head(id),
      charles.patch(id, 0, pack),
      charles.finish(id),
      charles.discard(id),
    ])
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    expect(await charles.list()).toMatchObject({ data: { items: [] } })
    await end()
    expect(await sent).toMatchObject({ status: 200, offset: pack.length })
  })

  it('need a token that may publish', async () => {
    const { secret } = await createdToken(backend, token, { scopes: ['read'] })
    const reader = resumableOf(backend, secret)
    expect(await reader.list()).toMatchObject({ status: 403, reason: 'token_scope' })
  })
})
