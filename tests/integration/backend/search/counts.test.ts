import { beforeEach, describe, expect, it } from 'vitest'
import { searchCountsSchema, searchSchema } from '#lib/contract/search.ts'
import { testBackend } from '#tests/support/backend.ts'

const backend = await testBackend()
beforeEach(() => backend.empty())

async function titles(query: string) {
  const { data } = await backend.get(`/index/search?${query}`)
  return searchSchema.parse(data).items.map(({ title }) => title)
}

describe('the numbers of a search', () => {
  const counts = async (query: string) => {
    const answer = await backend.get(`/index/counts?${query}`)
    expect(answer).toMatchObject({ status: 200, code: 200 })
    const { total, kinds } = searchCountsSchema.parse(answer.data)
    const byKind = kinds.map(({ kind, count }) => [kind, count])
    return { all: total.count, ...Object.fromEntries(byKind) }
  }
  const none = { all: 0, icon: 0, plugin: 0, profile: 0, flexpage: 0 }

  it('are those of its results, by kind and under the filters', async () => {
    await backend.add({ title: 'Lantern', operating_systems: ['macos'] })
    await backend.add({ title: 'Green lantern', author: 'Zoë' })
    await backend.add({ title: 'Lantern', kind: 'plugin', category: 'audio' })
    await backend.add({ title: 'Unrelated' })
    expect(await counts('q=lantern')).toEqual({ ...none, all: 3, icon: 2, plugin: 1 })
    expect(await counts('q=lantern&os=linux')).toEqual({ ...none, all: 2, icon: 1, plugin: 1 })
    expect(await counts('q=lantern&author=Zo%C3%AB')).toEqual({ ...none, all: 1, icon: 1 })
    expect(await counts('q=lantern&author=unknown')).toEqual(none)
    expect(await counts('q=lanterrn')).toEqual(await counts('q=lantern'))
    expect(await counts('q=nothingness')).toEqual(none)
    expect(await counts('q=%2B')).toEqual(none)
    expect(await counts('')).toEqual({ ...none, all: 4, icon: 3, plugin: 1 })
  })
})

describe('a short word that matches nothing', () => {
  it.each([
    ['wetr', 'Weather'],
    ['wthr', 'Weather'],
    ['clndr', 'Calendar'],
    ['gmae', 'Game'],
    ['icn', 'Icon'],
    ['tmier', 'Timer'],
  ])('%s finds %s', async (typed, title) => {
    for (const one of ['Weather', 'Calendar', 'Game', 'Icon', 'Timer']) {
      await backend.add({ title: one, description: '' })
    }
    expect(await titles(`q=${typed}`)).toEqual([title])
    expect(await titles(`q=${typed}+${title}`)).toEqual([title])
  })

  it('is left alone where it matches something, and where its first letter is another', async () => {
    await backend.add({ title: 'Weather', description: '' })
    await backend.add({ title: 'Wet', description: '' })
    expect(await titles('q=wet')).toEqual(['Wet'])
    expect(await titles('q=etr')).toEqual([])
    expect(await titles('q=wz')).toEqual([])
  })
})
