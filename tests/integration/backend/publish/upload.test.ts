import { readdir, rm } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { zip } from '#backend/demo/archive.ts'
import { authors } from '#backend/db/schema.ts'
import { acceptUpload } from '#backend/services/upload/accept.ts'
import { sweepUploads } from '#backend/services/upload/sweep.ts'
import { registered } from '#tests/support/accounts.ts'
import { standardFile } from '#tests/support/containers.ts'
import { startTestBackend, type TestBackend } from '#tests/support/backend.ts'
import {
  aPicture,
  keptFiles,
  NO_FILES,
  published,
  upload,
  uploaded,
} from '#tests/support/publishing.ts'
import { packOf } from '#tests/support/search-catalogue.ts'
import { spoiled, SPOILED_CODES } from '#tests/support/spoiled-archives.ts'

const MB = 1024 * 1024

let backend: TestBackend
beforeAll(async () => {
  backend = await startTestBackend({ uploadMaxBytes: 2 * MB })
})
afterAll(() => backend.stop())
let ada = ''
beforeEach(async () => {
  await backend.empty()
  await rm(backend.folder, { recursive: true, force: true })
  backend.setClock('2026-06-01T12:00:00Z')
  ada = await registered(backend)
})

describe('a file that is uploaded', () => {
  it('comes back byte for byte, to be saved and never to be run', async () => {
    const bytes = standardFile('icon')
    const { data } = await upload(backend, ada, { name: 'My pack ☀.iconpack', bytes })
    expect(data).toMatchObject({ name: 'My pack ☀.iconpack', size: bytes.length })
    expect(data).toMatchObject({ is_rewritten: false, warnings: [] })
    const file_id = await uploaded(backend, ada, { bytes })
    const { file } = await published(backend, ada, { file_id })
    const answer = await backend.app.request(file?.url ?? '')
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment;/)
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('content-security-policy')).toContain('sandbox')
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true)
  })

  it.each([
    ['an ending of no kind', 'pack.zip'],
    ['no ending', 'iconpack'],
    ['two endings, the last of which is none', 'pack.iconpack.exe'],
  ])('with %s is refused', async (_, name) => {
    const { bytes } = await packOf('sun')
    expect(await upload(backend, ada, { name, bytes })).toMatchObject({
      code: 400,
      reason: 'wrong_type',
    })
    expect(await keptFiles(backend)).toEqual(NO_FILES)
  })

  it.each([
    ['a picture', () => aPicture()],
    ['a web page', async () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a drawing', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a program', async () => Buffer.from('7f454c4602010100000000000000000002003e00', 'hex')],
  ])('that is %s under the ending of a pack is refused', async (_, make) => {
    const answer = await upload(backend, ada, { bytes: await make() })
    expect(answer).toMatchObject({ code: 400, reason: 'wrong_type' })
    expect(await keptFiles(backend)).toEqual(NO_FILES)
  })

  it('that is empty or too large is refused', async () => {
    expect(await upload(backend, ada, { bytes: Buffer.alloc(0) })).toMatchObject({ code: 400 })
    const large = Buffer.alloc(2 * MB + 1, 'x')
    expect(await upload(backend, ada, { bytes: large })).toMatchObject({
      code: 413,
      reason: 'too_large',
    })
    expect(await keptFiles(backend)).toEqual(NO_FILES)
  })

  it.each([
    ['../../etc/passwd.iconpack', 'passwd.iconpack'],
    ['C:\\windows\\x.iconpack', 'x.iconpack'],
    ['\u202egnp.iconpack', 'gnp.iconpack'],
    ['🌈 arc-en-ciel.iconpack', '🌈 arc-en-ciel.iconpack'],
    ['אבג.iconpack', 'אבג.iconpack'],
  ])('is called %j as %j', async (given, kept) => {
    const { bytes } = await packOf('sun')
    expect(await upload(backend, ada, { name: given, bytes })).toMatchObject({
      data: { name: kept },
    })
  })

  it('with a name of 300 characters keeps its beginning and its ending', async () => {
    const { bytes } = await packOf('sun')
    const { data } = await upload(backend, ada, { name: `${'x'.repeat(300)}.iconpack`, bytes })
    const { name } = Object(data)
    expect(name).toMatch(/^x+\.iconpack$/)
    expect(name.length).toBeLessThanOrEqual(200)
  })

  it('that nobody attaches goes after a day; one that is attached stays', async () => {
    await uploaded(backend, ada, { purpose: 'cover', bytes: await aPicture() })
    const { file } = await published(backend, ada)
    const { db, storage } = backend
    const sweep = (iso: string) =>
      sweepUploads({ db, storage }, { now: new Date(iso), isAlone: false })
    expect(await sweep('2026-06-02T11:59:59Z')).toBe(0)
    expect(await sweep('2026-06-02T12:00:01Z')).toBe(1)
    expect((await backend.app.request(file?.url ?? '')).status).toBe(200)
  })

  it('that a crash cut off is there for nobody and goes at the next start', async () => {
    await backend.db
      .execute(sql`INSERT INTO files (id, purpose, key, name, media_type, size, sha256,
      created_at, state) VALUES ('half', 'project', 'half', 'x.iconpack', '', 0, '', now(), 'pending')`)
    await backend.storage.write('half', Buffer.from('half of it'))
    expect((await backend.app.request('/api/v1/file/half/x.iconpack')).status).toBe(404)
    const { db, storage } = backend
    expect(await sweepUploads({ db, storage }, { now: new Date(), isAlone: true })).toBe(1)
    expect(await keptFiles(backend)).toEqual(NO_FILES)
  })
})

it('a disk that is full is told of; nothing is left of the file, and reading goes on', async () => {
  const { file } = await published(backend, ada)
  const before = await readdir(backend.folder, { recursive: true })
  async function* cutShort() {
    yield Buffer.from('PK')
    throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  }
  const { db, storage, workers, jobs, pictures } = backend
  const wish = { uid: '', purpose: 'project' as const, name: 'x.iconpack', now: new Date() }
  const [owner] = await db.select().from(authors)
  await expect(
    acceptUpload(
      { db, storage, workers, jobs, pictures, accountQuotaBytes: Infinity, uploadMaxBytes: MB },
      { ...wish, uid: owner?.uid ?? '', bytes: cutShort() },
    ),
  ).rejects.toMatchObject({ status: 503, reason: 'disk_full' })
  expect(await readdir(backend.folder, { recursive: true })).toEqual(expect.arrayContaining(before))
  expect(await db.$count(sql`files`, sql`state = 'pending'`)).toBe(0)
  expect((await backend.app.request(file?.url ?? '')).status).toBe(200)
})

describe('an archive', () => {
  it.each(Object.entries(SPOILED_CODES))('with %s is refused', async (fault, code) => {
    const answer = await upload(backend, ada, { bytes: await spoiled(fault) })
    expect(answer).toMatchObject({ code: 400, reason: 'bad_archive', details: { code } })
    expect(await keptFiles(backend)).toEqual(NO_FILES)
  })

  it('of many small files that compress well is taken', async () => {
    const content = `<svg xmlns="http://www.w3.org/2000/svg">${' '.repeat(500)}</svg>`
    const entries = Array.from({ length: 500 }, (_, at) => ({ path: `icons/i${at}.svg`, content }))
    expect(await upload(backend, ada, { bytes: await zip(entries) })).toMatchObject({ code: 200 })
  })
})
