import { open, readdir } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { zip } from '#demo/archive.ts'
import { sweepUploads } from '#backend/services/upload/sweep.ts'
import { registered } from '#tests/support/accounts.ts'
import { buildStandardFile, buildIconPack } from '#tests/support/containers.ts'
import { testBackend } from '#tests/support/backend.ts'
import {
  storedFiles,
  NO_FILES,
  publishProject,
  upload,
  uploadFile,
} from '#tests/support/publishing.ts'
import { createPicture } from '#tests/support/images.ts'
import { headOnly } from '#tests/support/head.ts'
import { spoiled, SPOILED_CODES } from '#tests/support/spoiled-archives.ts'

const MB = 1024 * 1024

const backend = await testBackend({ uploadMaxBytes: 2 * MB })
let ada = ''
beforeEach(async () => {
  await backend.clear()
  ada = await registered(backend)
})

describe('an uploaded file', () => {
  it('is served byte for byte, as an attachment', async () => {
    const bytes = buildStandardFile('icon')
    const { data } = await upload(backend, ada, { name: 'My pack ☀.iconpack', bytes })
    expect(data).toMatchObject({ name: 'My pack ☀.iconpack', size: bytes.length })
    expect(data).toMatchObject({ original: null, format: 'keystrip', warnings: [] })
    const file_id = await uploadFile(backend, ada, { bytes })
    const { file } = await publishProject(backend, ada, { file_id })
    const answer = await backend.app.request(file?.url ?? '')
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment;/)
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('content-security-policy')).toContain('sandbox')
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true)
  })

  it.each([
    ['an ending of no kind', 'pack.rar'],
    ['no ending', 'iconpack'],
    ['two endings, the last of which is none', 'pack.iconpack.exe'],
  ])('with %s is rejected', async (_, name) => {
    const { bytes } = await buildIconPack('sun')
    expect(await upload(backend, ada, { name, bytes })).toMatchObject({
      code: 400,
      reason: 'wrong_type',
    })
    expect(await storedFiles(backend)).toEqual(NO_FILES)
  })

  it.each([
    ['a picture', () => createPicture()],
    ['a web page', async () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a drawing', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a program', async () => Buffer.from('7f454c4602010100000000000000000002003e00', 'hex')],
  ])('that is %s with the extension of a pack is rejected', async (_, make) => {
    const answer = await upload(backend, ada, { bytes: await make() })
    expect(answer).toMatchObject({ code: 400, details: { code: 'refused_type' } })
    expect(await storedFiles(backend)).toEqual(NO_FILES)
  })

  it('that is empty or too large is rejected', async () => {
    expect(await upload(backend, ada, { bytes: Buffer.alloc(0) })).toMatchObject({ code: 400 })
    const large = Buffer.alloc(2 * MB + 1, 'x')
    expect(await upload(backend, ada, { bytes: large })).toMatchObject({
      code: 413,
      reason: 'too_large',
    })
    expect(await storedFiles(backend)).toEqual(NO_FILES)
  })

  it.each([
    ['../../etc/passwd.iconpack', 'passwd.iconpack'],
    ['C:\\windows\\x.iconpack', 'x.iconpack'],
    ['\u202egnp.iconpack', 'gnp.iconpack'],
    ['🌈 arc-en-ciel.iconpack', '🌈 arc-en-ciel.iconpack'],
    ['אבג.iconpack', 'אבג.iconpack'],
  ])('named %j is stored as %j', async (sent, stored) => {
    const { bytes } = await buildIconPack('sun')
    expect(await upload(backend, ada, { name: sent, bytes })).toMatchObject({
      data: { name: stored },
    })
  })

  it('with a name of 300 characters keeps its beginning and its extension', async () => {
    const { bytes } = await buildIconPack('sun')
    const { data } = await upload(backend, ada, { name: `${'x'.repeat(300)}.iconpack`, bytes })
    const { name } = Object(data)
    expect(name).toMatch(/^x+\.iconpack$/)
    expect(Buffer.byteLength(name)).toBe(255)
  })

  it('is deleted after a day unless a project uses it', async () => {
    await uploadFile(backend, ada, { purpose: 'cover', bytes: await createPicture() })
    const { file } = await publishProject(backend, ada)
    const { db, storage } = backend
    const sweep = (iso: string) =>
      sweepUploads({ db, storage }, { now: new Date(iso), isAlone: false })
    expect(await sweep('2026-06-02T11:59:59Z')).toBe(0)
    expect(await sweep('2026-06-02T12:00:01Z')).toBe(1)
    expect((await headOnly(backend.app.request(file?.url ?? ''))).status).toBe(200)
  })

  it('that was interrupted by a crash is invisible, and deleted at the next start', async () => {
    await backend.db
      .execute(sql`INSERT INTO files (id, purpose, key, name, media_type, size, sha256,
      created_at, state) VALUES ('half', 'project', 'half', 'x.iconpack', '', 0, '', now(), 'pending')`)
    await backend.storage.write('half', Buffer.from('half of it'))
    expect((await headOnly(backend.app.request('/api/v1/file/half/x.iconpack'))).status).toBe(404)
    const { db, storage } = backend
    expect(await sweepUploads({ db, storage }, { now: new Date(), isAlone: true })).toBe(1)
    expect(await storedFiles(backend)).toEqual(NO_FILES)
  })
})

it('an upload to a full disk is 503 and leaves nothing; reading still works', async () => {
  const { file } = await publishProject(backend, ada)
  const before = await readdir(backend.folder, { recursive: true })
  const handle = await open(backend.folder)
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  vi.spyOn(Object.getPrototypeOf(handle), 'writeFile').mockRejectedValueOnce(full)
  await handle.close()
  const { bytes } = await buildIconPack('sun')
  const answer = await upload(backend, ada, { bytes })
  expect(answer).toMatchObject({ status: 503, reason: 'disk_full' })
  expect(await readdir(backend.folder, { recursive: true })).toEqual(expect.arrayContaining(before))
  expect(await backend.db.$count(sql`files`, sql`state = 'pending'`)).toBe(0)
  expect((await headOnly(backend.app.request(file?.url ?? ''))).status).toBe(200)
})

describe('an archive', () => {
  it.each(Object.entries(SPOILED_CODES))('with %s is rejected', async (fault, code) => {
    const answer = await upload(backend, ada, { bytes: await spoiled(fault) })
    expect(answer).toMatchObject({ code: 400, reason: 'bad_archive', details: { code } })
    expect(await storedFiles(backend)).toEqual(NO_FILES)
  })

  it('of many small files that compress well is accepted', async () => {
    const content = `<svg xmlns="http://www.w3.org/2000/svg">${' '.repeat(500)}</svg>`
    const entries = Array.from({ length: 500 }, (_, at) => ({ path: `icons/i${at}.svg`, content }))
    expect(await upload(backend, ada, { bytes: await zip(entries) })).toMatchObject({ code: 200 })
  })
})
