import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { categoriesSchema, listSchema, OS_FILTERS } from '#lib/contract/list.ts'
import { searchCountsSchema, searchSchema } from '#lib/contract/search.ts'
import { fits } from '#lib/contract/version/fits.ts'
import type { VersionNeeds } from '#lib/contract/version/version-needs.ts'
import { versions } from '#backend/db/tables.ts'
import { indexProject } from '#backend/services/search-index/index-project.ts'
import { testBackend } from '#tests/support/backend.ts'

const backend = await testBackend()

const listed = async (query: string) => {
  const { data } = await backend.get(`/icon/list?limit=100&${query}`)
  return listSchema.parse(data)
}

describe('a filter by system, by minimum version and by both', () => {
  const SYSTEMS: VersionNeeds['operating_systems'][] = [
    ['all'],
    ['windows'],
    ['macos'],
    ['linux', 'other'],
    ['windows', 'macos'],
  ]
  const MINIMUMS = ['1.0.0', '1.9.0', '1.10.0', '9.0.0']
  const STATES = ['offered', 'offered', 'withdrawn', 'waiting', 'prerelease'] as const
  const SETUPS = [undefined, ...OS_FILTERS].flatMap((os) =>
    [undefined, '0.9.0', '1.8.0', ...MINIMUMS, '10.0.0'].map((minimum_version) => ({
      os,
      minimum_version,
    })),
  )
  type Version = VersionNeeds & { state: (typeof STATES)[number] }
  type Model = { title: string; category: 'other' | 'weather'; versions: Version[] }

  /** The same ones in each run: a linear congruential generator. */
  let seed = 52
  const next = <T>(choices: readonly [T, ...T[]] | readonly T[]): T => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
    const chosen = choices[Math.floor((seed / 2 ** 31) * choices.length)]
    if (chosen === undefined) throw new Error('no choice')
    return chosen
  }
  const models = Array.from({ length: 60 }, (_, at): Model => {
    const count = next([1, 2, 3, 5])
    const category = next(['other', 'weather'] as const)
    const all = Array.from({ length: count }, (__, back) => ({
      version: `${count - back}.0.0`,
      operating_systems: next(SYSTEMS),
      minimum_version: next(MINIMUMS),
      state: back === 0 ? 'offered' : next(STATES),
    }))
    return { title: `Weather ${String(at).padStart(3, '0')}`, category, versions: all }
  })

  async function add({ title, category, versions: all }: Model) {
    const [current, ...others] = all
    if (!current) throw new Error('no version')
    const created = { notes: '', created_at: '2026-01-01T00:00:00.000Z', file: null }
    const { state: _, ...needs } = current
    const earlier = others.map(({ state: __, ...one }) => ({ ...one, ...created }))
    const id = await backend.add({ title, category, ...needs, earlier })
    for (const { version, state } of others) {
      const at = new Date('2026-06-01T12:00:00Z')
      const set = {
        withdrawn: { yankedAt: at },
        waiting: { publishAt: at },
        prerelease: { channel: 'prerelease' },
      } as const
      if (state !== 'offered') {
        const isIt = sql`project_id = ${id} AND version = ${version}`
        await backend.db.update(versions).set(set[state]).where(isIt)
      }
    }
    await backend.db.transaction((tx) => indexProject(tx, id))
  }

  it('finds each project of which an offered version fits, in lists, searches and counts', async () => {
    for (const model of models) await add(model)
    let byOthers = 0
    for (const { os, minimum_version } of SETUPS) {
      const query = [os && `os=${os}`, minimum_version && `minimum_version=${minimum_version}`]
        .filter(Boolean)
        .join('&')
      const setup = { os, minimum_version }
      const found = models.filter(({ versions: all }) =>
        all.some((one) => one.state === 'offered' && fits(one, setup)),
      )
      byOthers += found.filter(({ versions: [current] }) => current && !fits(current, setup)).length
      const names = found.map(({ title }) => title)
      const list = await listed(`sort=name&${query}`)
      expect(
        list.items.map(({ title }) => title),
        query,
      ).toEqual(names)
      expect(list.total, query).toBe(names.length)
      for (const q of ['', 'weather']) {
        const { data } = await backend.get(
          `/index/search?q=${q}&limit=100&sort=name&kind=icon&${query}`,
        )
        const search = searchSchema.parse(data)
        expect(
          search.items.map(({ title }) => title),
          `${q} ${query}`,
        ).toEqual(names)
        expect(search.total, `${q} ${query}`).toBe(names.length)
        const counts = await backend.get(`/index/counts?q=${q}&${query}`)
        expect(searchCountsSchema.parse(counts.data).total.count, query).toBe(names.length)
      }
      const { data } = await backend.get(`/index/categories?kind=icon&${query}`)
      const ofKind = categoriesSchema
        .parse(data)
        .items.map(({ category, count }) => [category, count])
      const expected = (['other', 'weather'] as const)
        .map((one) => [one, found.filter(({ category }) => category === one).length])
        .filter(([, count]) => count !== 0)
      expect(new Map(ofKind.map(([key, count]) => [key, count])), query).toEqual(
        new Map(expected.map(([key, count]) => [key, count])),
      )
    }
    expect(byOthers).toBeGreaterThan(100)
  })
})
