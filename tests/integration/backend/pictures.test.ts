import { rm } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { PICTURE_WIDTHS } from '#lib/contract/picture.ts'
import type { Project } from '#lib/contract/project.ts'
import { WorkerError } from '#lib/worker/error.ts'
import type { Pool } from '#lib/worker/pool.ts'
import { createApp } from '#backend/app.ts'
import { derivedPictures, files } from '#backend/db/schema.ts'
import { createPictures } from '#backend/services/picture/pictures.ts'
import { sweepUploads } from '#backend/services/upload/sweep.ts'
import { createBackendPool } from '#backend/worker/pool.ts'
import { clientOf, registered } from '#tests/support/accounts.ts'
import { quietParts, startTestBackend, type TestBackend } from '#tests/support/backend.ts'
import { aPicture, keptFiles, NO_FILES, published, uploaded } from '#tests/support/publishing.ts'

const COVER = {
  purpose: 'cover',
  name: 'c.png',
  bytes: await aPicture({ width: 2000, height: 1250 }),
}

const pool = createBackendPool()
/** The tasks that workers were given. */
let tasks: string[] = []
let fail: WorkerError | undefined
const workers: Pool = {
  ...pool,
  run: async (name, input, options) => {
    tasks.push(name)
    if (fail) throw fail
    return pool.run(name, input, options)
  },
}

let backend: TestBackend
let ada = ''
let project: Project
beforeAll(async () => {
  backend = await startTestBackend({ workers })
  await publish()
})
afterAll(async () => {
  pool.close()
  await backend.stop()
})
beforeEach(async () => {
  await backend.db.delete(derivedPictures).where(eq(derivedPictures.width, 1920))
  tasks = []
})
afterEach(() => {
  fail = undefined
})

/** An empty catalogue but for one project, whose cover is 2000 pixels wide. */
async function publish() {
  await backend.empty()
  await rm(backend.folder, { recursive: true, force: true })
  ada = await registered(backend)
  const cover_id = await uploaded(backend, ada, COVER)
  project = await published(backend, ada, { cover_id })
  tasks = []
}
const id = () => project.cover.url.split('/').at(-2) ?? ''
const address = (width: number | string, of = id()) => `/api/v1/picture/${of}/${width}`
const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  backend.app.request(path, { method, headers })
const bytesOf = async (path: string) => Buffer.from(await (await ask(path)).arrayBuffer())
/** The stored forms of the cover, the smallest first. */
const forms = () =>
  backend.db
    .select()
    .from(derivedPictures)
    .where(eq(derivedPictures.fileId, id()))
    .orderBy(derivedPictures.width)
const sumOf = (rows: { size: number }[]) => rows.reduce((sum, { size }) => sum + size, 0)
const remove = (kind: string, of: string) =>
  clientOf(backend).ask(`/${kind}?id=${of}`, { method: 'DELETE', token: ada })

describe('a picture in another width', () => {
  it('is named by the project, with the original where it is small enough to be shown', () => {
    expect(project.cover.sources).toEqual([
      ...PICTURE_WIDTHS.map((width) => ({ url: address(width), width })),
    ])
    const [image] = project.gallery
    expect(image?.sources).toEqual([
      { url: address(320, image?.url.split('/').at(-2)), width: 320 },
      { url: image?.url, width: 640 },
    ])
  })

  it.each(PICTURE_WIDTHS)('is a WebP of %i pixels width', async (width) => {
    const bytes = await bytesOf(address(width))
    const height = Math.round((width * 1250) / 2000)
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width, height })
  })

  it('is there for lists when the cover is uploaded, and is not made again', async () => {
    for (const width of [320, 768, 1200]) expect((await ask(address(width))).status).toBe(200)
    expect(tasks).toEqual([])
  })

  it('asked for 50 times is made once', async () => {
    for (let time = 0; time < 50; time += 1) {
      expect((await ask(address(1920))).status).toBe(200)
    }
    expect(tasks).toEqual(['scale-picture'])
  })

  it('asked for 50 times at once is made once', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => bytesOf(address(1920))))
    expect(new Set(answers.map((bytes) => bytes.toString('base64'))).size).toBe(1)
    expect(tasks).toEqual(['scale-picture'])
  })

  it('never changes, is not sent again to a browser that has it, and cannot do anything', async () => {
    const response = await ask(address(320))
    const bytes = Buffer.from(await response.arrayBuffer())
    const headers = Object.fromEntries(response.headers)
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'content-length': String(bytes.length),
      'cache-control': 'public, max-age=31536000, s-maxage=300, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    const etag = headers['etag'] ?? ''
    const again = await ask(address(320), { 'if-none-match': etag })
    expect([again.status, await again.text()]).toEqual([304, ''])
    expect((await ask(address(768), { 'if-none-match': etag })).status).toBe(200)
    const head = await ask(address(320), {}, 'HEAD')
    expect(head.headers.get('content-length')).toBe(String(bytes.length))
    expect(await head.text()).toBe('')
  })

  it('has one address: other widths, names and queries make no other picture', async () => {
    for (const width of [
      '1',
      '321',
      '2400',
      '0320',
      '320.0',
      '3e2',
      '-320',
      '320px',
      '320.webp',
      '%20320',
    ]) {
      expect((await ask(address(width))).status, width).toBe(404)
    }
    for (const path of [
      `${address(320)}/cover.webp`,
      `/api/v1/picture/${id()}`,
      address(320, 'x'),
    ]) {
      expect((await ask(path)).status, path).toBe(404)
    }
    await ask(`${address(1920)}?v=1`)
    await ask(`${address(1920)}?v=2`)
    expect(tasks).toEqual(['scale-picture'])
  })

  it('is never larger than the original', async () => {
    const [image] = project.gallery
    const gallery = image?.url.split('/').at(-2)
    expect((await ask(address(320, gallery))).status).toBe(200)
    expect((await ask(address(768, gallery))).status).toBe(404)
  })

  it('is made of pictures only: a pack never reaches the scaler', async () => {
    const pack = project.file?.url.split('/').at(-2)
    expect((await ask(address(320, pack))).status).toBe(404)
    expect(tasks).toEqual([])
  })

  it('is not made of an upload that nobody has published', async () => {
    const upload = await uploaded(backend, ada, COVER)
    expect((await ask(address(320, upload))).status).toBe(404)
  })

  it('is made again when the storage has lost it or holds half of it', async () => {
    const [row] = await forms()
    const whole = await bytesOf(address(320))
    await backend.storage.write(row?.key ?? '', whole.subarray(0, 99))
    expect((await bytesOf(address(320))).length).toBe(whole.length)
    const [made] = await forms()
    await backend.storage.remove(made?.key ?? '')
    expect((await bytesOf(address(320))).length).toBe(whole.length)
    expect(tasks).toEqual(['scale-picture', 'scale-picture'])
  })

  it('is 503 with Retry-After while the workers have too much to do', async () => {
    fail = new WorkerError('busy')
    const response = await ask(address(1920))
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('5')
    fail = undefined
    expect((await ask(address(1920))).status).toBe(200)
  })

  it('that cannot be made, or whose original is lost, is 404', async () => {
    fail = new WorkerError('memory')
    expect((await ask(address(1920))).status).toBe(404)
    fail = undefined
    const original = await bytesOf(project.cover.url)
    await backend.storage.remove(id())
    expect((await ask(address(1920))).status).toBe(404)
    await backend.storage.write(id(), original)
  })
})

describe('what is made of a picture', () => {
  beforeEach(publish)

  it('is gone with its file: when the project is deleted, and when the cover is replaced', async () => {
    const cover_id = await uploaded(backend, ada, COVER)
    const before = address(320)
    const body = { id: project.id, cover_id }
    await clientOf(backend).ask('/icon', { method: 'PUT', body, token: ada })
    expect((await ask(before)).status).toBe(404)
    expect((await ask(address(320, cover_id))).status).toBe(200)
    await remove('icon', project.id)
    expect((await ask(address(320, cover_id))).status).toBe(404)
    const { db, storage } = backend
    const later = { now: new Date('2026-06-03T12:00:00Z'), isAlone: false }
    await sweepUploads({ db, storage }, later)
    expect(await keptFiles(backend)).toEqual(NO_FILES)
  })

  it('is gone with the account, and with an upload that nobody published', async () => {
    await uploaded(backend, ada, COVER)
    const { db, storage } = backend
    const later = { now: new Date('2026-06-03T12:00:00Z'), isAlone: false }
    // The one above, and the cover that the published project did not take.
    expect(await sweepUploads({ db, storage }, later)).toBe(2)
    expect(await db.$count(derivedPictures)).toBe(3)
    const account = { method: 'POST', body: { password: 'engine-1843' }, token: ada }
    await clientOf(backend).ask('/account/delete', account)
    expect(await keptFiles(backend)).toEqual(NO_FILES)
  })

  it('is known to the sweep, which removes what no row names', async () => {
    const { db, storage } = backend
    const before = (await keptFiles(backend)).objects.length
    await storage.write('nobodys', Buffer.from('x'))
    expect(
      await sweepUploads({ db, storage }, { now: new Date('2026-06-01T12:00:00Z'), isAlone: true }),
    ).toBe(1)
    expect((await keptFiles(backend)).objects).toHaveLength(before)
    expect((await ask(address(320))).status).toBe(200)
    expect(tasks).toEqual([])
  })

  it('stays when the project is hidden, is answered with 404, and comes back with it', async () => {
    const states = async (state: 'hidden' | 'stored') => {
      await backend.db.update(files).set({ state }).where(eq(files.id, id()))
      const etag = (await ask(address(320))).headers.get('etag') ?? '*'
      return [
        (await ask(address(320))).status,
        (await ask(address(1920))).status,
        (await ask(address(320), { 'if-none-match': etag })).status,
      ]
    }
    expect(await states('hidden')).toEqual([404, 404, 404])
    expect(tasks).toEqual([])
    expect(await states('stored')).toEqual([200, 200, 304])
  })

  it('is not shown when the project is hidden while it is made', async () => {
    const asked = ask(address(1920))
    await expect.poll(() => tasks).toEqual(['scale-picture'])
    await backend.db.update(files).set({ state: 'hidden' }).where(eq(files.id, id()))
    expect((await asked).status).toBe(404)
  })
})

describe('the bound of pictures in other widths', () => {
  beforeEach(publish)

  /** An app on the same data whose pictures have so many bytes, at a time of its own. */
  function bounded(maxBytes: number) {
    let now = new Date('2026-06-01T12:00:00Z')
    const clock = () => now
    const parts = { ...quietParts(backend.db, backend.storage), workers, clock }
    const app = createApp({ ...parts, pictures: createPictures({ ...parts, maxBytes }) })
    return {
      ask: async (path: string) => (await app.request(path)).status,
      setClock: (iso: string) => {
        now = new Date(iso)
      },
    }
  }

  it('holds: what was not asked for longest goes, and is made again when it is asked for', async () => {
    await ask(address(1920))
    const [smallest, ...others] = await forms()
    const { ask: get, setClock } = bounded(sumOf(await forms()) - 1)
    for (const [at, width] of [768, 1920].entries()) {
      setClock(`2026-06-01T1${at + 4}:00:00Z`)
      await get(address(width))
    }
    await expect
      .poll(async () => (await forms()).map(({ lastUsedAt }) => lastUsedAt.getUTCHours()))
      .toEqual([12, 14, 12, 15])
    // Made anew, it is one too many.
    await backend.storage.remove(smallest?.key ?? '')
    setClock('2026-06-01T18:00:00Z')
    expect(await get(address(320))).toBe(200)
    expect((await forms()).map(({ width }) => width)).toEqual([320, 768, 1920])
    expect(await backend.storage.size(others[1]?.key ?? '')).toBeNull()
    tasks = []
    expect(await get(address(1200))).toBe(200)
    expect(tasks).toEqual(['scale-picture'])
  })

  it('counts a use once an hour', async () => {
    const { ask: get, setClock } = bounded(1024 ** 3)
    const last = async () => (await forms())[0]?.lastUsedAt.toISOString()
    const made = await last()
    setClock('2026-06-01T12:59:00Z')
    await get(address(320))
    expect(await last()).toBe(made)
    setClock('2026-06-01T13:01:00Z')
    await get(address(320))
    await expect.poll(last).toBe('2026-06-01T13:01:00.000Z')
  })
})
