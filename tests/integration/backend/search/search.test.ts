import { beforeEach, describe, expect, it } from 'vitest'
import { eq } from 'drizzle-orm'
import { SEARCH_SORTS, searchSchema, type SearchResult } from '#lib/contract/search.ts'
import { projects, searchWords } from '#backend/db/tables.ts'
import { enqueueMissing } from '#backend/services/drawing/job.ts'
import { indexMissing } from '#backend/services/search-index/index-missing.ts'
import { indexProject } from '#backend/services/search-index/index-project.ts'
import { testBackend } from '#tests/support/backend.ts'
import { buildIconPack } from '#tests/support/containers.ts'
import { waitFor } from '#tests/support/wait.ts'

const backend = await testBackend()
beforeEach(() => backend.empty())

async function search(query: string): Promise<SearchResult> {
  const answer = await backend.get(`/index/search?${query}`)
  expect(answer).toMatchObject({ status: 200, code: 200 })
  return searchSchema.parse(answer.data)
}
const titles = async (query: string) => (await search(query)).items.map(({ title }) => title)
const words = async () => {
  const rows = await backend.db.select().from(searchWords).orderBy(searchWords.word)
  return Object.fromEntries(rows.map(({ word, documents }) => [word, documents]))
}

describe('results', () => {
  beforeEach(async () => {
    const fields = { description: 'A lantern.' }
    await backend.add({ ...fields, title: 'Lantern b', operating_systems: ['macos'], downloads: 1 })
    await backend.add({ ...fields, title: 'Lantern a', kind: 'plugin', category: 'audio' })
    await backend.add({
      ...fields,
      title: 'Other 10',
      author: 'Zoë',
      downloads: 90_000,
      minimum_version: '2.0.0',
      updated_at: '2026-03-01T00:00:00.000Z',
    })
    await backend.add({
      title: 'Unrelated',
      description: 'None of it.',
      downloads: 1e6,
      updated_at: '2026-03-01T00:00:00.000Z',
    })
  })

  it('sort by relevance, name in both directions, popularity and last update', async () => {
    expect(await titles('q=lantern')).toEqual(['Lantern b', 'Lantern a', 'Other 10'])
    expect(await titles('q=lantern&sort=name')).toEqual(['Lantern a', 'Lantern b', 'Other 10'])
    expect(await titles('q=lantern&sort=-name')).toEqual(['Other 10', 'Lantern b', 'Lantern a'])
    expect((await titles('q=lantern&sort=popular'))[0]).toBe('Other 10')
    expect((await titles('q=lantern&sort=recent'))[0]).toBe('Other 10')
  })

  it('apply filters to entries and total', async () => {
    expect(await titles('q=lantern&kind=plugin')).toEqual(['Lantern a'])
    expect(await titles('q=lantern&kind=plugin&category=audio')).toEqual(['Lantern a'])
    expect(await titles('q=lantern&category=audio')).toEqual(['Lantern a'])
    expect(await titles('q=lantern&author=Zo%C3%AB')).toEqual(['Other 10'])
    expect(await titles('q=lantern&minimum_version=1.5.0&sort=name')).toEqual([
      'Lantern a',
      'Lantern b',
    ])
    expect(await search('q=lantern&os=windows&limit=1')).toMatchObject({
      total: 2,
      total_is_estimate: false,
      term_matches: true,
    })
  })

  it('distinguish a term without matches from filters without matches', async () => {
    expect(await search('q=lantern&os=linux&author=unknown')).toMatchObject({
      items: [],
      total: 0,
      term_matches: true,
      suggestions: [],
    })
    expect(await search('q=lantern&kind=profile')).toMatchObject({ items: [], term_matches: true })
    expect(await search('q=nothingness')).toMatchObject({ items: [], term_matches: false })
    expect(await search('q=nothingness&author=unknown')).toMatchObject({ term_matches: false })
  })

  it('suggest up to five similar titles if nothing matches', async () => {
    for (const n of [1, 2, 3, 4, 5, 6]) await backend.add({ title: `Compass ${n}`, downloads: n })
    const { suggestions } = await search('q=compass+zeppelin')
    expect(suggestions).toHaveLength(5)
    expect(suggestions.every((title) => title.startsWith('Compass'))).toBe(true)
    expect((await search('q=lanterrne')).suggestions).toContain('Lantern b')
    expect((await search('q=zzzzzz')).suggestions).toEqual([])
  })

  it('mark matches in the title and a snippet, and list matching icons', async () => {
    const description = `${'Nothing here. '.repeat(20)}At last a **lantern**, and more. ${'x '.repeat(200)}`
    const file = await buildIconPack('lantern', 'lantern-off', 'moon')
    await backend.add({ title: 'Weiße Lantern', description, file, downloads: 5e6 })
    const [first] = (await search('q=weisse+lantern')).items
    const { matches } = first ?? {}
    expect(matches?.title.map(([from, to]) => first?.title.slice(from, to))).toEqual([
      'Weiße',
      'Lantern',
    ])
    const { text = '', ranges = [] } = matches?.snippet ?? {}
    expect(ranges.map(([from, to]) => text.slice(from, to))).toEqual(['lantern'])
    expect(text).toMatch(/^….*At last a lantern, and more.*…$/)
    expect(matches?.icons).toEqual(['lantern', 'lantern-off'])
  })

  it('contain every project by popularity for an empty term', async () => {
    expect((await titles('q='))[0]).toBe('Unrelated')
    expect(await search('')).toMatchObject({ total: 4, term_matches: true })
    expect(await titles('sort=name&kind=plugin')).toEqual(['Lantern a'])
  })
})

describe('paging', () => {
  it('has the number of results before a page', async () => {
    for (const title of ['Fox a', 'Fox b', 'Fox c']) await backend.add({ title })
    const first = await search('q=fox&limit=2')
    expect(first).not.toHaveProperty('start')
    expect((await search(`q=fox&limit=2&after=${first.next}`)).start).toBe(2)
  })

  it.each(SEARCH_SORTS)('by %s contains every result once with any page size', async (sort) => {
    const expected = ['Fox', 'Fox', 'Fox den', 'A fox', 'Fix', 'Foxes', 'Den']
    for (const [at, title] of expected.entries()) {
      await backend.add({ title, description: 'fox', downloads: at % 3 })
    }
    for (const limit of [1, 2, 3, 7]) {
      const walked: string[] = []
      let after: string | null = ''
      while (after !== null) {
        const page: SearchResult = await search(
          `q=fox&sort=${sort}&limit=${limit}${after && `&after=${after}`}`,
        )
        expect(page.total).toBe(expected.length)
        walked.push(...page.items.map(({ title }) => title))
        after = page.next
      }
      expect(walked.toSorted(), `pages of ${limit}`).toEqual(expected.toSorted())
      if (sort === 'relevance') expect(walked.slice(0, 2)).toEqual(['Fox', 'Fox'])
    }
  })

  it('continues after a deleted result', async () => {
    for (const title of ['Fox 1', 'Fox 2', 'Fox 3', 'Fox 4']) await backend.add({ title })
    const page = await search('q=fox&limit=2')
    const [first, second] = page.items
    await backend.db.delete(projects).where(eq(projects.id, second?.id ?? ''))
    const rest = await titles(`q=fox&after=${page.next}`)
    expect([first?.title, second?.title, ...rest].toSorted()).toEqual([
      'Fox 1',
      'Fox 2',
      'Fox 3',
      'Fox 4',
    ])
  })
})

describe('indexing', () => {
  it('finds a changed project by its new title and not by the old one', async () => {
    const id = await backend.add({ title: 'Candle', description: 'Wax.', tags: ['light'] })
    await backend.db.update(projects).set({ title: 'Torch', tags: [] }).where(eq(projects.id, id))
    await backend.db.transaction((tx) => indexProject(tx, id))
    expect(await titles('q=torch')).toEqual(['Torch'])
    expect(await titles('q=candle')).toEqual([])
    expect(await words()).toEqual({ ada: 1, torch: 1, wax: 1 })
  })

  it('counts a word once per document', async () => {
    await backend.add({ title: 'Candle candle', description: 'A candle.' })
    await backend.add({ title: 'Wax', description: 'For a candle.' })
    expect(await words()).toMatchObject({ candle: 2, wax: 1, a: 2, ada: 2 })
  })

  it('indexes a catalogue without an index at the next start, once', { tags: 'long' }, async () => {
    const file = await buildIconPack('anvil')
    await backend.add({ title: 'Smithy', description: '', file })
    await backend.add({
      title: 'Broken',
      description: '',
      file: { ...file, bytes: Buffer.from('x') },
    })
    await backend.db.execute('TRUNCATE search_documents, search_words, file_icons')
    await backend.db.execute('DELETE FROM milestones')
    await backend.db.execute('DELETE FROM file_drawings')
    await backend.db.execute('UPDATE files SET drawings = NULL, drawings_key = NULL')
    expect(await titles('q=anvil')).toEqual([])
    let done = 0
    const run = () => indexMissing({ ...backend, onProgress: (count) => (done = count) })
    await run()
    expect(done).toBe(2)
    // Archives are read by jobs, not during the start.
    await enqueueMissing(backend.db, new AbortController().signal)
    backend.jobs.wake()
    await waitFor(async () => expect(await titles('q=anvil')).toEqual(['Smithy']))
    expect(await titles('q=broken')).toEqual(['Broken'])
    const before = await words()
    await run()
    expect(done).toBe(2)
    expect(await words()).toEqual(before)
  })

  it('updates the rank of a project with its popularity', async () => {
    const quiet = await backend.add({ title: 'Fox one' })
    await backend.add({ title: 'Fox two', downloads: 20 })
    expect((await titles('q=fox'))[0]).toBe('Fox two')
    for (let visitor = 0; visitor < 40; visitor += 1) {
      await backend.get('/statistic/record', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'user-agent': `Mozilla/5.0 (X11; Linux x86_64) Firefox/${visitor}`,
        },
        body: JSON.stringify({ kind: 'icon', id: quiet, event: 'download' }),
      })
    }
    expect((await titles('q=fox'))[0]).toBe('Fox one')
  })
})
