import { expect, test } from 'playwright/test'
import { median } from '#bench/section.ts'
import { residentMb } from '#bench/processor.ts'
import { RATES } from '#lib/limits/rates.ts'
import { isRedisInstalled, startRedis, type TestRedis } from '#tests/support/engines/redis.ts'
import { figure, seconds } from '#tests/support/figure.ts'
import { firstProjects, type FaultSite, pageOf, startSite, timeUntil, visit } from './site.ts'

test.skip(!isRedisInstalled, 'No Redis or Valkey server is installed.')

/** A page without the server may take so much longer than one with it, in ms. */
const COST_MS = 250
const HEALED_MS = 2_000
const PAGES = 30
const CLIENTS = 40
/** What a process may grow by while requests wait, in MB. */
const GROWTH_MB = 100

let redis: TestRedis
let site: FaultSite
let visits = 0
test.beforeAll(async () => {
  redis = await startRedis()
  site = await startSite({
    variables: { CACHE_URL: redis.url, RATE_FACTOR: '1', TRUSTED_PROXIES: '127.0.0.1' },
  })
})
test.afterAll(async () => {
  await site?.stop()
  await redis?.kill().catch(() => undefined)
})

/** A page that is not cached, by a visitor of its own. */
async function visitNew() {
  visits += 1
  const address = `203.0.${113 + Math.floor(visits / 250)}.${1 + (visits % 250)}`
  const { status, ms } = await visit(
    `${site.base}/de/home/plugin?minimum_version=${1 + (visits % 9)}.${Math.floor(visits / 9)}.0`,
    { headers: { 'x-forwarded-for': address } },
  )
  expect(status).toBe(200)
  return ms
}

async function visitSome() {
  const times: number[] = []
  for (let at = 0; at < PAGES; at += 1) times.push(await visitNew())
  return times
}

const cacheState = async () => {
  const { body } = await visit(`${site.base}/readyz`)
  return String(body).includes('"cache":"ok"')
}

for (const { name, begin, end } of [
  {
    name: 'gone',
    begin: () => redis.kill(),
    end: async () => {
      redis = await startRedis(redis.port)
    },
  },
  {
    name: 'frozen',
    begin: async () => redis.pause(),
    end: async () => redis.resume(),
  },
]) {
  test(`while the server of CACHE_URL is ${name}, pages cost at most 250 ms more, limits hold, and it recovers by itself`, async () => {
    const [icon] = await firstProjects(site, 'icon')
    const page = `${site.base}${pageOf('icon', icon?.id ?? '')}`
    const before = await visit(page)
    expect(before.status).toBe(200)
    expect(await timeUntil(cacheState)).toBeLessThan(HEALED_MS)
    const usual = median(await visitSome())

    const pid = site.pids()['web app'] ?? 0
    const memory = residentMb(pid).now
    await begin()
    try {
      const times = await visitSome()
      const cost = Math.max(...times) - usual
      figure(`cache ${name}: a new page, median of ${PAGES} with it`, `${usual.toFixed(0)} ms`)
      figure(
        `cache ${name}: the slowest of ${PAGES} without it costs`,
        `${cost.toFixed(0)} ms`,
        '250 ms',
      )
      expect(cost).toBeLessThan(COST_MS)
      expect((await visit(page)).body.equals(before.body)).toBe(true)

      // Many at once: nothing waits for the server in a queue.
      const load = Array.from({ length: CLIENTS }, visitNew)
      await Promise.all(load)
      const alone = await visitNew()
      figure(
        `cache ${name}: a new page after ${CLIENTS} at once costs`,
        `${(alone - usual).toFixed(0)} ms`,
        '250 ms',
      )
      expect(alone - usual).toBeLessThan(COST_MS)
      const grown = residentMb(pid).now - memory
      figure(`cache ${name}: growth of the web process meanwhile`, `${grown} MB`, `${GROWTH_MB} MB`)
      expect(grown).toBeLessThan(GROWTH_MB)

      // The share cards that one address asks for, each another: the buckets in memory begin full.
      const headers = { 'x-forwarded-for': name === 'gone' ? '198.51.100.1' : '198.51.100.2' }
      const asked = RATES.cards.capacity + 10
      const statuses: number[] = []
      for (let at = 0; at < asked; at += 1) {
        statuses.push((await visit(`${site.base}/cards/en/${name}-${at}.jpg`, { headers })).status)
      }
      const refused = statuses.filter((status) => status === 429).length
      figure(`cache ${name}: of ${asked} share cards for one address, refused`, refused, '1 to 10')
      expect(refused).toBeGreaterThan(0)
      expect(refused).toBeLessThanOrEqual(10)
      expect(await cacheState()).toBe(false)
    } finally {
      await end()
    }
    const healed = await timeUntil(cacheState)
    figure(`cache ${name}: used again after its return`, seconds(healed), '2 s')
    expect(healed).toBeLessThan(HEALED_MS)
    await visitNew()
    expect(site.exits).toEqual([])
  })
}
