import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { OWN_PROJECTS_LIMIT } from '#lib/contract/own-project.ts'
import { changeOf, trendOf } from '#lib/own-projects/trend.ts'
import { countsOf } from '#backend/services/project/own-projects.ts'
import { registered } from '#tests/support/accounts.ts'
import { testBackend } from '#tests/support/backend.ts'
import { ownProjectsOf } from '#tests/support/own-projects.ts'

let own: ReturnType<typeof ownProjectsOf>
let ada = ''
const backend = await testBackend()
beforeAll(async () => {
  // Jobs of one test would run beside the next one.
  await backend.jobs.stop()
  own = ownProjectsOf(backend)
})
beforeEach(async () => {
  await backend.empty()
  ada = await registered(backend)
})

describe('the order', () => {
  it('by trend begins with what gained most, and ends with what lost most; by name it is A-Z', async () => {
    const ids = {
      Level: await own.add(ada, 'Level'),
      Losing: await own.add(ada, 'Losing'),
      Gaining: await own.add(ada, 'Gaining'),
      Quiet: await own.add(ada, 'A quiet one'),
      Installed: await own.add(ada, 'Installed'),
    }
    await own.count(ids.Level, '2026-05-10', 'view', 1000)
    await own.count(ids.Level, '2026-05-20', 'view', 1000)
    await own.count(ids.Losing, '2026-05-17', 'view', 40)
    await own.count(ids.Gaining, '2026-05-18', 'view', 30)
    // Five installations weigh more than 30 views.
    await own.count(ids.Installed, '2026-06-01', 'install', 5)
    const { items, from } = await own.read(ada)
    expect(items.map(({ title }) => title)).toEqual([
      'Installed',
      'Gaining',
      'A quiet one',
      'Level',
      'Losing',
    ])
    const gains = items.map(({ days }) => trendOf(days, from)).map((one) => one.recent - one.before)
    expect(gains).toEqual(gains.toSorted((a, b) => b - a))
    expect(items.map(({ days }) => changeOf(trendOf(days, from)))).toEqual([
      null,
      null,
      null,
      0,
      -1,
    ])
    expect(await own.titles(ada, '?sort=name')).toEqual([
      'A quiet one',
      'Gaining',
      'Installed',
      'Level',
      'Losing',
    ])
  })

  it('survives counts of the largest number', async () => {
    const id = await own.add(ada, 'Orchard')
    for (const day of ['2026-05-28', '2026-05-29', '2026-05-30']) {
      await own.count(id, day, 'install', 2_147_483_647)
    }
    await own.add(ada, 'Meadow')
    expect(await own.titles(ada)).toEqual(['Orchard', 'Meadow'])
  })

  it.each(['?sort=views', '?page=0', '?page=1001', '?page=x', '?kind=iconpack'])(
    'rejects %s',
    async (query) => {
      expect((await own.ask(ada, query)).code).toBe(400)
    },
  )
})

describe('the cost of a page', () => {
  it('is the same number of statements for one project and for a full page', async () => {
    const statementsOf = async () => {
      const spy = vi.spyOn(backend.db.$client, 'query')
      const { items, next } = await own.read(ada)
      const { length } = spy.mock.calls
      spy.mockRestore()
      return { items: items.length, next, statements: length }
    }
    await own.add(ada, 'Project 0')
    const one = await statementsOf()
    for (let at = 1; at <= OWN_PROJECTS_LIMIT; at += 1) {
      await own.count(await own.add(ada, `Project ${at}`), '2026-06-01', 'view', at)
    }
    expect(one.statements).toBeGreaterThan(0)
    const full = await statementsOf()
    expect(full).toEqual({ items: OWN_PROJECTS_LIMIT, next: 2, statements: one.statements })
    const last = await own.read(ada, '?page=2')
    expect(last.items.map(({ title }) => title)).toEqual(['Project 0'])
    expect(last.next).toBeNull()
    expect((await own.read(ada, '?page=1000')).items).toEqual([])
  })

  it('reads the counts by a range of the primary key', async () => {
    const plan = await backend.db.transaction(async (tx) => {
      // The tables of a test are so small that they would be read as a whole.
      await tx.execute(sql`SET LOCAL enable_seqscan = off`)
      const { rows } = await tx.execute(
        sql`EXPLAIN ${countsOf(backend.db, ['a', 'b'], '2026-05-03').getSQL()}`,
      )
      return JSON.stringify(rows)
    })
    expect(plan).toMatch(/Index (Only )?Scan.*daily_counts_project_id_day_event_pk/)
    expect(plan).toMatch(/Index Cond: .*project_id.*day/)
  })
})
