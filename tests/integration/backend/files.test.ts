import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { projectSchema } from '#lib/contract/project.ts'
import { files } from '#backend/db/tables.ts'
import { testBackend } from '#tests/support/backend.ts'
import { headOnly } from '#tests/support/head.ts'

const BYTES = Buffer.from('0123456789')
const ETAG = `"${createHash('sha256').update(BYTES).digest('hex')}"`

let url: string
let imageUrl: string
let id: string
const backend = await testBackend()
beforeAll(async () => {
  id = await backend.add({ file: { name: "Wétter 'n' “Sun”.iconpack", bytes: BYTES } })
  const project = projectSchema.parse((await backend.get(`/icon/${id}`)).data)
  url = project.file?.url ?? ''
  imageUrl = project.cover.url
})

const request = (headers: Record<string, string> = {}, method = 'GET') =>
  backend.app.request(url, { method, headers })
const downloads = async () => projectSchema.parse((await backend.get(`/icon/${id}`)).data).downloads

describe('a file', () => {
  it('is sent completely, as immutable, and cannot run scripts in a browser', async () => {
    const response = await request()
    expect(Buffer.from(await response.arrayBuffer())).toEqual(BYTES)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-length': '10',
      etag: ETAG,
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    const disposition = response.headers.get('content-disposition')
    expect(disposition).toMatch(
      /^attachment; filename="Wetter 'n' _Sun_-1\.0\.0\.iconpack"; filename\*=UTF-8''/,
    )
    expect(disposition).toContain('W%C3%A9tter%20%27n%27%20%E2%80%9CSun%E2%80%9D-1.0.0.iconpack')
  })

  it('is sent inline if it is a picture', async () => {
    const response = await headOnly(backend.app.request(imageUrl))
    expect(response.headers.get('content-type')).toBe('image/webp')
    expect(response.headers.get('content-disposition')).toMatch(/^inline;/)
  })

  it.each([
    ['bytes=0-3', 206, '0123', 'bytes 0-3/10'],
    ['bytes=4-', 206, '456789', 'bytes 4-9/10'],
    ['bytes=-2', 206, '89', 'bytes 8-9/10'],
    ['bytes=-99', 206, '0123456789', 'bytes 0-9/10'],
    ['bytes=8-99', 206, '89', 'bytes 8-9/10'],
    ['bytes=10-', 416, null, 'bytes */10'],
    ['bytes=-0', 416, null, 'bytes */10'],
    ['bytes=5-2', 200, '0123456789', null],
    ['bytes=0-1,3-4', 200, '0123456789', null],
    ['bytes=-', 200, '0123456789', null],
    ['lines=0-1', 200, '0123456789', null],
  ])('requested with %s answers %i', async (range, status, body, contentRange) => {
    const response = await request({ range })
    expect(response.status).toBe(status)
    expect(response.headers.get('content-range')).toBe(contentRange)
    if (body !== null) expect(await response.text()).toBe(body)
  })

  it('answers 304 to a matching If-None-Match', async () => {
    for (const etag of [ETAG, `W/${ETAG}`, `"x", ${ETAG}`, '*']) {
      const response = await request({ 'if-none-match': etag })
      expect(response.status, etag).toBe(304)
      expect(await response.text()).toBe('')
    }
    expect((await headOnly(request({ 'if-none-match': '"x"' }))).status).toBe(200)
  })

  it('honours Range only with a matching If-Range', async () => {
    expect((await headOnly(request({ range: 'bytes=0-1', 'if-range': ETAG }))).status).toBe(206)
    expect((await headOnly(request({ range: 'bytes=0-1', 'if-range': '"old"' }))).status).toBe(200)
  })

  it('answers HEAD with its size and no body', async () => {
    const response = await request({}, 'HEAD')
    expect(response.headers.get('content-length')).toBe('10')
    expect(await response.text()).toBe('')
  })

  it('counts a download once per visitor and day, only if it includes the first byte', async () => {
    const before = await downloads()
    const visitor = { 'user-agent': `Mozilla/5.0 Firefox/150.0` }
    await headOnly(request(visitor, 'HEAD'))
    await headOnly(request({ ...visitor, range: 'bytes=4-' }))
    await headOnly(request({ ...visitor, 'if-none-match': ETAG }))
    expect(await downloads()).toBe(before)
    await headOnly(request(visitor))
    await headOnly(request({ ...visitor, range: 'bytes=0-3' }))
    expect(await downloads()).toBe(before + 1)
  })

  it.each(['/api/v1/file/nothing/x', '/api/v1/file/..%2f..%2fetc/passwd', '/api/v1/file/%00/x'])(
    'is 404 if it does not exist: %s',
    async (address) => {
      const response = await backend.app.request(address)
      expect(response.status).toBe(404)
      expect(await response.json()).toMatchObject({ code: 404, data: null })
    },
  )

  it('is a complete 404 if the storage has only a part of it', async () => {
    const truncated = await backend.add({ file: { name: 'truncated.iconpack', bytes: BYTES } })
    const { file } = projectSchema.parse((await backend.get(`/icon/${truncated}`)).data)
    const [row] = await backend.db.select().from(files).where(eq(files.name, 'truncated.iconpack'))
    await backend.storage.write(row?.key ?? '', BYTES.subarray(0, 4))
    const response = await backend.app.request(file?.url ?? '')
    expect(response.status).toBe(404)
    expect(response.headers.get('content-length')).toBeNull()
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.json()).toMatchObject({ code: 404, data: null })
  })
})
