import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { documents } from '#lib/paths.ts'
import { createPageCache } from '#server/page-cache.ts'

const MIB = 1024 * 1024
const validity = { tags: [], began: 0, begunAt: Date.now(), freshUntil: Infinity }
const contentOf = (bytes: number) => ({ ...validity, headers: {}, body: randomBytes(bytes) })
const pageAt = (at: number) => `/home/iconpack/detail/${at}`

it('pages stay in memory, whatever the data of their scripts and share cards take', () => {
  const cache = createPageCache()
  const pages = Array.from({ length: 40 }, (_, at) => pageAt(at))
  for (const page of pages) cache.store(page, contentOf(MIB / 4))
  for (let at = 0; at < 80; at += 1) {
    cache.store(documents.flight('a'.repeat(27), pageAt(at)), contentOf(MIB / 4))
    cache.store(`/cards/iconpack/${at}.png`, contentOf(MIB / 4))
  }
  expect(pages.filter((page) => cache.find(page))).toEqual(pages)
  expect(cache.data.calculatedSize).toBeLessThanOrEqual(8 * MIB)
  expect(cache.data.size).toBeGreaterThan(25)
  expect(cache.files.calculatedSize).toBeLessThanOrEqual(8 * MIB)
})

it('pages, the data of their scripts and answers of the API have 32 MiB together', () => {
  const cache = createPageCache()
  for (let at = 0; at < 200; at += 1) {
    cache.store(pageAt(at), contentOf(MIB / 4))
    cache.store(documents.flight('a'.repeat(27), pageAt(at)), contentOf(MIB / 4))
  }
  expect(cache.bytes()).toBeGreaterThan(26 * MIB)
  expect(cache.bytes()).toBeLessThanOrEqual(28 * MIB)
})
