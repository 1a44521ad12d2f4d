import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'playwright/test'
import { z } from 'zod'
import { createRandom } from '#bench/random.ts'
import { listSchema } from '#lib/contract/list.ts'
import { hasPostgres, startPostgres } from '#tests/support/engines/postgres.ts'
import { figure, seconds } from '#tests/support/figure.ts'
import { type Creator, startCreator } from './creator.ts'
import { examineSite, pageOf, startSite, timeUntil, visit } from './site.ts'

test.skip(!hasPostgres(), 'No PostgreSQL server is installed.')

/** Restarts of the server in each mode, and writes of each creator per second; an account may make 300 an hour. */
const RESTARTS = Number(process.env['FAULT_RESTARTS'] ?? 10)
const WRITE_EVERY_MS = 400
const CREATORS = 4
const READERS = 4
/** Criterion for the first good answer after the server's return, in ms. */
const HEALED_MS = 5_000

type Known = { id: string; title: string }
const newTitle = () => `Orchard ${randomBytes(5).toString('hex')}`

for (const mode of ['fast', 'immediate'] as const) {
  test(`PostgreSQL stopped in ${mode} mode under reads and writes: no acknowledged write is lost, nothing but 503 is answered, and nothing is restarted`, async () => {
    const postgres = await startPostgres()
    const variables = { DEMO: '0', TRUSTED_PROXIES: '127.0.0.1', RATE_FACTOR: '20' }
    const site = await startSite({ databaseUrl: postgres.url, variables })
    try {
      const pids = site.pids()
      const codes = new Map<string, number>()
      const count = (what: string) => codes.set(what, (codes.get(what) ?? 0) + 1)
      const over = new AbortController()
      let acknowledged = 0

      /** Repeats a write under its key until it is acknowledged. */
      async function write(creator: Creator, known: Known) {
        const title = newTitle()
        const key = randomBytes(12).toString('hex')
        const body = { id: known.id, title }
        for (;;) {
          const answer = await creator.attempt('/profile', { method: 'PUT', key, body })
          count(`write ${answer?.code ?? 'without an answer'}`)
          if (answer?.code === 200) break
          await delay(100)
        }
        known.title = title
        acknowledged += 1
      }
      const creators = await Promise.all(Array.from({ length: CREATORS }, () => startCreator(site)))
      const projects = await Promise.all(
        creators.map(async (creator) => {
          const title = newTitle()
          return { creator, known: { id: await creator.publish(title), title } }
        }),
      )
      const writing = projects.map(async ({ creator, known }) => {
        while (!over.signal.aborted) {
          await write(creator, known)
          await delay(WRITE_EVERY_MS)
        }
      })
      const reading = Array.from({ length: READERS }, async (_, reader) => {
        for (let at = reader; !over.signal.aborted; at += 1) {
          const address = `${site.base}/api/v1/profile/list?limit=${1 + (at % 50)}`
          count(`read ${(await visit(address)).status}`)
        }
      })

      const random = createRandom(1_843)
      let slowest = 0
      for (let restart = 0; restart < RESTARTS; restart += 1) {
        const before = acknowledged
        await timeUntil(async () => acknowledged > before + CREATORS)
        await delay(random() * WRITE_EVERY_MS)
        await postgres.stopServer(mode)
        await delay(random() * 2_000)
        await postgres.start()
        const address = `${site.base}/api/v1/profile/list?limit=7`
        const healed = await timeUntil(async () => (await visit(address)).status === 200)
        slowest = Math.max(slowest, healed)
      }
      const before = acknowledged
      await timeUntil(async () => acknowledged > before + CREATORS)
      over.abort()
      await Promise.all([...writing, ...reading])

      const what = `PostgreSQL stopped (${mode})`
      const all = [...codes].map(([code, times]) => `${code}: ${times}`).join(', ')
      console.log(all)
      expect(site.pids()).toEqual(pids)
      expect(site.exits).toEqual([])
      const { body } = await visit(`${site.base}/api/v1/profile/list?limit=100`)
      const { items } = z.object({ data: listSchema }).parse(JSON.parse(String(body))).data
      expect(items.map(({ title }) => title).toSorted()).toEqual(
        projects.map(({ known }) => known.title).toSorted(),
      )
      for (const { known } of projects) {
        const page = await visit(`${site.base}${pageOf('profile', known.id)}`)
        expect([page.status, String(page.body).includes(known.title)]).toEqual([200, true])
      }
      const doctor = await examineSite(site)
      expect(doctor.code, doctor.said).toBe(0)
      const allowed = ['write 200', 'write 503', 'read 200', 'read 503']
      expect(
        [...codes.keys()].filter((code) => !allowed.includes(code)),
        all,
      ).toEqual([])
      figure(`${what}: restarts; acknowledged writes`, `${RESTARTS}; ${acknowledged}`)
      figure(`${what}: of them lost`, 0, '0')
      figure(`${what}: answers other than 200 and 503`, 0, '0')
      figure(`${what}: the slowest first good answer after its return`, seconds(slowest), '5 s')
      expect(slowest).toBeLessThan(HEALED_MS)
    } finally {
      await site.stop()
      await postgres.stop()
    }
  })
}
