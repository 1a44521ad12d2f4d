import { describe, expect, it } from 'vitest'
import { KINDS } from '#lib/contract/kind.ts'
import { TERM_MAX } from '#lib/contract/limits.ts'
import {
  iconSearchSchema,
  packIconsSchema,
  SEARCH_SORTS,
  searchSchema,
} from '#lib/contract/search.ts'
import { addressOf, call, list, read, refusalOf } from './client.ts'

const search = (query: string) => read(`/index/search?${query}`, searchSchema)
const idsOf = ({ items }: { items: { id: string }[] }) => items.map(({ id }) => id)
const q = (term: string) => `q=${encodeURIComponent(term)}`

async function examples() {
  const found = await Promise.all(KINDS.map((kind) => list(kind, 'limit=2')))
  return found.flatMap(({ items }) => items)
}

describe('search', () => {
  it('finds a project by its id, and by its title before others', async () => {
    for (const project of await examples()) {
      expect(idsOf(await search(q(project.id)))).toContain(project.id)
      const byTitle = await search(q(project.title))
      const same = byTitle.items.filter(({ title }) => title === project.title)
      expect(byTitle.items.slice(0, same.length)).toEqual(same)
      expect(byTitle.items[0]?.title).toBe(project.title)
      expect(byTitle.term_matches).toBe(true)
    }
  })

  it('finds everything where no term is given', async () => {
    const totals = await Promise.all(KINDS.map(async (kind) => (await list(kind)).total))
    const all = await search('')
    if (!all.total_is_estimate) expect(all.total).toBe(totals.reduce((sum, one) => sum + one, 0))
    expect(all.term_matches).toBe(true)
  })

  it.each(SEARCH_SORTS)('pages by %s without repeating a result', async (sort) => {
    const whole = await search(`sort=${sort}&limit=12`)
    const ids: string[] = []
    let after = ''
    for (let page = 0; page < 3; page++) {
      const one = await search(`sort=${sort}&limit=4${after && `&after=${after}`}`)
      ids.push(...idsOf(one))
      if (one.next === null) break
      after = one.next
    }
    expect(ids).toEqual(idsOf(whole))
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('keeps what the filters leave', async () => {
    for (const { kind, title, category } of await examples()) {
      const { items } = await search(`${q(title)}&kind=${kind}&category=${category}`)
      expect(items.length).toBeGreaterThan(0)
      for (const item of items) expect(item).toMatchObject({ kind, category })
    }
  })

  it('tells a term that finds nothing from filters that leave nothing', async () => {
    const nothing = await search(q('qqzxv wwkjh'))
    expect(nothing).toMatchObject({ items: [], total: 0, next: null, term_matches: false })
    const [project] = await examples()
    const left = await search(`${q(project?.id ?? '')}&author=nobody%20is%20called%20so`)
    expect(left).toMatchObject({ items: [], total: 0, term_matches: true })
  })

  it('marks ranges that lie in the title', async () => {
    for (const { title } of await examples()) {
      for (const item of (await search(q(title))).items) {
        for (const [start, end] of item.matches?.title ?? []) {
          expect(start).toBeLessThan(end)
          expect(end).toBeLessThanOrEqual(item.title.length)
        }
      }
    }
  })

  it.each(['%', '_', '\\', '"', "'", '& | ! :* <->', '\u202e', '🦊', '...', '\u0000', '(', 'NULL'])(
    'answers %j as any other term, or refuses it',
    async (term) => {
      const { body } = await call(`/index/search?${q(term)}`)
      expect([200, 400]).toContain(body.code)
    },
  )

  it('refuses values that make no sense', async () => {
    for (const query of [
      q('x'.repeat(TERM_MAX + 1)),
      'kind=font',
      'sort=best',
      'kind=plugin&category=weather',
      'limit=101',
      'after=!!!',
    ]) {
      expect(await refusalOf(`/index/search?${query}`), query).toBe(400)
    }
  })
})

describe('icons in packs, where the backend looks into them', () => {
  it('are listed, are drawn, and are found by name', async ({ skip }) => {
    const [pack] = (await list('icon', 'limit=1')).items
    const { body } = await call(`/icon/${pack?.id}/icons`)
    if (body.code === 404 || body.code === 501) return skip()
    const [icon] = packIconsSchema.parse(body.data).items
    if (!icon) return skip()
    const drawing = await fetch(addressOf(icon.url))
    expect(drawing.headers.get('content-type')).toMatch(/^image\/svg\+xml\b/)
    const found = await read(`/index/icons?${q(icon.name)}&limit=100`, iconSearchSchema)
    expect(found.items.map(({ name }) => name)).toContain(icon.name)
    expect(found.items[0]?.name).toBe(icon.name)
    return undefined
  })
})
