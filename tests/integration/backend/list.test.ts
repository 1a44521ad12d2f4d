import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  type ProjectList,
  popularSchema,
  type Sort,
  SORTS,
  listSchema,
} from '#lib/contract/list.ts'
import { projects } from '#backend/db/tables.ts'
import { EMPTY_FIELDS } from '#backend/services/project/select.ts'
import { testBackend } from '#tests/support/backend.ts'

const backend = await testBackend()
beforeEach(() => backend.empty())

async function list(query = ''): Promise<ProjectList> {
  const answer = await backend.get(`/icon/list?${query}`)
  expect(answer).toMatchObject({ status: 200, code: 200 })
  return listSchema.parse(answer.data)
}
const titles = async (query = '') => (await list(query)).items.map(({ title }) => title)

/** The titles of a list, page by page; `between` runs after each page. */
async function walk(sort: Sort, limit: number, between: () => Promise<unknown> = async () => {}) {
  const walked: string[] = []
  let after: string | null = ''
  while (after !== null) {
    const page: ProjectList = await list(`sort=${sort}&limit=${limit}${after && `&after=${after}`}`)
    walked.push(...page.items.map(({ title }) => title))
    after = page.next
    await between()
  }
  return walked
}

describe('a list', () => {
  it('sorts by name in both directions, by popularity and by last update', async () => {
    await backend.add({ title: 'Bögen', downloads: 5, updated_at: '2026-01-03T00:00:00.000Z' })
    await backend.add({ title: 'Icons 10', downloads: 900, updated_at: '2026-01-01T00:00:00.000Z' })
    await backend.add({ title: 'icons 9', downloads: 50, updated_at: '2026-01-02T00:00:00.000Z' })
    expect(await titles('sort=name')).toEqual(['Bögen', 'icons 9', 'Icons 10'])
    expect(await titles('sort=-name')).toEqual(['Icons 10', 'icons 9', 'Bögen'])
    expect(await titles('sort=popular')).toEqual(['Icons 10', 'icons 9', 'Bögen'])
    expect(await titles('sort=recent')).toEqual(['Bögen', 'icons 9', 'Icons 10'])
    expect(await titles()).toEqual(await titles('sort=popular'))
  })

  it.each(SORTS)(
    'by %s contains every entry once, including ties, with any page size',
    async (sort) => {
      const all = ['Same', 'Same', 'Same', 'Same', 'Other', 'Last', 'Zz']
      for (const title of all) await backend.add({ title })
      for (const limit of [1, 2, 3, 7]) {
        const walked = await walk(sort, limit)
        expect(walked.toSorted(), `pages of ${limit}`).toEqual(all.toSorted())
      }
    },
  )

  it.each(SORTS)(
    'by %s neither loses nor repeats entries while projects are published',
    async (sort) => {
      const before = Array.from({ length: 9 }, (_, at) => `Old ${at}`)
      for (const [at, title] of before.entries()) {
        await backend.add({ title, downloads: at, updated_at: `2026-02-0${at + 1}T00:00:00.000Z` })
      }
      let added = 0
      const publish = async () => {
        if (added++ > 6) return
        const [early, late] = [{ title: 'A new' }, { title: 'Z new' }]
        await backend.add({ ...early, downloads: 1000, updated_at: '2026-05-01T00:00:00.000Z' })
        await backend.add({ ...late, updated_at: '2025-01-01T00:00:00.000Z' })
      }
      const walked = (await walk(sort, 2, publish)).filter((title) => title.startsWith('Old'))
      expect(walked.toSorted()).toEqual(before)
    },
  )

  it.each(SORTS)('by %s continues after a deleted entry', async (sort) => {
    for (const title of ['Old 1', 'Old 2', 'Old 3', 'Old 4', 'Old 5']) await backend.add({ title })
    const page = await list(`sort=${sort}&limit=2`)
    const [first, last] = page.items.map(({ title }) => title)
    await backend.db.delete(projects).where(eq(projects.title, last ?? ''))
    const rest = await titles(`sort=${sort}&after=${page.next}`)
    expect([first, last, ...rest].toSorted()).toEqual(['Old 1', 'Old 2', 'Old 3', 'Old 4', 'Old 5'])
  })

  it('has valid cursors for the longest titles', async () => {
    const long = ['㍿', 'ﷺ', '漢', '"', '😀', '1 ', 'ß'].map((letter) => letter.repeat(200))
    for (const title of long) await backend.add({ title: title.slice(0, 200) })
    for (const sort of SORTS) expect(await walk(sort, 1), sort).toHaveLength(long.length)
  })

  it('has an exact total up to 10 000, and an estimate above', async () => {
    const id = await backend.add({ title: 'Seed' })
    const copies = async (from: number, to: number) => {
      await backend.db.transaction(async (tx) => {
        await tx.execute(sql`SET LOCAL statement_timeout = 0`)
        // The client waits for an answer too.
        for (let first = from; first <= to; first += 250) {
          const last = Math.min(first + 249, to)
          await tx.execute(sql`
            INSERT INTO projects SELECT (jsonb_populate_record(projects,
              jsonb_build_object('id', 'copy' || n, 'demo_key', 'copy' || n))).*
            FROM projects, generate_series(${first}::integer, ${last}::integer) n WHERE id = ${id}`)
        }
        await tx.execute(sql`ANALYZE projects`)
      })
    }
    await copies(1, 9_999)
    expect(await list('limit=1')).toMatchObject({ total: 10_000, total_is_estimate: false })
    await copies(10_000, 12_000)
    const { total, total_is_estimate } = await list('limit=1')
    expect(total_is_estimate).toBe(true)
    expect(Math.abs(total - 12_001)).toBeLessThan(1_200)
  })

  it('applies filters to entries and total', async () => {
    await backend.add({ title: 'a', operating_systems: ['macos'], minimum_version: '1.9.0' })
    await backend.add({ title: 'b', operating_systems: ['windows'], minimum_version: '1.10.0' })
    await backend.add({
      title: 'c',
      operating_systems: ['all'],
      category: 'weather',
      author: 'Zoë',
    })
    await backend.add({ title: 'd', kind: 'plugin' })
    expect(await titles('sort=name&os=macos')).toEqual(['a', 'c'])
    expect(await titles('sort=name&minimum_version=1.9.9')).toEqual(['a', 'c'])
    expect(await titles('sort=name&category=weather')).toEqual(['c'])
    expect(await titles('sort=name&author=Zo%C3%AB&os=linux')).toEqual(['c'])
    expect(await titles('author=unknown')).toEqual([])
    expect(await list('os=macos&limit=1')).toMatchObject({ total: 2, total_is_estimate: false })
  })

  it('returns the spelling of the author’s name for a case-insensitive match', async () => {
    await backend.add({ title: 'a', author: 'Zoë-Ada' })
    const listByAuthor = (name: string) => list(`author=${encodeURIComponent(name)}`)
    expect(await listByAuthor('Zoë-Ada')).toMatchObject({ total: 1, author: { name: 'Zoë-Ada' } })
    expect(await listByAuthor('zoë-ADA')).toMatchObject({ total: 0, author: { name: 'Zoë-Ada' } })
    expect(await listByAuthor('Zoe-Ada')).toMatchObject({ total: 0, author: null })
    expect(await list('limit=1')).not.toHaveProperty('author')
  })

  it.each([
    'sort=oldest',
    'os=all',
    'os=beos',
    'category=audio',
    'category=nonsense',
    'minimum_version=1.0',
    'limit=0',
    'limit=101',
    'limit=ten',
    'after=!!!',
    'after=aGVsbG8',
    `after=${Buffer.from('["recent",1,"x"]').toString('base64url')}&sort=name`,
    `after=${Buffer.from('["name","a\\u0000","x"]').toString('base64url')}&sort=name`,
    `after=${Buffer.from('["recent","a","x"]').toString('base64url')}&sort=recent`,
    `after=${Buffer.from('["recent",1,"x"]').toString('base64url')}&sort=popular`,
    `after=${Buffer.from('["name","a","x"]').toString('base64url')}&sort=-name`,
    `after=${Buffer.from('["recent",1e300,"x"]').toString('base64url')}&sort=recent`,
    `after=${Buffer.from('["recent",-1e15,"x"]').toString('base64url')}&sort=recent`,
    `after=${Buffer.from('["popular",1e999,"x"]').toString('base64url')}&sort=popular`,
    `after=${Buffer.from('["name","a","x y"]').toString('base64url')}&sort=name`,
    `after=${'x'.repeat(1001)}`,
    `author=${'x'.repeat(101)}`,
    'author=a%00b',
  ])('rejects %.60s with 400 in the envelope', async (query) => {
    expect(await backend.get(`/icon/list?${query}`)).toMatchObject({
      status: 400,
      code: 400,
      data: null,
    })
  })
})

describe('a project', () => {
  it('is returned as the contract requires', async () => {
    const id = await backend.add({
      title: 'Sample',
      file: { name: 'sämple.iconpack', bytes: Buffer.from('PK') },
    })
    const answer = await backend.get(`/icon/${id}`)
    expect(answer).toMatchObject({
      status: 200,
      data: { id, kind: 'icon', title: 'Sample', author: { name: 'Ada' }, file: { size: 2 } },
    })
  })

  it.each([
    '/icon/nothing',
    '/icon/a%20b',
    '/icon/%00',
    `/icon/${'x'.repeat(65)}`,
    '/nokind/x',
    '/icon/%E0%A4%A',
  ])('at %.30s is 404', async (address) => {
    expect(await backend.get(address)).toMatchObject({ status: 404, code: 404, data: null })
  })

  it('is not found under another kind', async () => {
    const id = await backend.add()
    expect(await backend.get(`/plugin/${id}`)).toMatchObject({ code: 404 })
  })
})

describe('the view of a card', () => {
  const shownOnPages = {
    description: 'Clouds of every kind.',
    tags: ['sky'],
    license: 'MIT',
    attribution: 'Ada',
  }

  const read = async (address: string) =>
    popularSchema.parse((await backend.get(address)).data).items

  it.each(['/icon/list?', '/index/popular?', '/index/search?', '/index/search?q=clouds&'])(
    'leaves out what only a page shows, and nothing else: %s',
    async (address) => {
      await backend.add({ title: 'Clouds', ...shownOnPages })
      const [whole] = await read(address)
      const [card] = await read(`${address}view=card`)
      expect(whole).toMatchObject(shownOnPages)
      expect(card).toEqual({ ...whole, ...EMPTY_FIELDS })
    },
  )

  it('is that of related projects too', async () => {
    const id = await backend.add({ author: 'Ada' })
    await backend.add({ author: 'Grace', ...shownOnPages })
    const [card] = await read(`/icon/${id}/related?view=card`)
    expect(card).toMatchObject({ author: { name: 'Grace' }, ...EMPTY_FIELDS })
  })

  it('is one of two', async () => {
    expect((await backend.get('/icon/list?view=all')).code).toBe(400)
  })
})
