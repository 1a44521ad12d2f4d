import { describe, expect, it } from 'vitest'
import { CATEGORIES, KIND_TABLE, KINDS, type Kind } from '#lib/contract/kind.ts'
import { LIST_LIMIT_DEFAULT, TOTAL_EXACT_MAX } from '#lib/contract/limits.ts'
import { popularSchema, SORTS } from '#lib/contract/list.ts'
import type { Project } from '#lib/contract/project.ts'
import { refusalOf, list, read, walk } from './client.ts'

const PAGE = 5

const parts = (version: string) => version.split('.').map(Number)
const isAbove = (version: string, limit: string) => {
  const [a, b] = [parts(version), parts(limit)]
  const at = a.findIndex((part, index) => part !== b[index])
  return at >= 0 && (a[at] ?? 0) > (b[at] ?? 0)
}

describe.each(KINDS)('the list of kind %s', (kind) => {
  it('answers entries of its kind and no more than asked for', async () => {
    const page = await list(kind)
    expect(page.items.length).toBe(Math.min(page.total, LIST_LIMIT_DEFAULT))
    expect(page.total_is_estimate).toBe(page.total > TOTAL_EXACT_MAX)
    for (const item of page.items) checkItem(kind, item)
    expect((await list(kind, 'limit=1')).items.length).toBe(Math.min(page.total, 1))
  })

  it.each(SORTS)('pages by %s without repeating an entry', async (sort) => {
    const walked = await walk(kind, `sort=${sort}&limit=${PAGE}`)
    const ids = walked.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    const whole = await list(kind, `sort=${sort}&limit=${5 * PAGE}`)
    expect(ids).toEqual(whole.items.map(({ id }) => id))
    expect(whole.items.length).toBe(Math.min(whole.total, 5 * PAGE))
  })

  it('sorts the latest update first', async () => {
    const moments = (await list(kind, 'sort=recent&limit=100')).items.map((item) =>
      Date.parse(item.updated_at),
    )
    expect(moments).toEqual(moments.toSorted((a, b) => b - a))
  })

  it('sorts by name both ways', async () => {
    const { items, total } = await list(kind, 'sort=name&limit=100')
    const back = await list(kind, 'sort=-name&limit=100')
    if (total > 100) {
      expect(items[0]?.id).not.toBe(back.items[0]?.id)
    } else {
      const ids = items.map(({ id }) => id)
      expect(back.items.map(({ id }) => id).toReversed()).toEqual(ids)
    }
  })

  it('filters by what its entries say', async () => {
    for (const example of (await list(kind, 'limit=3')).items) {
      const [os = 'all'] = example.operating_systems
      const name = encodeURIComponent(example.author.name)
      await checkFilter(kind, example, `author=${name}`, (item) => {
        expect(item.author.name).toBe(example.author.name)
      })
      await checkFilter(kind, example, `category=${example.category}`, (item) => {
        expect(item.category).toBe(example.category)
      })
      await checkFilter(kind, example, `minimum_version=${example.minimum_version}`, (item) => {
        expect(isAbove(item.minimum_version, example.minimum_version)).toBe(false)
      })
      const system = os === 'all' ? 'linux' : os
      await checkFilter(kind, example, `os=${system}`, (item) => {
        expect(item.operating_systems.some((one) => one === system || one === 'all')).toBe(true)
      })
      const all = `author=${name}&category=${example.category}&os=${system}`
      await checkFilter(kind, example, all, (item) => {
        expect(item).toMatchObject({ author: example.author, category: example.category })
      })
    }
  })

  it('is empty where nothing fits', async () => {
    const { author = null, ...nothing } = await list(kind, 'author=nobody%20is%20called%20so')
    expect(author).toBeNull()
    expect(nothing).toEqual({
      items: [],
      total: 0,
      total_is_estimate: false,
      next: null,
    })
  })

  it('refuses values that make no sense', async () => {
    const { next } = await list(kind, 'sort=recent&limit=1')
    for (const query of [
      'sort=oldest',
      'os=beos',
      'category=nonsense',
      `category=${categoryOfAnother(kind)}`,
      'minimum_version=1.0',
      'limit=0',
      'limit=101',
      'limit=ten',
      'after=!!!',
      'after=aGVsbG8',
      `author=${'x'.repeat(101)}`,
      'author=a%00b',
      ...(next === null ? [] : [`sort=name&after=${next}`]),
    ]) {
      expect(await refusalOf(`/${kind}/list?${query}`)).toBe(400)
    }
  })
})

it('popular answers entries of all kinds, or of the one asked for', async () => {
  const { items } = await read('/index/popular?limit=10', popularSchema)
  expect(items.length).toBeLessThanOrEqual(10)
  for (const kind of KINDS) {
    const page = await read(`/index/popular?kind=${kind}&limit=5`, popularSchema)
    for (const item of page.items) checkItem(kind, item)
    const sorted = await list(kind, 'sort=popular&limit=5')
    expect(page.items.map(({ id }) => id)).toEqual(sorted.items.map(({ id }) => id))
  }
  expect(await refusalOf('/index/popular?kind=iconpack')).toBe(400)
  expect(await refusalOf('/index/popular?limit=1000')).toBe(400)
})

async function checkFilter(
  kind: Kind,
  example: Project,
  filter: string,
  check: (item: Project) => void,
) {
  const page = await list(kind, `${filter}&sort=name&limit=100`)
  expect(page.total, filter).toBeGreaterThan(0)
  for (const item of page.items) check(item)
  if (page.next === null) {
    expect(
      page.items.map(({ id }) => id),
      filter,
    ).toContain(example.id)
    expect(page.items.length, filter).toBe(page.total)
  }
}

/** What the schema alone cannot say. */
function checkItem(kind: Kind, item: Project) {
  expect(item.kind).toBe(kind)
  expect(CATEGORIES[kind]).toContain(item.category)
  const ending = KIND_TABLE[kind].fileEnding
  if (item.file && ending) expect(item.file.name.toLowerCase().endsWith(ending)).toBe(true)
  if (kind !== 'plugin') expect(item.repository_url ?? null).toBeNull()
}

/** A category that exists, but not for `kind`. */
function categoryOfAnother(kind: Kind): string {
  const own: readonly string[] = CATEGORIES[kind]
  const other = Object.values(CATEGORIES)
    .flat()
    .find((one) => !own.includes(one))
  return other ?? 'nonsense'
}
