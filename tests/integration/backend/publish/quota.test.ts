import { FILE_FORMATS } from '#lib/contract/file/file-format.ts'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { files } from '#backend/db/tables.ts'
import { acceptUpload } from '#backend/services/upload/accept.ts'
import { clientOf, registered } from '#tests/support/accounts.ts'
import { testBackend } from '#tests/support/backend.ts'
import { buildStandardFile } from '#tests/support/containers.ts'
import { rawZip } from '#tests/support/raw-zip.ts'
import { storedFiles, upload } from '#tests/support/publishing.ts'
import { PAYER } from '#tests/support/payer.ts'
import { waitFor } from '#tests/support/wait.ts'

const KB = 1024
const backend = await testBackend({ accountQuota: () => 100 * KB })
let ada = ''
beforeEach(async () => {
  await backend.clear()
  ada = await registered(backend)
})

const send = (token: string, size: number) =>
  upload(backend, token, {
    name: 'old.flexbar',
    bytes: buildStandardFile('profile', size),
  })

it('the files of an account have a quota; an upload beyond it leaves nothing', async () => {
  expect(await send(ada, 60 * KB)).toMatchObject({ status: 200 })
  expect(await send(ada, 41 * KB)).toMatchObject({ status: 413, reason: 'quota_full' })
  expect(await send(ada, 40 * KB)).toMatchObject({ status: 200 })
  expect(await send(ada, 2 * KB)).toMatchObject({ status: 413, reason: 'quota_full' })
  const stored = await storedFiles(backend)
  expect([stored.rows, stored.objects.length]).toEqual([2, 2])
})

it('concurrent uploads share the remaining quota', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => send(ada, 30 * KB)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
  const { rows } = await backend.db.execute(sql`SELECT sum(size)::integer AS sum FROM files`)
  expect(rows).toEqual([{ sum: 90 * KB }])
})

it('drawings count beyond ten times the upload: one path that compresses well takes hundreds', async () => {
  const path = 'M1 1L9 9'.repeat(20_000)
  const content = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path stroke="red" d="${path}"/></svg>`
  const entries = ['a', 'b', 'c'].map((name) => ({ path: `icons/${name}.svg`, content }))
  const bytes = rawZip(entries.map((entry) => ({ ...entry, isDeflated: true })))
  expect(bytes.byteLength).toBeLessThan(10 * KB)
  expect(await upload(backend, ada, { name: 'a.zip', bytes })).toMatchObject({ status: 200 })
  await waitFor(async () => expect(await send(ada, 2 * KB)).toMatchObject({ reason: 'quota_full' }))
})

it('each account has its own quota', async () => {
  await send(ada, 100 * KB)
  const charles = await registered(backend, { username: 'charles', email: 'charles@example.com' })
  expect(await send(charles, 100 * KB)).toMatchObject({ status: 200 })
})

it('an account has at most ten pending uploads', async () => {
  const { data } = await clientOf(backend).ask('/account/info', { token: ada })
  expect(data).toMatchObject({ uid: expect.any(String) })
  const [owner] = (await backend.db.execute(sql`SELECT uid FROM accounts`)).rows
  const pending = (at: number) => ({
    id: `pending${at}`,
    key: `pending${at}`,
    purpose: 'project' as const,
    name: 'a',
    mediaType: '',
    size: 0,
    sha256: '',
    state: 'pending' as const,
    createdAt: new Date(),
    ownerUid: String(owner?.['uid']),
  })
  await backend.db.insert(files).values(Array.from({ length: 10 }, (_, at) => pending(at)))
  expect(await send(ada, 2 * KB)).toMatchObject({ status: 503, reason: 'busy' })
  await backend.db.delete(files)
  expect(await send(ada, 2 * KB)).toMatchObject({ status: 200 })
})

it('uploads that fail together with the database do not count as pending once it is back', async () => {
  const [owner] = (await backend.db.execute(sql`SELECT uid FROM accounts`)).rows
  let isDown = false
  const db = new Proxy(backend.db, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      return (...values: unknown[]) => {
        if (isDown) return Promise.reject(new Error('Connection terminated unexpectedly'))
        return Reflect.apply(value, target, values)
      }
    },
  })
  const send = (bytes: AsyncIterable<Uint8Array>) =>
    acceptUpload(
      {
        ...backend,
        db,
        formats: FILE_FORMATS,
        uploadMaxBytes: 100 * KB,
        accountQuota: () => 100 * KB,
      },
      {
        uid: String(owner?.['uid']),
        uploadedFor: 'account',
        purpose: 'project',
        payer: PAYER,
        name: 'old.flexbar',
        bytes,
        now: new Date(),
      },
    )
  const whole = buildStandardFile('profile')
  async function* untilItFails() {
    yield whole
    isDown = true
  }
  async function* bytes() {
    yield whole
  }
  for (let at = 0; at < 11; at += 1) {
    await expect(send(untilItFails())).rejects.toThrow('Connection terminated')
    isDown = false
  }
  await expect(send(bytes())).resolves.toMatchObject({ name: 'old.flexbar' })
  const stored = await storedFiles(backend)
  expect([stored.rows, stored.objects.length]).toEqual([1, 1])
})

it('an upload that was swept while it arrived is rejected and leaves nothing', async () => {
  const [owner] = (await backend.db.execute(sql`SELECT uid FROM accounts`)).rows
  async function* slowly() {
    const bytes = buildStandardFile('profile')
    yield bytes.subarray(0, 9)
    await backend.db.delete(files)
    yield bytes.subarray(9)
  }
  const work = acceptUpload(
    { ...backend, formats: FILE_FORMATS, uploadMaxBytes: 100 * KB, accountQuota: () => 100 * KB },
    {
      uid: String(owner?.['uid']),
      uploadedFor: 'account',
      purpose: 'project',
      payer: PAYER,
      name: 'old.flexbar',
      bytes: slowly(),
      now: new Date(),
    },
  )
  await expect(work).rejects.toMatchObject({ code: 'invalid_input' })
  const stored = await storedFiles(backend)
  expect([stored.rows, stored.objects.length]).toEqual([0, 0])
})
