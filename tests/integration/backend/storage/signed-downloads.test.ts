import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { projectSchema } from '#lib/contract/project.ts'
import { createApp } from '#backend/app.ts'
import { files } from '#backend/db/tables.ts'
import { storageOf } from '#backend/storage/open.ts'
import { quietParts, testBackend } from '#tests/support/backend.ts'
import { startS3 } from '#tests/support/s3.ts'
import { headOnly } from '#tests/support/head.ts'
import { stoppedAtEnd } from '#tests/support/stopped-at-end.ts'

const NAME = "Wétter 'n' “Sun”.iconpack"
const BYTES = Buffer.from('0123456789')

const server = await stoppedAtEnd(startS3())
const storage = (await storageOf({ STORAGE_URL: `${server.url}&downloads=signed` }, '/nowhere'))
  .storage
const backend = await testBackend()
const id = await backend.add({ file: { name: NAME, bytes: BYTES } })
for (const { key } of await backend.db.select().from(files)) {
  const size = (await backend.storage.size(key)) ?? 0
  await storage.write(key, await backend.storage.readBytes(key, { start: 0, end: size - 1 }))
}
const project = projectSchema.parse((await backend.get(`/icon/${id}`)).data)

const ask = (url: string, init: RequestInit = {}, from = storage) =>
  createApp(quietParts(backend.db, from)).request(url, init)
const download = (headers: Record<string, string> = {}, method = 'GET') =>
  ask(project.file?.url ?? '', { method, headers })
const downloads = async () => projectSchema.parse((await backend.get(`/icon/${id}`)).data).downloads

describe('a download with downloads=signed', () => {
  it('leads to the storage, which sends the bytes under the name and type of the file', async () => {
    const response = await download()
    expect(response.status).toBe(302)
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    const location = response.headers.get('location') ?? ''
    const file = await fetch(location)
    expect(Buffer.from(await file.arrayBuffer())).toEqual(BYTES)
    expect(file.headers.get('content-disposition')).toContain(
      "filename*=UTF-8''W%C3%A9tter%20%27n%27%20%E2%80%9CSun%E2%80%9D-1.0.0.iconpack",
    )
    expect(file.headers.get('content-disposition')).toMatch(/^attachment;/)
    expect(new URL(location).searchParams.get('X-Amz-Expires')).toBe('300')
  })

  it('leads to a part of the file when the request for it has a range', async () => {
    const response = await download({ range: 'bytes=4-' })
    const part = await fetch(response.headers.get('location') ?? '', {
      headers: { range: 'bytes=4-' },
    })
    expect([part.status, await part.text()]).toEqual([206, '456789'])
    expect((await download({ range: 'bytes=10-' })).status).toBe(416)
  })

  it('is signed, and refused by the storage once it has expired', async () => {
    const signed = new URL((await download()).headers.get('location') ?? '')
    expect(signed.searchParams.get('X-Amz-Signature')).toMatch(/^[\da-f]{64}$/)
    expect(signed.searchParams.get('X-Amz-SignedHeaders')).toBe('host')
    signed.searchParams.set('X-Amz-Date', '20200101T000000Z')
    expect((await headOnly(fetch(signed))).status).toBe(403)
  })

  it('is counted like one that the backend sends', async () => {
    const before = await downloads()
    const visitor = { 'user-agent': 'Mozilla/5.0 Firefox/151.0' }
    await download(visitor, 'HEAD')
    await download({ ...visitor, range: 'bytes=4-' })
    expect(await downloads()).toBe(before)
    await download(visitor)
    await download({ ...visitor, range: 'bytes=0-3' })
    expect(await downloads()).toBe(before + 1)
  })

  it('answers HEAD and what the client has already by itself, and sends pictures itself', async () => {
    const head = await download({}, 'HEAD')
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '10'])
    expect((await download({ 'if-none-match': '*' })).status).toBe(304)
    const picture = await ask(project.cover.url)
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp'])
  })

  it('is 404 without an address for a file that is hidden or missing', async () => {
    const [row] = await backend.db.select().from(files).where(eq(files.name, NAME))
    if (!row) throw new Error('no file')
    await backend.db.update(files).set({ state: 'pending' }).where(eq(files.id, row.id))
    const hidden = await download()
    expect([hidden.status, hidden.headers.get('location')]).toEqual([404, null])
    await backend.db.update(files).set({ state: 'stored' }).where(eq(files.id, row.id))
    await storage.remove(row.key)
    const missing = await download()
    expect([missing.status, missing.headers.get('location')]).toEqual([404, null])
    await storage.write(row.key, BYTES)
  })

  it('names the host that visitors reach the storage at', async () => {
    const url = `${server.url}&downloads=signed&public=https://files.example`
    const { storage: other } = await storageOf({ STORAGE_URL: url }, '/nowhere')
    const response = await ask(project.file?.url ?? '', {}, other)
    expect(response.headers.get('location')).toMatch(/^https:\/\/files\.example\/keystrip-files\//)
  })
})

it('sends the bytes itself by default', async () => {
  const { storage: proxied } = await storageOf({ STORAGE_URL: server.url }, '/nowhere')
  const response = await ask(project.file?.url ?? '', {}, proxied)
  expect([response.status, await response.text()]).toEqual([200, String(BYTES)])
})
