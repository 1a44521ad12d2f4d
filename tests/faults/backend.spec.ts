import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'playwright/test'
import { envelopeSchema } from '#lib/contract/envelope.ts'
import { FAULTS, forwardTo, startFaultyBackend } from '#tests/support/faulty-backend.ts'
import { figure, seconds } from '#tests/support/figure.ts'
import { startWebApp } from '#tests/support/web-app.ts'
import { firstProjects, pageOf, startSite, timeUntil, visit } from './site.ts'

/** Visitors get an answer within this time, in ms. */
const PAGE_MS = 8_000
const HEALED_MS = 2_000
const HANG_MS = 30_000
/** A stored page while the backend fails, in ms. */
const STORED_MS = 1_000
/** More calls than may be in flight, from more addresses than one may have. */
const CALLS = 300
const ADDRESSES = 10

/** A web app whose backend is behind a server that can be made to fail. */
async function startFaultySite() {
  const backend = await startSite({ isHeadless: true })
  const front = await startFaultyBackend()
  const forward = forwardTo(backend.backend)
  const heal = () => front.behave(forward)
  heal()
  const web = await startWebApp(front.url, {
    INTERNAL_SECRET: backend.internalSecret,
    TRUSTED_PROXIES: '127.0.0.1',
  })
  return {
    base: web.url,
    heal,
    forward,
    behave: front.behave,
    projects: () => firstProjects({ base: backend.backend }, 'icon'),
    async stop() {
      await web.stop()
      await front.stop()
      await backend.stop()
    },
  }
}

let site: Awaited<ReturnType<typeof startFaultySite>>
test.beforeAll(async () => {
  site = await startFaultySite()
})
test.afterAll(() => site?.stop())

/** A page that has been asked for, and one that has not. */
async function pages(name: string) {
  const [icon] = await site.projects()
  const stored = `${site.base}${pageOf('icon', icon?.id ?? '')}`
  const before = await visit(stored)
  expect(before.status).toBe(200)
  const unknown = `${site.base}/fr/home/plugin?minimum_version=9.${name.length}.0`
  return { stored, before, unknown }
}

const list = (at: number, init?: RequestInit) =>
  visit(`${site.base}/api/v1/icon/list?limit=${1 + at}`, init)

for (const [fault, status] of [
  ['html', 502],
  ['cut off', 502],
  ['reset in mid-body', 502],
  ['resets', 503],
] as const) {
  test(`while the backend fails (${fault}), stored pages go on, others are a designed ${status}, and calls have an envelope`, async () => {
    const { stored, before, unknown } = await pages(fault)
    site.behave(FAULTS[fault])
    try {
      const kept = await visit(stored)
      expect(kept.body.equals(before.body)).toBe(true)
      const failed = await visit(unknown)
      expect(failed.status).toBe(status)
      expect(String(failed.body)).toContain('Réessayer')
      expect(failed.headers.get('cache-control')).toContain('no-store')
      const call = await list(0)
      expect(call.status).toBe(status)
      expect(envelopeSchema.parse(JSON.parse(String(call.body)))).toMatchObject({ code: status })
      figure(`backend ${fault}: page and call are answered with`, `${failed.status}`, `${status}`)
      figure(`backend ${fault}: the page that is not stored`, seconds(failed.ms), '8 s')
      expect(failed.ms).toBeLessThan(PAGE_MS)
    } finally {
      site.heal()
    }
    const healed = await timeUntil(async () => (await visit(unknown)).status === 200)
    figure(`backend ${fault}: the page after its return`, seconds(healed), '2 s')
    expect(healed).toBeLessThan(HEALED_MS)
  })
}

test('while the backend hangs for 30 s, stored pages are served during 300 hanging calls, others are a designed 504 within 8 s, and calls are answered late', async () => {
  const { stored, before, unknown } = await pages('hangs')
  site.behave((req, res) => {
    void delay(HANG_MS).then(() => (res.destroyed ? undefined : site.forward(req, res)))
  })
  const begun = performance.now()
  const patient = list(50)
  try {
    const failed = await visit(unknown)
    expect(failed.status).toBe(504)
    expect(String(failed.body)).toContain('Réessayer')
    figure('backend hangs: a page that is not stored is a 504 after', seconds(failed.ms), '8 s')
    expect(failed.ms).toBeLessThan(PAGE_MS)

    const calls = Array.from({ length: CALLS }, (_, at) =>
      list(at % 50, { headers: { 'x-forwarded-for': `203.0.113.${1 + (at % ADDRESSES)}` } }),
    )
    await timeUntil(async () => {
      const more = await list(0, { signal: AbortSignal.timeout(200) })
      return more.status === 503
    })
    const times: number[] = []
    for (let at = 0; at < 20; at += 1) {
      const kept = await visit(stored, { headers: { 'x-forwarded-for': `198.51.100.${1 + at}` } })
      expect(kept.status).toBe(200)
      expect(kept.body.equals(before.body)).toBe(true)
      times.push(kept.ms)
    }
    figure(
      `backend hangs: the slowest of 20 stored pages during ${CALLS} calls`,
      seconds(Math.max(...times)),
      '1 s',
    )
    expect(Math.max(...times)).toBeLessThan(STORED_MS)
    const answers = await Promise.all([patient, ...calls])
    const statuses = new Set(answers.map((answer) => answer.status))
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([])
    for (const { status, body } of answers) {
      expect(envelopeSchema.parse(JSON.parse(String(body))).code).toBe(status)
    }
    expect((await patient).status).toBe(200)
    figure('backend hangs: a call is answered whole after', seconds((await patient).ms), '150 s')
    // Others may be a 503 later, when all reach the backend in the same moment.
    const refused = answers.filter(({ status, ms }) => status === 503 && ms < HANG_MS / 2)
    expect(refused.length).toBeGreaterThan(0)
    figure(`backend hangs: of ${CALLS} calls at once, refused at once`, refused.length)
    expect(performance.now() - begun).toBeGreaterThan(HANG_MS)
  } finally {
    site.heal()
  }
  const healed = await timeUntil(async () => (await visit(unknown)).status === 200)
  figure('backend hangs: the page after its return', seconds(healed), '2 s')
  expect(healed).toBeLessThan(HEALED_MS)
})
