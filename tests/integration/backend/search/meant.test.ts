import { beforeAll, expect, it } from 'vitest'
import { searchCountsSchema, searchSchema } from '#lib/contract/search.ts'
import { testBackend } from '#tests/support/backend.ts'

let id = ''
const backend = await testBackend()
beforeAll(async () => {
  id = await backend.add({ title: 'Night bus', kind: 'plugin', category: 'audio' })
  await backend.add({ title: 'Night bus of the home page', downloads: 1e6 })
  await backend.add({ title: 'Detail at home', downloads: 1e6 })
})

async function search(term: string) {
  const { data } = await backend.get(`/index/search?q=${encodeURIComponent(term)}`)
  return searchSchema.parse(data)
}

it.each([
  ['an address', () => `https://icons.example/home/plugin/detail/${id}`],
  [
    'an address in another language',
    () => `http://localhost:3000/zh-cn/home/plugin/detail/${id}/?x=1#top`,
  ],
  ['the address of its answer', () => `icons.example/api/v1/plugin/${id}`],
  ['an id with a version', () => `${id}@1.0.0`],
  ['kind and id', () => `plugin/${id}`],
  ['kind, id and version', () => `plugin/${id}@1.0.0-beta.1`],
  ['an id and a version', () => `${id} 1.0.0`],
])('%s finds the project alone', async (_, term) => {
  const { items, total, term_matches, suggestions } = await search(term())
  expect(items.map((item) => item.id)).toEqual([id])
  expect([total, term_matches, suggestions]).toEqual([1, true, []])
  const counts = await backend.get(`/index/counts?q=${encodeURIComponent(term())}`)
  expect(searchCountsSchema.parse(counts.data).total.count).toBe(1)
})

it('a title with a version finds what the title finds', async () => {
  const titles = async (term: string) => (await search(term)).items.map(({ title }) => title)
  const found = await titles('Night bus')
  expect(found[0]).toBe('Night bus')
  expect(await titles('Night bus@1.0.0')).toEqual(found)
  expect(await titles('nightbus@2.1.0-rc.1')).toContain('Night bus')
})

it('an address of no project here finds nothing, and no words of the address', async () => {
  const { items, suggestions } = await search(
    'https://icons.example/home/plugin/detail/nothing-here-x',
  )
  expect([items, suggestions]).toEqual([[], []])
})
