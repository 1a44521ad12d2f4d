import { beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { packIconsSchema } from '#lib/contract/search.ts'
import { drawnPicturesSchema } from '#lib/contract/file/cover.ts'
import { fileContentsSchema } from '#lib/contract/file/file-contents.ts'
import { clientOf, registered } from '#tests/support/accounts.ts'
import { testBackend } from '#tests/support/backend.ts'
import { projectInput } from '#tests/support/publishing.ts'

let ada = ''
let eve = ''
const backend = await testBackend()
beforeAll(async () => {
  ada = await registered(backend)
  eve = await registered(backend, { username: 'evening', email: 'eve@example.com' })
})

async function ask(path: string, token?: string, init: { method?: string; etag?: string } = {}) {
  const answer = await backend.app.request(path, {
    method: init.method ?? 'GET',
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(init.etag !== undefined && { 'if-none-match': init.etag }),
    },
  })
  const { byteLength } = await answer.arrayBuffer()
  return { status: answer.status, byteLength, header: (name: string) => answer.headers.get(name) }
}
const idsSchema = z.object({
  file_id: z.string(),
  cover_id: z.string(),
  gallery_ids: z.tuple([z.string()]),
})

/** Uploads what a pack needs. @returns the input, and every address of the uploads. */
async function uploads() {
  const input = await projectInput(backend, ada, { title: `Orchard ${crypto.randomUUID()}` })
  const { file_id, cover_id, gallery_ids } = idsSchema.parse(input)
  const headers = { authorization: `Bearer ${ada}` }
  const answer = await backend.get(`/file/${file_id}/contents`, { headers })
  const { icons } = fileContentsSchema.parse(answer.data)
  const { items, sheets } = packIconsSchema.parse(icons)
  const addresses = [
    `/api/v1/file/${file_id}/pack.iconpack`,
    `/api/v1/file/${cover_id}/image.webp`,
    `/api/v1/file/${gallery_ids[0]}/image.webp`,
    ...items.map(({ url }) => url),
    ...(sheets ?? []).map(({ url }) => url),
  ]
  expect(addresses.length).toBeGreaterThan(5)
  return { input, file_id, addresses }
}

it('an upload is read by its owner alone until it is published, and kept by no cache', async () => {
  const { input, file_id, addresses } = await uploads()
  const previews = `/api/v1/file/${file_id}/covers/ink.webp`
  for (const address of [...addresses, previews]) {
    for (const [who, token] of [
      ['without a session', undefined],
      ['another account', eve],
    ] as const) {
      const refused = await ask(address, token)
      expect(refused.status, `${address} ${who}`).toBe(404)
      expect(refused.header('cache-control'), address).toContain('no-store')
    }
    const own = await ask(address, ada)
    expect(own.status, address).toBe(200)
    expect(own.header('cache-control'), address).toBe('private, no-store')
    expect(own.byteLength).toBeGreaterThan(0)
    const head = await ask(address, ada, { method: 'HEAD' })
    expect(head.header('cache-control')).toBe('private, no-store')
  }
  expect(await clientOf(backend).post('/icon', input, ada)).toMatchObject({ code: 200 })
  for (const address of addresses) {
    const published = await ask(address)
    expect(published.status, address).toBe(200)
    expect(published.header('cache-control'), address).toContain('max-age=31536000')
  }
  expect((await ask(previews)).status).toBe(200)
})

it('the copy of a browser is confirmed to the owner of an upload alone', async () => {
  const { addresses } = await uploads()
  const [file = ''] = addresses
  const etag = (await ask(file, ada)).header('etag') ?? ''
  expect((await ask(file, undefined, { etag })).status).toBe(404)
  const confirmed = await ask(file, ada, { etag })
  expect(confirmed.status).toBe(304)
  expect(confirmed.header('cache-control')).toBe('private, no-store')
})

it('a drawn cover is read by the owner of its file alone', async () => {
  const { file_id } = await uploads()
  const look = { layout: 1, palette: 'ink' }
  const answer = await clientOf(backend).post(`/file/${file_id}/cover`, look, ada)
  const { cover } = drawnPicturesSchema.parse(answer.data)
  expect((await ask(cover.url)).status).toBe(404)
  expect((await ask(cover.url, ada)).status).toBe(200)
})

it('an access token reads an upload with the scope to publish only', async () => {
  const { addresses } = await uploads()
  const tokenWith = async (scope: string) => {
    const body = { name: scope, scopes: [scope], days: 7 }
    const answer = await clientOf(backend).post('/account/tokens', body, ada)
    return z.object({ secret: z.string() }).parse(answer.data).secret
  }
  const [publish, read] = [await tokenWith('publish'), await tokenWith('read')]
  const another = publish.slice(0, -1) + (publish.endsWith('x') ? 'y' : 'x')
  for (const address of addresses) {
    expect((await ask(address, publish)).status, address).toBe(200)
    expect((await ask(address, read)).status, address).toBe(403)
    expect((await ask(address, another)).status, address).toBe(401)
  }
})
