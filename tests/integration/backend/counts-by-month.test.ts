import { sql } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { dailyCounts } from '#backend/db/tables.ts'
import { examineCounters } from '#backend/services/operator/examine/counters.ts'
import { aggregateCounts } from '#backend/services/statistic/aggregate.ts'
import { ownCounts } from '#backend/services/statistic/own.ts'
import { testBackend } from '#tests/support/backend.ts'

const NOW = new Date('2026-06-15T12:00:00Z')
const DAYS = 1_000
/** 400 days before is in this month, which is kept by days. */
const KEPT_FROM = '2025-05-01'

let uid: string
const backend = await testBackend()
beforeAll(async () => {
  await backend.add()
  await backend.add()
  const { rows } = await backend.db.execute(sql`SELECT author_uid AS uid FROM projects LIMIT 1`)
  uid = z.object({ uid: z.string() }).parse(rows[0]).uid
  await backend.db.execute(sql`INSERT INTO daily_counts (project_id, day, event, count)
    SELECT id, ${NOW.toISOString()}::date - ago, event, 1 + (ago * 7 + length(event)) % 50
    FROM projects, generate_series(0, ${DAYS - 1}::integer) AS ago, unnest(ARRAY['view', 'download', 'install']) AS event`)
  await backend.db.execute(sql`UPDATE projects SET demo_key = NULL,
    views = (SELECT sum(count) FROM daily_counts WHERE project_id = id AND event = 'view'),
    downloads = (SELECT sum(count) FROM daily_counts WHERE project_id = id AND event = 'download'),
    installs = (SELECT sum(count) FROM daily_counts WHERE project_id = id AND event = 'install')`)
})

/** The sums of each project, event and month, and the days that have rows. */
async function state() {
  const rows = await backend.db.select().from(dailyCounts)
  const sums = new Map<string, number>()
  for (const { projectId, event, day, count } of rows) {
    const key = [projectId, event, day.slice(0, 7)].join(' ')
    sums.set(key, (sums.get(key) ?? 0) + count)
  }
  return { rows: rows.length, sums, days: [...new Set(rows.map(({ day }) => day))].toSorted() }
}

it(`of ${DAYS} days of counts, older ones than 400 become months, and no figure changes`, async () => {
  const before = await state()
  expect([before.rows, before.days.length]).toEqual([2 * 3 * DAYS, DAYS])
  const overview = () => ownCounts(backend.db, { uid, now: NOW })
  const counted = await overview()
  expect(counted.views).toBeGreaterThan(1000)

  const removed = await aggregateCounts(backend.db, NOW)
  const after = await state()
  expect(removed).toBeGreaterThan(3000)
  expect(after.sums).toEqual(before.sums)
  const single = after.days.filter((day) => day >= KEPT_FROM)
  expect(single).toEqual(before.days.filter((day) => day >= KEPT_FROM))
  expect(single.length).toBeGreaterThan(400)
  const months = after.days.filter((day) => day < KEPT_FROM)
  expect(months.every((day) => day.endsWith('-01'))).toBe(true)
  expect(months.length).toBe(new Set(months.map((day) => day.slice(0, 7))).size)

  // What the author and the doctor see.
  expect(await overview()).toEqual(counted)
  const { db, storage } = backend
  const examined = await examineCounters({ db, storage }, { after: '', fix: false, now: NOW })
  expect(examined).toMatchObject({ checked: 2, problems: [] })
})

it('again, in the same month, nothing changes; in the next month one more month is summed', async () => {
  const before = await state()
  expect(await aggregateCounts(backend.db, NOW)).toBe(0)
  expect(await state()).toEqual(before)
  // 30 further days of May for each project and event.
  expect(await aggregateCounts(backend.db, new Date('2026-07-15T12:00:00Z'))).toBe(2 * 3 * 30)
  const after = await state()
  expect(after.sums).toEqual(before.sums)
  expect(after.days).toContain('2025-05-01')
  expect(after.days).not.toContain('2025-05-02')
})

it('a clock that was ahead and is set back changes nothing', async () => {
  const before = await state()
  expect(await aggregateCounts(backend.db, NOW)).toBe(0)
  expect(await state()).toEqual(before)
})
