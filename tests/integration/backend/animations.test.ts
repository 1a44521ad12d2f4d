import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeEach, describe, expect, it } from 'vitest'
import { files } from '#backend/db/tables.ts'
import { sweepUnknown } from '#backend/services/upload/sweep-unknown.ts'
import { sweepUploads } from '#backend/services/upload/sweep.ts'
import { namedObjects } from '#scripts/transfer/objects.ts'
import { openServer } from '#scripts/transfer/rows.ts'
import { operator, OPERATOR_SECRET } from '#tests/support/operator.ts'
import { clientOf, registered } from '#tests/support/accounts.ts'
import { COLOURS, createGif } from '#tests/support/animations.ts'
import { startTestBackend, testBackend } from '#tests/support/backend.ts'
import {
  NO_FILES,
  publishProject,
  requestAs,
  storedFiles,
  upload,
  uploadFile,
} from '#tests/support/publishing.ts'
import { headOnly } from '#tests/support/head.ts'
import type { Project } from '#lib/contract/project.ts'

const [, GIF] = COLOURS[0] ?? ['', Buffer.alloc(0)]
/** Two days after the uploads: unattached files are deleted. */
const LATER = { now: new Date('2026-06-03T12:00:00Z'), isAlone: false }

let ada = ''
const backend = await testBackend({ internalSecret: OPERATOR_SECRET })
beforeEach(async () => {
  await backend.clear()
  ada = await registered(backend)
})

const uploadGif = (purpose: string) =>
  uploadFile(backend, ada, { purpose, name: 'x.gif', bytes: GIF })
const publishMoving = async (): Promise<Project> =>
  publishProject(backend, ada, {
    cover_id: await uploadGif('cover'),
    gallery_ids: [await uploadGif('gallery')],
  })
const animatedFile = async () => {
  const [row] = await backend.db.select().from(files).where(eq(files.name, 'x.gif'))
  if (!row?.animationKey) throw new Error('no animation')
  return { ...row, animationKey: row.animationKey }
}

describe('the animation of a picture', () => {
  it('has an address in cover and gallery, and is an animated WebP; all others are still', async () => {
    const { cover, gallery } = await publishMoving()
    for (const { url, animation, sources = [] } of [cover, ...gallery]) {
      const moving = await backend.app.request(animation?.url ?? '')
      expect(moving.headers.get('content-type')).toBe('image/webp')
      expect(moving.headers.get('x-content-type-options')).toBe('nosniff')
      expect(moving.headers.get('cache-control')).toContain('immutable')
      const bytes = Buffer.from(await moving.arrayBuffer())
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', pages: 3 })
      for (const still of [url, ...sources.map((source) => source.url)]) {
        const response = await backend.app.request(still)
        const { pages = 1 } = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
        expect(pages, still).toBe(1)
      }
    }
  })

  it('is served in ranges, and not again to who has it', async () => {
    const { cover } = await publishMoving()
    const ask = (headers: Record<string, string>) =>
      backend.app.request(cover.animation?.url ?? '', { headers })
    const part = await ask({ range: 'bytes=0-3' })
    expect([part.status, await part.text()]).toEqual([206, 'RIFF'])
    const etag = part.headers.get('etag') ?? ''
    expect((await headOnly(ask({ 'if-none-match': etag }))).status).toBe(304)
  })

  it('does not exist for a picture that does not move', async () => {
    const { cover } = await publishProject(backend, ada)
    expect(cover).not.toHaveProperty('animation')
    const { status } = await headOnly(
      backend.app.request(`/api/v1/picture/${cover.file_id}/animation`),
    )
    expect(status).toBe(404)
  })

  it('is for its owner alone before it is published, and not available while it is hidden', async () => {
    const path = `/api/v1/picture/${await uploadGif('cover')}/animation`
    expect((await headOnly(backend.app.request(path))).status).toBe(404)
    const own = await requestAs(backend, ada, path)
    expect([own.status, own.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    const { cover } = await publishMoving()
    const address = cover.animation?.url ?? ''
    expect((await headOnly(backend.app.request(address))).status).toBe(200)
    await backend.db.update(files).set({ state: 'hidden' })
    expect((await headOnly(backend.app.request(address))).status).toBe(404)
  })

  it('is kept when the text of the project changes, and goes when the picture is replaced', async () => {
    const { id, cover, gallery } = await publishMoving()
    const edit = (body: object) =>
      clientOf(backend).ask('/icon', { method: 'PUT', body: { id, ...body }, token: ada })
    expect(await edit({ tagline: 'It moves' })).toMatchObject({
      data: { cover: { animation: cover.animation } },
    })
    const still = gallery.map(({ file_id }) => file_id)[0]
    const { data } = await edit({ cover_id: still })
    expect(data).toMatchObject({ cover: { animation: gallery[0]?.animation } })
    expect((await headOnly(backend.app.request(cover.animation?.url ?? ''))).status).toBe(404)
  })
})

describe('the object of an animation', () => {
  it('is deleted with an unpublished upload, and with the project', async () => {
    await uploadGif('cover')
    await sweepUploads(backend, LATER)
    expect(await storedFiles(backend)).toEqual(NO_FILES)
    const { id } = await publishMoving()
    await clientOf(backend).ask(`/icon?id=${id}`, { method: 'DELETE', token: ada })
    await sweepUploads(backend, LATER)
    expect(await storedFiles(backend)).toEqual(NO_FILES)
  })

  it('is kept by the sweep of unknown objects', async () => {
    const { cover } = await publishMoving()
    await backend.storage.write('nobodys', Buffer.from('x'))
    const now = new Date(Date.now() + 2 * 3600 * 1000)
    expect(await sweepUnknown(backend, { now })).toMatchObject({ unknown: 1, moved: 1 })
    expect((await headOnly(backend.app.request(cover.animation?.url ?? ''))).status).toBe(200)
  })

  it('is in a backup, with its SHA-256, and required', async () => {
    await publishMoving()
    const { animationKey: key, animationSha256: sha256 } = await animatedFile()
    const rows = await openServer(backend.database.url, 'backup')
    try {
      expect(await namedObjects(rows)).toContainEqual({ key, sha256, isRequired: true })
    } finally {
      await rows.close()
    }
  })

  it('is examined like the file itself', async () => {
    await publishMoving()
    const { id, animationKey } = await animatedFile()
    await backend.storage.remove(animationKey)
    const answer = await operator(backend, 'examine', { what: 'files', after: '', fix: false })
    expect(answer).toMatchObject({ data: { problems: [{ code: 'file_missing', subject: id }] } })
  })

  it('counts for the quota of the account, and is not left behind by an upload beyond it', async () => {
    await uploadGif('cover')
    const { size, animationSize } = await animatedFile()
    const limited = await startTestBackend({ accountQuota: () => size + (animationSize ?? 0) })
    try {
      const token = await registered(limited)
      const send = (bytes: Uint8Array) =>
        upload(limited, token, { purpose: 'cover', name: 'x.gif', bytes })
      expect(await send(GIF)).toMatchObject({ status: 200 })
      const before = await storedFiles(limited)
      expect(before.objects).toHaveLength(2)
      expect(await send(createGif(1))).toMatchObject({ status: 413, reason: 'quota_full' })
      await limited.db.update(files).set({ animationSize: 1 })
      expect(await send(GIF)).toMatchObject({ status: 413, reason: 'quota_full' })
      expect(await storedFiles(limited)).toEqual(before)
    } finally {
      await limited.stop()
    }
  })
})

it('an animation above the limits is refused with a reason of its own', async () => {
  const sent = await upload(backend, ada, {
    purpose: 'cover',
    name: 'x.gif',
    bytes: createGif(501),
  })
  expect(sent).toMatchObject({ code: 400, reason: 'long_animation' })
  expect(await storedFiles(backend)).toEqual(NO_FILES)
})
