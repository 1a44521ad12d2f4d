import { describe, expect, it } from 'vitest'
import { CATEGORIES, KIND_TABLE, KINDS, type Kind } from '#lib/contract/kind.ts'
import { LIST_LIMIT_DEFAULT, TOTAL_EXACT_MAX } from '#lib/contract/limits.ts'
import { popularSchema, SORTS } from '#lib/contract/list.ts'
import { PAGE_FIELDS } from '#lib/contract/project-fields.ts'
import type { Project } from '#lib/contract/project.ts'
import { fittingVersion } from '#lib/contract/version/fits.ts'
import { errorCodeOf, list, read, readPages } from './client.ts'

const PAGE = 5

describe.each(KINDS)('the list of kind %s', (kind) => {
  it('has projects of its kind, at most `limit`', async () => {
    const page = await list(kind)
    expect(page.items.length).toBe(Math.min(page.total, LIST_LIMIT_DEFAULT))
    expect(page.total_is_estimate).toBe(page.total > TOTAL_EXACT_MAX)
    for (const item of page.items) checkItem(kind, item)
    expect((await list(kind, 'limit=1')).items.length).toBe(Math.min(page.total, 1))
  })

  it.each(SORTS)('pages by %s without repeating a project', async (sort) => {
    const pages = await readPages(kind, `sort=${sort}&limit=${PAGE}`)
    const ids = pages.map(({ id }) => id)
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

  it('filters by author, category, version and system', async () => {
    for (const example of (await list(kind, 'limit=3')).items) {
      const [os = 'all'] = example.operating_systems
      const name = encodeURIComponent(example.author.name)
      await checkFilter(kind, example, `author=${name}`, (item) => {
        expect(item.author.name).toBe(example.author.name)
      })
      await checkFilter(kind, example, `category=${example.category}`, (item) => {
        expect(item.category).toBe(example.category)
      })
      const { minimum_version } = example
      await checkFilter(kind, example, `minimum_version=${minimum_version}`, (item) => {
        expect(fittingVersion(item, { minimum_version })).not.toBeNull()
      })
      const system = os === 'all' ? 'linux' : os
      await checkFilter(kind, example, `os=${system}`, (item) => {
        expect(fittingVersion(item, { os: system })).not.toBeNull()
      })
      const all = `author=${name}&category=${example.category}&os=${system}`
      await checkFilter(kind, example, all, (item) => {
        expect(item).toMatchObject({ author: example.author, category: example.category })
      })
    }
  })

  it('is empty when nothing matches', async () => {
    const { author = null, ...nothing } = await list(kind, 'author=no%20such%20author')
    expect(author).toBeNull()
    expect(nothing).toEqual({
      items: [],
      total: 0,
      total_is_estimate: false,
      next: null,
    })
  })

  it('rejects invalid parameters', async () => {
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
      expect(await errorCodeOf(`/${kind}/list?${query}`)).toBe(400)
    }
  })
})

it('popular projects are of all kinds, or of the requested one', async () => {
  const { items } = await read('/index/popular?limit=10', popularSchema)
  expect(items.length).toBeLessThanOrEqual(10)
  for (const kind of KINDS) {
    const page = await read(`/index/popular?kind=${kind}&limit=5`, popularSchema)
    for (const item of page.items) checkItem(kind, item)
    const sorted = await list(kind, 'sort=popular&limit=5')
    expect(page.items.map(({ id }) => id)).toEqual(sorted.items.map(({ id }) => id))
  }
  expect(await errorCodeOf('/index/popular?kind=iconpack')).toBe(400)
  expect(await errorCodeOf('/index/popular?limit=1000')).toBe(400)
})

it('cards are the same projects; what only a page shows may be left empty', async () => {
  for (const kind of KINDS) {
    const whole = await list(kind, 'sort=name&limit=12')
    const cards = await list(kind, 'sort=name&limit=12&view=card')
    expect({ ...cards, items: [] }).toEqual({ ...whole, items: [] })
    expect(cards.items.map(toCard)).toEqual(whole.items.map(toCard))
  }
})

/** A project without the fields that `view=card` may leave empty. */
const toCard = (project: Project) =>
  Object.entries(project).filter(([name]) => !PAGE_FIELDS.some((field) => field === name))

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

/** Rules that the schema cannot express. */
function checkItem(kind: Kind, item: Project) {
  expect(item.kind).toBe(kind)
  expect(CATEGORIES[kind]).toContain(item.category)
  const ending = KIND_TABLE[kind].fileEnding
  if (item.file && ending) expect(item.file.name.toLowerCase().endsWith(ending)).toBe(true)
  if (kind !== 'plugin') expect(item.repository_url ?? null).toBeNull()
}

/** A category of another kind. */
function categoryOfAnother(kind: Kind): string {
  const own: readonly string[] = CATEGORIES[kind]
  const other = Object.values(CATEGORIES)
    .flat()
    .find((category) => !own.includes(category))
  return other ?? 'nonsense'
}
