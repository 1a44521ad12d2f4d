import { expect, test } from 'playwright/test'
import { envelopeSchema } from '#lib/contract/envelope.ts'
import { figure, seconds } from '#tests/support/figure.ts'
import { hasPostgres, type Postgres, startPostgres } from '#tests/support/engines/postgres.ts'
import { type FaultSite, firstProjects, pageOf, startSite, timeUntil, visit } from './site.ts'

/** Criterion for the first 503, and for the first good answer after the return, in ms. */
const WITHIN_MS = 2_000

test.skip(!hasPostgres(), 'No PostgreSQL server is installed.')

let postgres: Postgres
let site: FaultSite
test.beforeAll(async () => {
  postgres = await startPostgres()
  site = await startSite({ databaseUrl: postgres.url })
})
test.afterAll(async () => {
  await site?.stop()
  await postgres?.stop()
})

for (const { name, begin, end } of [
  { name: 'cut off', begin: () => postgres.cut(), end: () => postgres.start() },
  { name: 'frozen', begin: () => postgres.freeze(), end: () => postgres.thaw() },
]) {
  test(`while the database is ${name}, calls are a 503 within 2 s, cached pages and known downloads go on, and it recovers by itself`, async () => {
    const pids = site.pids()
    const [icon] = await firstProjects(site, 'icon')
    const page = `${site.base}${pageOf('icon', icon?.id ?? '')}`
    const file = `${site.base}${icon?.file?.url}`
    const [pageBefore, fileBefore] = [await visit(page), await visit(file)]
    expect([pageBefore.status, fileBefore.status]).toEqual([200, 200])

    await begin()
    let slowest = 0
    try {
      for (let at = 0; at < 5; at += 1) {
        const calls = await Promise.all([
          visit(`${site.base}/api/v1/profile/list?limit=${20 + at}`),
          visit(`${site.backend}/api/v1/icon/list?limit=${20 + at}`),
        ])
        for (const call of calls) {
          expect(call.status).toBe(503)
          expect(envelopeSchema.parse(JSON.parse(String(call.body)))).toMatchObject({ code: 503 })
          slowest = Math.max(slowest, call.ms)
        }
      }
      expect((await visit(page)).body.equals(pageBefore.body)).toBe(true)
      const download = await visit(file)
      expect(download.status).toBe(200)
      expect(download.body.equals(fileBefore.body)).toBe(true)
    } finally {
      await end()
    }
    const healed = await timeUntil(
      async () => (await visit(`${site.base}/api/v1/profile/list?limit=3`)).status === 200,
    )
    figure(`database ${name}: the slowest 503`, seconds(slowest), '2 s')
    figure(`database ${name}: first good answer after its return`, seconds(healed), '2 s')
    expect(slowest).toBeLessThan(WITHIN_MS)
    expect(healed).toBeLessThan(WITHIN_MS)
    expect(site.pids()).toEqual(pids)
    expect(site.exits).toEqual([])
  })
}

test('a restart of PostgreSQL under load costs only requests that are answered with an error', async () => {
  const statuses = new Map<number, number>()
  const over = new AbortController()
  const load = Array.from({ length: 8 }, async (_, worker) => {
    for (let at = 0; !over.signal.aborted; at += 1) {
      const { status } = await visit(
        `${site.base}/api/v1/icon/list?limit=${1 + ((worker + at) % 50)}`,
      )
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  })
  await timeUntil(async () => (statuses.get(200) ?? 0) > 200)
  await postgres.restart()
  const healed = await timeUntil(
    async () => (await visit(`${site.base}/api/v1/profile/list?limit=7`)).status === 200,
  )
  const goodBefore = statuses.get(200) ?? 0
  await timeUntil(async () => (statuses.get(200) ?? 0) > goodBefore + 200)
  over.abort()
  await Promise.all(load)
  expect([...statuses.keys()].toSorted()).toEqual([200, ...(statuses.has(503) ? [503] : [])])
  expect(healed).toBeLessThan(WITHIN_MS)
  figure('PostgreSQL restarted under load: answers other than 200 and 503', 0, '0')
  figure('PostgreSQL restarted under load: first good answer after it', seconds(healed), '2 s')
})
