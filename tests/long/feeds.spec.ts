import { parseFeed } from '@rowanmanning/feed-parser'
import { expect, test } from 'playwright/test'
import { z } from 'zod'
import { authorsSchema } from '#lib/contract/address.ts'
import { KINDS } from '#lib/contract/kind.ts'
import { LOCALES } from '#lib/contract/locale.ts'

test('a parser reads every feed: all projects, each kind, each author, searches', async ({
  page,
}) => {
  const answer = await page.request.get('/api/v1/index/authors')
  const { items } = z.object({ data: authorsSchema }).parse(await answer.json()).data
  expect(items.length).toBeGreaterThan(5)
  const names = [
    'all.xml',
    ...KINDS.map((kind) => `${kind}.xml`),
    ...items.map(({ name }) => `author/${encodeURIComponent(name)}.xml`),
    'search.xml?q=cloud',
    'search.xml?q=%E6%9C%88',
  ]
  for (const locale of LOCALES) {
    for (const name of names) {
      const path = `/feeds/${locale}/${name}`
      const xml = await (await page.request.get(path)).text()
      const feed = parseFeed(xml)
      expect(feed.items.length, path).toBeGreaterThan(0)
      const ids = new Set(feed.items.map(({ id }) => id))
      expect(ids.size, path).toBe(feed.items.length)
      for (const item of feed.items) {
        expect(item.title, path).toBeTruthy()
        expect(item.url, path).toMatch(/^http/)
        expect(item.content, path).toContain('<img')
        expect(item.updated, path).toBeInstanceOf(Date)
      }
    }
  }
})
