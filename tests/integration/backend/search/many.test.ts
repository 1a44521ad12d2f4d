import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FoundProject, searchSchema, type SearchResult } from '#lib/contract/search.ts'
import { startTestBackend, type TestBackend } from '#tests/support/backend.ts'

/* More matches than are counted: only pages are read then, and they must be the same pages. */

const MANY = 10_500
const RANKS = 50

const BATCH = 1_000
let backend: TestBackend
beforeAll(async () => {
  backend = await startTestBackend()
  await backend.add({ title: 'Harbour', description: '' })
  await backend.add({ title: 'Harbour lights', description: '', downloads: 9 })
  await backend.add({ title: 'Harbour walls', kind: 'plugin', category: 'audio', downloads: 5 })
  await copies(await backend.add({ title: 'Old harbour', description: '' }), MANY, 0)
  await copies(await backend.add({ title: 'Quay', description: 'By the harbour.' }), 40, 100)
  // The best of all, so that looking at the best finds nothing.
  await copies(await backend.add({ title: 'Elsewhere', description: '' }), 6_000, 1_000)
  await backend.db.execute(sql`ANALYZE`)
})
afterAll(() => backend.stop())

/** Copies of a project, `RANKS` different ranks from `rank` on. */
async function copies(id: string, count: number, rank: number) {
  const fields = (n: string) => sql`jsonb_build_object('id', ${id} || ${sql.raw(n)},
    'demo_key', ${id} || ${sql.raw(n)}, 'project_id', ${id} || ${sql.raw(n)},
    'rank', ${rank}::integer + ${sql.raw(n)} % ${RANKS}::integer)`
  for (const [table, key] of [
    ['projects', 'id'],
    ['search_documents', 'project_id'],
  ] as const) {
    // Some at a time: a statement has a second.
    for (let first = 1; first <= count; first += BATCH) {
      const last = Math.min(first + BATCH - 1, count)
      await backend.db.execute(sql`
        INSERT INTO ${sql.raw(table)} SELECT (jsonb_populate_record(one, ${fields('n')})).*
        FROM ${sql.raw(table)} AS one, generate_series(${first}::integer, ${last}::integer) AS n
        WHERE ${sql.raw(key)} = ${id}`)
    }
  }
  await backend.db.execute(sql`
    UPDATE search_words SET documents = documents + ${count}::integer,
      titles = titles + CASE WHEN marked THEN ${count}::integer ELSE 0 END
    FROM (
      SELECT ltrim(lexeme, '+~') AS term, lexeme LIKE '+%' AS marked
      FROM search_documents, unnest(tsvector_to_array(terms)) AS lexeme WHERE project_id = ${id}
    ) AS held WHERE word = term`)
}

async function search(query: string): Promise<SearchResult> {
  const { status, data } = await backend.get(`/index/search?${query}`)
  expect(status).toBe(200)
  return searchSchema.parse(data)
}

/** The first `pages` pages of 100. */
async function walk(query: string, pages: number): Promise<FoundProject[]> {
  const found: FoundProject[] = []
  let after = ''
  for (let page = 0; page < pages; page += 1) {
    const { items, next } = await search(`${query}&limit=100${after && `&after=${after}`}`)
    found.push(...items)
    if (next === null) break
    after = next
  }
  return found
}

describe('of very many results', () => {
  it('the exact title comes first, then what begins so, then the others', async () => {
    const found = await walk('q=harbour', 5)
    expect(found.slice(0, 4).map(({ title }) => title)).toEqual([
      'Harbour',
      'Harbour lights',
      'Harbour walls',
      'Old harbour',
    ])
    expect(new Set(found.map(({ id }) => id)).size).toBe(500)
  })

  it('all are reached, each once, the worst tier last', async () => {
    const found = await walk('q=harbour', 200)
    expect(new Set(found.map(({ id }) => id)).size).toBe(found.length)
    expect(found.length).toBe(3 + (MANY + 1) + 41)
    expect(found.slice(-41).every(({ title }) => title === 'Quay')).toBe(true)
  })

  it('the total is estimated', async () => {
    const { total, total_is_estimate } = await search('q=harbour')
    expect(total_is_estimate).toBe(true)
    expect(total).toBeGreaterThan(10_000)
    expect(total).toBeLessThan(13_000)
  })

  it('filters leave what they should, and that is counted', async () => {
    const { items, total, total_is_estimate } = await search('q=harbour&kind=plugin')
    expect(items.map(({ title }) => title)).toEqual(['Harbour walls'])
    expect({ total, total_is_estimate }).toEqual({ total: 1, total_is_estimate: false })
  })

  it.each(['name', '-name', 'recent', 'popular'])(
    'the sort %s pages through them',
    async (sort) => {
      const found = await walk(`q=harbour&sort=${sort}`, 3)
      expect(new Set(found.map(({ id }) => id)).size).toBe(300)
      const titles = found.map(({ title }) => title)
      if (sort === 'name') expect(titles[0]).toBe('Harbour')
      if (sort === '-name') expect(titles[0]).toBe('Quay')
      if (sort === 'popular') expect(titles.indexOf('Quay')).toBe(0)
    },
  )
})
