// @module-tag long
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { createApp } from '#backend/app.ts'
import { authors, derivedPictures, files } from '#backend/db/tables.ts'
import { createPictures } from '#backend/services/picture/pictures.ts'
import { deleteProjectsOf } from '#backend/services/project/delete.ts'
import { sweepUnknown } from '#backend/services/upload/sweep-unknown.ts'
import { sweepUploads } from '#backend/services/upload/sweep.ts'
import { clientOf } from '#tests/support/accounts.ts'
import { quietParts } from '#tests/support/backend.ts'
import { COVER, startPictureBackend } from '#tests/support/pictures.ts'
import { headOnly } from '#tests/support/head.ts'
import { storedFiles, NO_FILES, uploadFile } from '#tests/support/publishing.ts'
import { stoppedAtEnd } from '#tests/support/stopped-at-end.ts'

const site = await stoppedAtEnd(startPictureBackend())
beforeEach(() => site.publish())

/** Two days after the uploads: unattached files are deleted. */
const LATER = { now: new Date('2026-06-03T12:00:00Z'), isAlone: false }

describe('a derived picture', () => {
  it('is deleted with its file: when the cover is replaced, and when the project is deleted', async () => {
    const { backend, ada, address, statusOf } = site
    const cover_id = await uploadFile(backend, ada(), COVER)
    const body = { id: site.project().id, cover_id }
    await clientOf(backend).ask('/icon', { method: 'PUT', body, token: ada() })
    expect(await statusOf(address(320))).toBe(404)
    expect(await statusOf(address(320, cover_id))).toBe(200)
    await clientOf(backend).ask(`/icon?id=${body.id}`, { method: 'DELETE', token: ada() })
    expect(await statusOf(address(320, cover_id))).toBe(404)
    await sweepUploads(backend, LATER)
    expect(await storedFiles(backend)).toEqual(NO_FILES)
  })

  it('is deleted with an unpublished upload, and with the account', async () => {
    const { db, storage } = site.backend
    await uploadFile(site.backend, site.ada(), COVER)
    // This one, and the cover and the picture that the published project does not use.
    expect(await sweepUploads({ db, storage }, LATER)).toBe(3)
    expect(await db.$count(derivedPictures)).toBe(3)
    await uploadFile(site.backend, site.ada(), COVER)
    const [author] = await db.select().from(authors)
    const { keys } = await db.transaction((tx) =>
      deleteProjectsOf(tx, author?.uid ?? '', new Date()),
    )
    const { objects } = await storedFiles(site.backend)
    expect(keys.toSorted()).toEqual(objects.toSorted())
    expect(await db.$count(derivedPictures)).toBe(0)
  })

  it('is kept by the sweep of unknown objects', async () => {
    const { backend, address, statusOf, given } = site
    const keys = async () => (await Array.fromAsync(backend.storage.keys())).flat().toSorted()
    const before = await keys()
    await backend.storage.write('nobodys', Buffer.from('x'))
    const now = new Date(Date.now() + 2 * 3600 * 1000)
    expect(await sweepUnknown(backend, { now })).toMatchObject({ unknown: 1, moved: 1 })
    expect(await keys()).toEqual(before)
    expect(await statusOf(address(320))).toBe(200)
    expect(given.tasks).toEqual([])
  })

  it('is kept while the project is hidden, is 404 then, and visible again afterwards', async () => {
    const { backend, address, ask, id, given } = site
    const etag = (await ask(address(320))).headers.get('etag') ?? ''
    const states = async (state: 'hidden' | 'stored') => {
      await backend.db.update(files).set({ state }).where(eq(files.id, id()))
      const answers = [
        await ask(address(320)),
        await ask(address(1920)),
        await ask(address(320), { 'if-none-match': etag }),
      ]
      return answers.map(({ status }) => status)
    }
    expect(await states('hidden')).toEqual([404, 404, 404])
    expect(given.tasks).toEqual([])
    expect(await states('stored')).toEqual([200, 200, 304])
  })

  it('is 404 if the project is hidden while it is made', async () => {
    const { backend, address, statusOf, id, given } = site
    const asked = statusOf(address(1920))
    await expect.poll(() => given.tasks).toEqual(['scale-picture'])
    await backend.db.update(files).set({ state: 'hidden' }).where(eq(files.id, id()))
    expect(await asked).toBe(404)
  })

  it('leaves nothing if the project is deleted while it is made', async () => {
    const { backend, address, statusOf, given, ada, project } = site
    const asked = statusOf(address(1920))
    await expect.poll(() => given.tasks).toEqual(['scale-picture'])
    const gone = { method: 'DELETE', token: ada() }
    await clientOf(backend).ask(`/icon?id=${project().id}`, gone)
    expect(await asked).toBe(404)
    await sweepUploads(backend, LATER)
    expect(await storedFiles(backend)).toEqual(NO_FILES)
  })
})

describe('the size limit of derived pictures', () => {
  /** An app on the same data with its own size limit and clock. */
  function bounded(maxBytes: number) {
    let now = new Date('2026-06-01T12:00:00Z')
    const { workers, backend } = site
    const parts = { ...quietParts(backend.db, backend.storage), workers, clock: () => now }
    const app = createApp({ ...parts, pictures: createPictures({ ...parts, maxBytes }) })
    return async (iso: string, width: number) => {
      now = new Date(iso)
      return (await headOnly(app.request(site.address(width)))).status
    }
  }
  const hours = async () =>
    (await site.forms()).map(({ lastUsedAt }) => lastUsedAt.toISOString().slice(11, 16))

  it('evicts the least recently used ones, which are made again on request', async () => {
    const { backend, address, statusOf, forms, given } = site
    await sweepUploads(backend, LATER)
    await statusOf(address(1920))
    const [smallest, , oldest] = await forms()
    const total = (await forms()).reduce((sum, { size }) => sum + size, 0)
    const others = await backend.db.$count(derivedPictures)
    expect(others).toBe(4)
    const get = bounded(total - 1)
    await get('2026-06-01T14:00:00Z', 768)
    await get('2026-06-01T15:00:00Z', 1920)
    await expect.poll(hours).toEqual(['12:00', '14:00', '12:00', '15:00'])
    // Made again, it exceeds the limit.
    await backend.storage.remove(smallest?.key ?? '')
    expect(await get('2026-06-01T18:00:00Z', 320)).toBe(200)
    expect((await forms()).map(({ width }) => width)).toEqual([320, 768, 1920])
    expect(await backend.storage.size(oldest?.key ?? '')).toBeNull()
    given.tasks = []
    expect(await get('2026-06-01T18:00:00Z', 1200)).toBe(200)
    expect(given.tasks).toEqual(['scale-picture'])
  })

  it('records a use once an hour', async () => {
    const get = bounded(1024 ** 3)
    await get('2026-06-01T12:59:00Z', 320)
    expect((await hours())[0]).toBe('12:00')
    await get('2026-06-01T13:01:00Z', 320)
    await expect.poll(async () => (await hours())[0]).toBe('13:01')
  })
})
