import { describe, expect, it } from 'vitest'
import type { Depot } from '#scripts/transfer/depot.ts'
import {
  outdated,
  readStates,
  type SiteState,
  stateAt,
  stateName,
} from '#scripts/transfer/states.ts'

const DAY_MS = 24 * 3600 * 1000
const NOW = new Date('2026-11-27T03:30:00Z')
const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY_MS)
const state = (number: number, days: number): SiteState => ({
  name: stateName(number, daysAgo(days)),
  number,
  at: daysAgo(days),
})
/** A depot with the files of states. */
const depotOf = (names: string[]): Depot => ({
  kind: 'folder',
  place: '/backups',
  atOnce: 1,
  async *list() {
    yield names.map((name): [string, number] => [name, 1])
  },
  async *read() {},
  write: async () => undefined,
  remove: async () => undefined,
  removeUnfinished: async () => undefined,
  lock: async () => ({ check: async () => undefined, release: async () => undefined }),
})

describe('states of backups', () => {
  it('are complete with their manifest, and come in the order of their numbers, those of a former release first', async () => {
    const names = [
      '000012-2025-01-01T00-00-00-000Z',
      '2026-11-27T03-30-15-123Z',
      '000011-2026-11-26T03-30-00-000Z',
    ]
    const { complete, files } = await readStates(
      depotOf([
        ...names.map((name) => `tables/${name}/manifest.json`),
        'tables/000013-2026-11-27T03-30-00-000Z/columns.json',
        'tables/other/manifest.json',
      ]),
    )
    expect(complete.map(({ name }) => name)).toEqual([names[1], names[2], names[0]])
    expect(complete[0]?.at).toEqual(new Date('2026-11-27T03:30:15.123Z'))
    expect([...files.keys()]).toHaveLength(5)
  })

  it('are found by their time', async () => {
    const names = [state(1, 3), state(2, 2), state(3, 1)].map(
      ({ name }) => `tables/${name}/manifest.json`,
    )
    const states = await readStates(depotOf(names))
    expect(stateAt(states, daysAgo(1.5), 'there').number).toBe(2)
    expect(() => stateAt(states, daysAgo(4), 'there')).toThrow('There is no backup in there')
  })

  it.each([
    ['the last ones by number', { count: 2, days: 0 }, [1, 2]],
    ['the younger ones besides', { count: 2, days: 3 }, [1]],
    ['all of less than some days, and the last one', { count: 1, days: 2 }, [1, 2]],
    ['all', { count: 0, days: 0 }, []],
    ['more than there are', { count: 9, days: 0 }, []],
  ])('that are kept: %s', (_what, keep, removed) => {
    const states = [state(1, 9), state(2, 2), state(3, 1), state(4, 0)]
    const now = new Date(NOW.getTime() + 1)
    const old = outdated(states, keep, { current: states[3]?.name ?? '', now })
    expect(old.map(({ number }) => number)).toEqual(removed)
  })

  it.each([-4000, 4000])('are not removed by a clock that is wrong by %d days', (days) => {
    const states = [state(1, 2), state(2, 1), state(3, -days)]
    const old = outdated(
      states,
      { count: 3, days: 1 },
      { current: states[2]?.name ?? '', now: daysAgo(-days) },
    )
    expect(old).toEqual([])
    const fewer = outdated(
      states,
      { count: 1, days: 0 },
      { current: states[2]?.name ?? '', now: daysAgo(days) },
    )
    expect(fewer).not.toContain(states[2])
  })
})
