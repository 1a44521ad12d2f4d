import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { CATEGORY_COUNT_MAX } from '#lib/contract/limits.ts'
import { categoriesSchema, listSchema } from '#lib/contract/list.ts'
import { projects } from '#backend/db/tables.ts'
import { testBackend } from '#tests/support/backend.ts'

const backend = await testBackend()
beforeEach(() => backend.empty())

const list = async (query: string) =>
  listSchema.parse((await backend.get(`/icon/list?${query}`)).data)
const titles = async (query: string) => (await list(query)).items.map(({ title }) => title)

describe('a list', () => {
  it('sorts by all downloads, however long ago they were', async () => {
    const old = await backend.add({ title: 'Old', downloads: 10 })
    await backend.add({ title: 'New', downloads: 20 })
    await backend.add({ title: 'Same', downloads: 20 })
    await backend.db.update(projects).set({ downloads: 5000 }).where(eq(projects.id, old))
    expect(await titles('sort=popular')).not.toEqual(await titles('sort=downloads'))
    expect((await titles('sort=downloads'))[0]).toBe('Old')
  })

  it('has the number of entries before a page', async () => {
    for (const title of ['a', 'b', 'c', 'd', 'e']) await backend.add({ title })
    const first = await list('sort=name&limit=2')
    expect(first).not.toHaveProperty('start')
    const second = await list(`sort=name&limit=1&after=${first.next}`)
    expect(second.start).toBe(2)
    const third = await list(`sort=name&limit=2&after=${second.next}`)
    expect(third).toMatchObject({ start: 3, next: null })
    const withoutStart = Buffer.from('["name","b","x"]').toString('base64url')
    const unknown = await list(`sort=name&limit=1&after=${withoutStart}`)
    expect(unknown).not.toHaveProperty('start')
    expect(await list(`sort=name&after=${unknown.next}`)).not.toHaveProperty('start')
  })
})

describe('the categories of a kind', () => {
  const categories = async (query: string) => {
    const answer = await backend.get(`/index/categories?${query}`)
    expect(answer).toMatchObject({ status: 200, code: 200 })
    const { items } = categoriesSchema.parse(answer.data)
    return Object.fromEntries(items.map(({ category, count }) => [category, count]))
  }

  it('have their numbers of projects under the other filters, without the empty ones', async () => {
    const mac = { operating_systems: ['macos' as const] }
    await backend.add({ title: 'a', category: 'weather', ...mac })
    await backend.add({ title: 'b', category: 'weather', author: 'Zoë', minimum_version: '2.0.0' })
    await backend.add({ title: 'c', category: 'games' })
    await backend.add({ title: 'd', kind: 'plugin', category: 'audio' })
    const hidden = await backend.add({ title: 'e', category: 'games' })
    await backend.db.update(projects).set({ hiddenAt: new Date() }).where(eq(projects.id, hidden))
    expect(await categories('kind=icon')).toEqual({ weather: 2, games: 1 })
    expect(await categories('kind=plugin')).toEqual({ audio: 1 })
    expect(await categories('kind=profile')).toEqual({})
    expect(await categories('kind=icon&os=linux')).toEqual({ weather: 1, games: 1 })
    expect(await categories('kind=icon&minimum_version=1.9.0')).toEqual({ weather: 1, games: 1 })
    expect(await categories('kind=icon&author=Zo%C3%AB')).toEqual({ weather: 1 })
    expect(await categories('kind=icon&author=unknown')).toEqual({})
  })

  it('are counted up to a bound', async () => {
    const id = await backend.add({ title: 'Seed', category: 'weather' })
    await backend.db.execute(sql`
      INSERT INTO projects SELECT (jsonb_populate_record(projects,
        jsonb_build_object('id', 'copy' || n, 'demo_key', 'copy' || n))).*
      FROM projects, generate_series(1, ${CATEGORY_COUNT_MAX}::integer) n WHERE id = ${id}`)
    const { data } = await backend.get('/index/categories?kind=icon')
    expect(data).toEqual({
      items: [{ category: 'weather', count: CATEGORY_COUNT_MAX, is_more: true }],
    })
  })

  it.each(['', 'kind=nothing', 'kind=icon&os=all', 'kind=icon&minimum_version=1'])(
    'reject %s',
    async (query) => {
      expect(await backend.get(`/index/categories?${query}`)).toMatchObject({ code: 400 })
    },
  )
})
