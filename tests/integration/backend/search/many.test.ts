import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { listSchema } from '#lib/contract/list.ts'
import { type FoundProject, searchSchema, type SearchResult } from '#lib/contract/search.ts'
import type { Transaction } from '#backend/db/connect.ts'
import { testBackend } from '#tests/support/backend.ts'

/* Above `TOTAL_EXACT_MAX` matches only pages are read; their order must be the same. */

const MANY = 10_500
const RANKS = 50

const BATCH = 1_000
const backend = await testBackend()
beforeAll(async () => {
  await backend.add({ title: 'Harbour', description: '' })
  await backend.add({ title: 'Harbour lights', description: '', downloads: 9 })
  await backend.add({ title: 'Harbour walls', kind: 'plugin', category: 'audio', downloads: 5 })
  await addCopies(await backend.add({ title: 'Old harbour', description: '' }), MANY, 0)
  await addCopies(await backend.add({ title: 'Quay', description: 'By the harbour.' }), 40, 100)
  // The highest ranks, so that a scan of the rank index finds no match.
  await addCopies(await backend.add({ title: 'Elsewhere', description: '' }), 6_000, 1_000)
  await withoutTimeout((tx) => tx.execute(sql`ANALYZE search_documents`))
})

/** On a busy machine the statements below take longer than the calls of the backend may. */
const withoutTimeout = (work: (tx: Transaction) => Promise<unknown>) =>
  backend.db.transaction(async (tx) => {
    await tx.execute(sql`SET LOCAL statement_timeout = 0`)
    await work(tx)
  })

/** Copies a project, with `RANKS` different ranks starting from `rank`. */
async function addCopies(id: string, count: number, rank: number) {
  const fields = (n: string) => sql`jsonb_build_object('id', ${id} || ${sql.raw(n)},
    'demo_key', ${id} || ${sql.raw(n)}, 'project_id', ${id} || ${sql.raw(n)},
    'rank', ${rank}::integer + ${sql.raw(n)} % ${RANKS}::integer)`
  for (const [table, key] of [
    ['projects', 'id'],
    ['search_documents', 'project_id'],
  ] as const) {
    // In batches, because of the driver's timeout.
    for (let first = 1; first <= count; first += BATCH) {
      const last = Math.min(first + BATCH - 1, count)
      await withoutTimeout((tx) =>
        tx.execute(sql`
        INSERT INTO ${sql.raw(table)} SELECT (jsonb_populate_record(template, ${fields('n')})).*
        FROM ${sql.raw(table)} AS template, generate_series(${first}::integer, ${last}::integer) AS n
        WHERE ${sql.raw(key)} = ${id}`),
      )
    }
  }
  await backend.db.execute(sql`
    UPDATE search_words SET documents = documents + ${count}::integer,
      titles = titles + CASE WHEN is_title THEN ${count}::integer ELSE 0 END
    FROM (
      SELECT ltrim(lexeme, '+~') AS term, lexeme LIKE '+%' AS is_title
      FROM search_documents, unnest(tsvector_to_array(terms)) AS lexeme WHERE project_id = ${id}
    ) AS document_terms WHERE word = term`)
}

async function search(query: string): Promise<SearchResult> {
  const { status, data } = await backend.get(`/index/search?${query}`)
  expect(status).toBe(200)
  return searchSchema.parse(data)
}

/** The first `pages` pages of 100. */
async function walk(query: string, pages: number): Promise<FoundProject[]> {
  const results: FoundProject[] = []
  let after = ''
  for (let page = 0; page < pages; page += 1) {
    const { items, next } = await search(`${query}&limit=100${after && `&after=${after}`}`)
    results.push(...items)
    if (next === null) break
    after = next
  }
  return results
}

describe('with more than 10 000 matches', () => {
  it('ranks the exact title first, then its prefixes, then the others', async () => {
    const results = await walk('q=harbour', 5)
    expect(results.slice(0, 4).map(({ title }) => title)).toEqual([
      'Harbour',
      'Harbour lights',
      'Harbour walls',
      'Old harbour',
    ])
    expect(new Set(results.map(({ id }) => id)).size).toBe(500)
  })

  it('pages through all of them once, the worst tier last', { tags: 'long' }, async () => {
    const results = await walk('q=harbour', 200)
    expect(new Set(results.map(({ id }) => id)).size).toBe(results.length)
    expect(results.length).toBe(3 + (MANY + 1) + 41)
    expect(results.slice(-41).every(({ title }) => title === 'Quay')).toBe(true)
  })

  it('estimates the total', async () => {
    const { total, total_is_estimate } = await search('q=harbour')
    expect(total_is_estimate).toBe(true)
    expect(total).toBeGreaterThan(10_000)
    expect(total).toBeLessThan(13_000)
  })

  it('applies filters and counts what they leave', async () => {
    const { items, total, total_is_estimate } = await search('q=harbour&kind=plugin')
    expect(items.map(({ title }) => title)).toEqual(['Harbour walls'])
    expect({ total, total_is_estimate }).toEqual({ total: 1, total_is_estimate: false })
  })

  it.each(['name', '-name', 'recent', 'popular'])(
    'pages through them sorted by %s',
    async (sort) => {
      const results = await walk(`q=harbour&sort=${sort}`, 3)
      expect(new Set(results.map(({ id }) => id)).size).toBe(300)
      const titles = results.map(({ title }) => title)
      if (sort === 'name') expect(titles[0]).toBe('Harbour')
      if (sort === '-name') expect(titles[0]).toBe('Quay')
      if (sort === 'popular') expect(titles.indexOf('Quay')).toBe(0)
    },
  )

  it('keeps the estimated total of a list for its next pages, and counts under other filters', async () => {
    const list = async (query: string) => {
      const { data } = await backend.get(`/icon/list?${query}`)
      return listSchema.parse(data)
    }
    const first = await list('')
    expect(first.total_is_estimate).toBe(true)
    await withoutTimeout((tx) =>
      tx.execute(sql`UPDATE projects SET visibility = 'unlisted' WHERE title = 'Old harbour'`),
    )
    const { items, total, total_is_estimate } = await list(`after=${first.next}`)
    expect({ total, total_is_estimate }).toEqual({ total: first.total, total_is_estimate: true })
    expect(items.length).toBeGreaterThan(0)
    const filtered = await list('os=linux')
    expect(filtered.total_is_estimate).toBe(false)
    expect(filtered.total).toBeLessThan(10_000)
  })
})
