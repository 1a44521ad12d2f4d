// @module-tag long
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { pagesSchema } from '#lib/contract/file/contents.ts'
import { uploadedFileSchema } from '#lib/contract/publish.ts'
import { packIconsSchema } from '#lib/contract/search.ts'
import { derivedPictures, fileDrawings } from '#backend/db/tables.ts'

import { ATTEMPTS_MAX } from '#backend/services/job/queue.ts'
import { registered } from '#tests/support/accounts.ts'
import { testBackend } from '#tests/support/backend.ts'
import {
  buildKey,
  buildManifest,
  buildContainer,
  buildStandardFile,
  buildIconPack,
  buildPackage,
} from '#tests/support/containers.ts'
import { FIRST_GENERATION } from '#tests/support/github-stub.ts'
import { failOnce, failWorkerOnce } from '#tests/support/failing-storage.ts'
import { COVER } from '#tests/support/pictures.ts'
import {
  storedFiles,
  NO_FILES,
  publishProject,
  untilReady,
  upload,
} from '#tests/support/publishing.ts'
import { waitFor } from '#tests/support/wait.ts'

/* A disk that fails once: every request that needs it is 503 and changes nothing; the next one works. */

let token: string
const backend = await testBackend()
beforeEach(async () => {
  await backend.empty()
  for await (const keys of backend.storage.keys()) {
    for (const key of keys) await backend.storage.remove(key)
  }
  token = await registered(backend)
})

const UNAVAILABLE = { code: 503, reason: 'unavailable', data: null }

const visitor = { headers: { 'user-agent': 'Mozilla/5.0 Firefox/150.0' } }

async function expectUnavailable(url: string) {
  const response = await backend.app.request(url, visitor)
  const { headers } = response
  expect(response.status).toBe(503)
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('retry-after')).toBe('5')
  for (const name of ['etag', 'content-range', 'content-disposition', 'accept-ranges']) {
    expect(headers.get(name), name).toBeNull()
  }
  expect(headers.get('content-type')).toMatch(/^application\/json/)
  expect(await response.json()).toMatchObject(UNAVAILABLE)
}
const bytesOf = async (url: string) => {
  const response = await backend.app.request(url, visitor)
  expect(response.status).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}

describe('an upload is rejected and stores nothing', () => {
  /** Rewritten to the standard archive: read and written twice. */
  const pack = async () => ({ bytes: (await buildIconPack('sun', 'moon')).bytes })
  const profile = async () => ({ name: 'desk.flexbar', bytes: buildStandardFile('profile') })
  const page = async () => ({ name: 'dark.flexpage', bytes: buildStandardFile('flexpage') })
  const plugin = async () => ({ name: 'a.flexplugin', bytes: buildPackage(FIRST_GENERATION) })
  const zipped = async () => ({ ...(await pack()), name: 'mine.zip' })
  const cover = async () => COVER

  it.each<[string, () => Promise<typeof COVER | { name?: string; bytes: Buffer }>, () => void]>([
    ['the bytes are written', pack, () => failOnce(backend.storage, 'writeStream')],
    ['the type of a package is checked', plugin, () => failOnce(backend.storage, 'readBytes')],
    ['a pack is validated', pack, () => failWorkerOnce(backend.storage)],
    ['a profile is validated', profile, () => failWorkerOnce(backend.storage)],
    ['a page is validated', page, () => failWorkerOnce(backend.storage)],
    [
      'the standard archive is written',
      zipped,
      () => failOnce(backend.storage, 'writeStream', { skip: 1 }),
    ],
    ['a picture is decoded', cover, () => failOnce(backend.storage, 'readBytes')],
    [
      'the decoded picture is written',
      cover,
      () => failOnce(backend.storage, 'writeStream', { skip: 1 }),
    ],
  ])('when the disk fails while %s', async (_, file, fail) => {
    fail()
    expect(await upload(backend, token, await file())).toMatchObject(UNAVAILABLE)
    expect(await storedFiles(backend)).toEqual(NO_FILES)
    const { status, data } = await upload(backend, token, await file())
    expect(status).toBe(200)
    const { id } = uploadedFileSchema.parse(data)
    await untilReady(backend, token, id)
  })
})

describe('the conversion of icons', () => {
  const dueNow = async () => {
    await backend.db.execute(sql`UPDATE jobs SET due_at = now()`)
    backend.jobs.wake()
  }
  const attempts = async () => {
    const { rows } = await backend.db.execute(sql`SELECT attempts FROM jobs WHERE worker IS NULL`)
    return rows[0]?.['attempts']
  }

  it('is repeated until the disk works, and refuses no icon meanwhile', async () => {
    failOnce(backend.storage, 'readBytes')
    const sent = await upload(backend, token, { bytes: (await buildIconPack('sun')).bytes })
    const { id, state } = uploadedFileSchema.parse(sent.data)
    expect(state).toBe('working')
    await waitFor(async () => expect(await attempts()).toBe(1))
    for (let failure = 0; failure < 2; failure += 1) {
      // The last attempt of a job that fails by itself.
      await backend.db.execute(sql`UPDATE jobs SET attempts = ${ATTEMPTS_MAX - 1}`)
      const state = failOnce(backend.storage, 'readBytes')
      await dueNow()
      await waitFor(() => expect(state.hasFailed).toBe(true))
      await waitFor(async () => expect(await attempts()).toBe(ATTEMPTS_MAX - 1))
      expect(await backend.db.$count(fileDrawings)).toBe(0)
    }
    await dueNow()
    await untilReady(backend, token, id)
    expect(await backend.db.select().from(fileDrawings)).toMatchObject([
      { name: 'sun', refused: null },
    ])
  })
})

describe('a visitor gets 503, which is not cached, and the next request works', () => {
  it('for an icon of a pack', async () => {
    const project = await publishProject(backend, token)
    const { data } = await backend.get(`/icon/${project.id}/icons`)
    const [icon] = packIconsSchema.parse(data).items
    failOnce(backend.storage, 'readBytes')
    await expectUnavailable(icon?.url ?? '')
    expect((await bytesOf(icon?.url ?? '')).toString()).toMatch(/^<svg/)
  })

  it.each(['size', 'read'] as const)('for a download, when its %s fails', async (operation) => {
    const { id, file } = await publishProject(backend, token)
    failOnce(backend.storage, operation)
    await expectUnavailable(file?.url ?? '')
    expect((await backend.get(`/icon/${id}`)).data).toMatchObject({ downloads: 0 })
    expect((await bytesOf(file?.url ?? '')).subarray(0, 2).toString()).toBe('PK')
    expect((await backend.get(`/icon/${id}`)).data).toMatchObject({ downloads: 1 })
  })

  it.each(['size', 'read'] as const)(
    'for a scaled picture, when its %s fails; it is not made again',
    async (operation) => {
      const sent = await upload(backend, token, COVER)
      const { id: cover_id } = uploadedFileSchema.parse(sent.data)
      await publishProject(backend, token, { cover_id })
      const rows = () => backend.db.select().from(derivedPictures)
      const before = await rows()
      failOnce(backend.storage, operation)
      await expectUnavailable(`/api/v1/picture/${cover_id}/320`)
      expect((await bytesOf(`/api/v1/picture/${cover_id}/320`)).subarray(0, 4).toString()).toBe(
        'RIFF',
      )
      expect(await rows()).toEqual(before)
    },
  )

  it('for a picture that is scaled on request, when its original cannot be read', async () => {
    const sent = await upload(backend, token, COVER)
    const { id: cover_id } = uploadedFileSchema.parse(sent.data)
    await publishProject(backend, token, { cover_id })
    for (const operation of ['size', 'readBytes', 'write'] as const) {
      failOnce(backend.storage, operation)
      await expectUnavailable(`/api/v1/picture/${cover_id}/1920`)
    }
    expect(await bytesOf(`/api/v1/picture/${cover_id}/1920`)).not.toHaveLength(0)
  })
})

it('the pages of a profile come from the database: they are complete, or its upload is rejected', async () => {
  const manifest = buildManifest('profile', {
    pages: [{ id: 'one', name: 'Main', keys: [buildKey({ icon: 'icons/sun.svg' })] }],
  })
  const file = { name: 'desk.flexbar', bytes: buildContainer(manifest, ['icons/sun.svg']) }
  failWorkerOnce(backend.storage)
  expect(await upload(backend, token, file)).toMatchObject(UNAVAILABLE)
  const id = await backend.add({ kind: 'profile', category: 'design', file })
  for (const operation of ['size', 'read', 'readBytes'] as const)
    failOnce(backend.storage, operation)
  const { data } = await backend.get(`/profile/${id}/pages`)
  const [page] = pagesSchema.parse(data).pages
  await expectUnavailable(page?.keys[0]?.icon ?? '')
  expect((await bytesOf(page?.keys[0]?.icon ?? '')).toString()).toMatch(/^<svg/)
})
