import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'playwright/test'
import { residentMb } from '#bench/processor.ts'
import { figure, seconds } from '#tests/support/figure.ts'
import { startSlowClients } from '#tests/support/slow-clients.ts'
import { type FaultSite, firstProjects, pageOf, startSite, timeUntil, visit } from './site.ts'

const CLIENTS = 10_000
const ADDRESSES = 1_000
const VISITS = 40
/** Pause between bytes, and between visits, in ms. */
const DRIP_MS = 2_000
const PAUSE_MS = 200
/** A visitor gets an answer within this time, in ms. */
const VISIT_MS = 8_000
/** What the web process may grow by, in MB: 1024 connections at 30 kB, and requests in flight. */
const GROWTH_MB = 150
/** The connections of clients that send no headers, or stall, are closed within this time, in ms. */
const CLOSED_MS = 45_000

let site: FaultSite
test.beforeAll(async () => {
  site = await startSite()
})
test.afterAll(() => site?.stop())

const HEADERS = 'GET /home/index HTTP/1.1\r\nHost: localhost\r\n'
const BODY =
  'POST /api/v1/auth/log_in HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: same-origin\r\n' +
  'Content-Type: application/json\r\nContent-Length: 100000\r\n\r\n{'

for (const { name, begin, drip } of [
  { name: 'headers', begin: HEADERS, drip: 'X-A: b\r\n' },
  { name: 'bodies', begin: BODY, drip: ' ' },
]) {
  test(`10 000 clients that send their ${name} slowly are bounded, and others are answered`, async () => {
    const [icon] = await firstProjects(site, 'icon')
    const pages = [pageOf('icon', icon?.id ?? ''), '/home/index', '/api/v1/icon/list?limit=3']
    for (const page of pages) expect((await visit(site.base + page)).status).toBe(200)
    const pid = site.pids()['web app'] ?? 0
    const before = residentMb(pid).now

    const clients = await startSlowClients({
      port: site.port,
      count: CLIENTS,
      addresses: ADDRESSES,
      begin,
      drip,
      everyMs: DRIP_MS,
    })
    let most = residentMb(pid).now
    const times: number[] = []
    try {
      expect(clients.totals.connected).toBeGreaterThan(CLIENTS / 2)
      for (let at = 0; at < VISITS; at += 1) {
        const answer = await visit(site.base + (pages[at % pages.length] ?? ''), {
          headers: { connection: 'close' },
        })
        expect(answer.status, String(answer.body)).toBe(200)
        times.push(answer.ms)
        most = Math.max(most, residentMb(pid).now)
        await delay(PAUSE_MS)
      }
      clients.giveUp()
      const left = clients.open()
      const closed = await timeUntil(async () => clients.open() === 0)
      figure(
        `slow ${name}: clients that connected`,
        clients.totals.connected,
        `above ${CLIENTS / 2}`,
      )
      figure(
        `slow ${name}: connections at the end, the others were closed for newcomers`,
        left,
        '1088',
      )
      figure(
        `slow ${name}: the slowest of ${VISITS} visits meanwhile`,
        seconds(Math.max(...times)),
        '8 s',
      )
      figure(`slow ${name}: all of them closed after another`, seconds(closed), '45 s')
      figure(`slow ${name}: growth of the web process`, `${most - before} MB`, `${GROWTH_MB} MB`)
      expect(Math.max(...times)).toBeLessThan(VISIT_MS)
      expect(most - before).toBeLessThan(GROWTH_MB)
      expect(closed).toBeLessThan(CLOSED_MS)
    } finally {
      clients.stop()
    }
    expect(site.exits).toEqual([])
  })
}
