import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { colourVariantSchema } from '#lib/contract/file/colour-variant.ts'
import { KINDS, type Kind } from '#lib/contract/kind.ts'
import { projectSchema } from '#lib/contract/project.ts'
import { packIconsSchema } from '#lib/contract/search.ts'
import { call, errorCodeOf, isLeftOut, list, read, toUrl } from './client.ts'
import { headOnly } from '#tests/support/head.ts'

const latest = async (kind: Kind) => (await list(kind, 'sort=recent&limit=1')).items[0]

describe.each(KINDS)('a project of kind %s', (kind) => {
  it('is the same on its own as in the list', async ({ skip }) => {
    const item = await latest(kind)
    if (!item) return skip('there is no project of this kind')
    const { views, downloads, installs, ...rest } = await read(`/${kind}/${item.id}`, projectSchema)
    expect(item).toMatchObject(rest)
    expect(views).toBeGreaterThanOrEqual(item.views)
    expect(downloads).toBeGreaterThanOrEqual(item.downloads)
    expect(installs).toBeGreaterThanOrEqual(item.installs)
  })

  it('is found under its own kind only', async ({ skip }) => {
    const item = await latest(kind)
    if (!item) return skip('there is no project of this kind')
    for (const other of KINDS.filter((name) => name !== kind)) {
      expect(await errorCodeOf(`/${other}/${item.id}`)).toBe(404)
    }
  })

  it('is 404 for an unknown id and for a malformed one', async () => {
    expect(await errorCodeOf(`/${kind}/no-such-id`)).toBe(404)
    for (const id of ['a%20b', '%00', 'x'.repeat(65), '%E0%A4%A', '..%2f..%2fx']) {
      expect(await errorCodeOf(`/${kind}/${id}`), id).toBe(404)
    }
  })

  it('serves its pictures and its file at their URLs', async ({ skip }) => {
    const item = await latest(kind)
    if (!item) return skip('there is no project of this kind')
    for (const { url } of [item.cover, ...item.gallery]) {
      const response = await fetch(toUrl(url))
      expect(response.status, url).toBe(200)
      expect(response.headers.get('content-type'), url).toMatch(/^image\//)
      expect((await response.arrayBuffer()).byteLength, url).toBeGreaterThan(0)
    }
    if (!item.file) return
    const { url, size, sha256 } = item.file
    const whole = await fetch(toUrl(url))
    const bytes = Buffer.from(await whole.arrayBuffer())
    expect(bytes.byteLength).toBe(size)
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256)
    const tail = await fetch(toUrl(url), { headers: { range: 'bytes=-4' } })
    expect(tail.status).toBe(206)
    expect(tail.headers.get('content-range')).toBe(`bytes ${size - 4}-${size - 1}/${size}`)
    expect(Buffer.from(await tail.arrayBuffer())).toEqual(bytes.subarray(-4))
    const beyond = await fetch(toUrl(url), { headers: { range: `bytes=${size}-` } })
    expect(beyond.status).toBe(416)
    await beyond.body?.cancel()
    const etag = whole.headers.get('etag') ?? ''
    const known = await headOnly(fetch(toUrl(url), { headers: { 'if-none-match': etag } }))
    expect(known.status).toBe(304)
    const other = { range: 'bytes=-4', 'if-range': '"another"' }
    const changed = await fetch(toUrl(url), { headers: other })
    expect(changed.status).toBe(200)
    expect((await changed.arrayBuffer()).byteLength).toBe(size)
  })
})

it('an unknown kind is 404', async () => {
  expect(await errorCodeOf('/iconpack/list')).toBe(404)
  expect(await errorCodeOf('/nothing/x')).toBe(404)
})

it('a pack is had in another colour, where the backend offers that', async ({ skip }) => {
  const { items } = await list('icon', 'sort=recent&limit=20')
  for (const { id, file } of items) {
    const { body } = await call(`/icon/${id}/icons`)
    const { recolouring } = isLeftOut(body.code) ? {} : packIconsSchema.parse(body.data)
    if (!file?.file_id || !recolouring || recolouring.refused !== null) continue
    const said = await read(`/file/${file.file_id}/variants/5fc8c0`, colourVariantSchema)
    expect(said.colour).toBe('#5fc8c0')
    expect(recolouring.url.replace('rrggbb', '5fc8c0')).toBe(said.url)
    const form = `${recolouring.form_url}?colour=%235fc8c0`
    for (const url of [said.url, form, `/api/v1/file/sha256/${said.sha256}`]) {
      const bytes = Buffer.from(await (await fetch(toUrl(url))).arrayBuffer())
      expect(createHash('sha256').update(bytes).digest('hex'), url).toBe(said.sha256)
    }
    expect(await errorCodeOf(`/file/${file.file_id}/variants/red`)).toBe(404)
    return
  }
  skip('no pack is offered in another colour')
})
