import { expect, it } from 'vitest'
import { storeFlight } from '#server/waiting-pages.ts'
import { createPageCache } from '#server/page-cache.ts'
import { StoredBody } from '#server/compression.ts'

const TEXT = JSON.stringify(Array.from({ length: 3000 }, (_, at) => `card ${at}`))

it('keeps nothing in memory beside the compressed body', async () => {
  for (const encoding of ['br', 'gzip'] as const) {
    const body = new StoredBody(Buffer.from(TEXT), 'application/json')
    const compressed = await body.encoded(encoding)
    expect(compressed.buffer.byteLength, encoding).toBe(compressed.length)
    expect(body.bytes(), encoding).toBe(compressed.length)
  }
})

it('compresses the data of scripts when it is stored, before the first request', async () => {
  const cache = createPageCache()
  const validity = { tags: [], began: 0, begunAt: 0, freshUntil: Infinity, headers: {} }
  const address = `/_flight/${'a'.repeat(27)}/home/faq`
  const entry = storeFlight(cache, { address, json: Buffer.from(TEXT) }, validity)
  await expect.poll(() => entry.body.bytes()).toBeLessThan(TEXT.length / 3)
  await expect.poll(() => cache.bytes()).toBeLessThan(TEXT.length / 3)
  expect((await entry.body.encoded('identity')).toString()).toBe(TEXT)
})
