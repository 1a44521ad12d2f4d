import { describe, expect, it } from 'vitest'
import { CODE_OK } from '#lib/contract/envelope.ts'
import { KINDS } from '#lib/contract/kind.ts'
import { TERM_MAX } from '#lib/contract/limits.ts'
import {
  iconSearchSchema,
  packIconsSchema,
  SEARCH_SORTS,
  searchSchema,
} from '#lib/contract/search.ts'
import { call, errorCodeOf, isLeftOut, list, read, toUrl } from './client.ts'
import { headOnly } from '#tests/support/head.ts'

const search = (query: string) => read(`/index/search?${query}`, searchSchema)
const idsOf = ({ items }: { items: { id: string }[] }) => items.map(({ id }) => id)
const q = (term: string) => `q=${encodeURIComponent(term)}`

async function examples() {
  const lists = await Promise.all(KINDS.map((kind) => list(kind, 'limit=2')))
  return lists.flatMap(({ items }) => items)
}

describe('search', () => {
  it('finds a project by its id, and ranks an equal title first', async () => {
    for (const project of await examples()) {
      expect(idsOf(await search(q(project.id)))).toContain(project.id)
      const byTitle = await search(q(project.title))
      const same = byTitle.items.filter(({ title }) => title === project.title)
      expect(byTitle.items.slice(0, same.length)).toEqual(same)
      expect(byTitle.items[0]?.title).toBe(project.title)
      expect(byTitle.term_matches).toBe(true)
    }
  })

  it('an empty term finds everything', async () => {
    const totals = await Promise.all(KINDS.map(async (kind) => (await list(kind)).total))
    const all = await search('')
    if (!all.total_is_estimate) expect(all.total).toBe(totals.reduce((sum, one) => sum + one, 0))
    expect(all.term_matches).toBe(true)
  })

  it.each(SEARCH_SORTS)('pages by %s without repeating a result', async (sort) => {
    const whole = await search(`sort=${sort}&limit=12`)
    const ids: string[] = []
    let after = ''
    for (let at = 0; at < 3; at++) {
      const page = await search(`sort=${sort}&limit=4${after && `&after=${after}`}`)
      ids.push(...idsOf(page))
      if (page.next === null) break
      after = page.next
    }
    expect(ids).toEqual(idsOf(whole))
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('filters the results', async () => {
    for (const { kind, title, category } of await examples()) {
      const { items } = await search(`${q(title)}&kind=${kind}&category=${category}`)
      expect(items.length).toBeGreaterThan(0)
      for (const item of items) expect(item).toMatchObject({ kind, category })
    }
  })

  it('distinguishes a term without results from filters without results', async () => {
    const nothing = await search(q('qqzxv wwkjh'))
    expect(nothing).toMatchObject({ items: [], total: 0, next: null, term_matches: false })
    const [project] = await examples()
    const filtered = await search(`${q(project?.id ?? '')}&author=no%20such%20author`)
    expect(filtered).toMatchObject({ items: [], total: 0, term_matches: true })
  })

  it('marks ranges within the title', async () => {
    for (const { title } of await examples()) {
      for (const item of (await search(q(title))).items) {
        for (const [start, end] of item.matches?.title ?? []) {
          expect(start).toBeLessThan(end)
          expect(end).toBeLessThanOrEqual(item.title.length)
        }
      }
    }
  })

  it.each(['%', '_', '\\', '"', "'", '& | ! :* <->', '\u202e', '🦊', '...', '(', 'NULL'])(
    'no character of %j has a special meaning',
    async (term) => {
      const { body } = await call(`/index/search?${q(term)}`)
      expect(body.code).toBe(CODE_OK)
    },
  )

  it('rejects invalid parameters', async () => {
    for (const query of [
      q('x'.repeat(TERM_MAX + 1)),
      q('\u0000'),
      'kind=font',
      'sort=best',
      'kind=plugin&category=weather',
      'limit=101',
      'after=!!!',
    ]) {
      expect(await errorCodeOf(`/index/search?${query}`), query).toBe(400)
    }
  })
})

describe('icons in packs', () => {
  it('are listed, drawn and found by name', async ({ skip }) => {
    const [pack] = (await list('icon', 'limit=1')).items
    if (!pack) return skip('there is no icon pack')
    const { body } = await call(`/icon/${pack.id}/icons`)
    if (isLeftOut(body.code)) return skip('the backend leaves the call out')
    const [icon] = packIconsSchema.parse(body.data).items
    if (!icon) return skip('the pack is empty')
    const drawing = await headOnly(fetch(toUrl(icon.url)))
    expect(drawing.headers.get('content-type')).toMatch(/^image\/svg\+xml\b/)
    const result = await read(`/index/icons?${q(icon.name)}&limit=100`, iconSearchSchema)
    expect(result.items.map(({ name }) => name)).toContain(icon.name)
    expect(result.items[0]?.name).toBe(icon.name)
    return undefined
  })
})
