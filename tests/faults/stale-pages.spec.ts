import { randomBytes } from 'node:crypto'
import { expect, test } from 'playwright/test'
import { buildStandardFile } from '#tests/support/containers.ts'
import { isRedisInstalled, startRedis } from '#tests/support/engines/redis.ts'
import { figure, seconds } from '#tests/support/figure.ts'
import { SESSION_SECRET } from '#tests/support/session-secret.ts'
import { startWebApp } from '#tests/support/web-app.ts'
import { startCreator } from './creator.ts'
import { startParts } from './parts.ts'
import { examineSite, pageOf, timeUntil, visit } from './site.ts'

test.skip(!isRedisInstalled, 'No Redis server is installed.')

const ROUNDS = Number(process.env['FAULT_STALE_ROUNDS'] ?? 100)
/** Rounds of each creator; an account may make 300 uploads an hour. */
const ROUNDS_EACH = 25
/** A new project and an edit are shown by the other process within this time, in ms. */
const SHOWN_MS = 2_000
const SITE_URL = 'https://keystrip.test'

test.setTimeout(30 * 60_000)

test(`${ROUNDS} rounds over two web processes with Redis: an edit is shown within two seconds, and nothing after its removal is acknowledged`, async () => {
  const redis = await startRedis()
  const both = { DEMO: '0', RATE_FACTOR: '20', CACHE_URL: redis.url, SITE_URL }
  const parts = await startParts({ both })
  const other = await startWebApp(parts.backend, {
    ...both,
    SESSION_SECRET,
    INTERNAL_SECRET: parts.internalSecret,
    TRUSTED_PROXIES: '127.0.0.1',
  })
  try {
    let creator = await startCreator(parts)
    const read = async (path: string) => {
      const { status, body } = await visit(other.url + path)
      return { status, text: String(body) }
    }
    /** Addresses that show a project: its page, the list, feed and page of its author, its card for other sites. */
    const placesOf = (id: string) => [
      pageOf('profile', id),
      `/embed/en/profile/${id}`,
      `/home/profile?author=${creator.name}&limit=96`,
      `/home/author/${creator.name}`,
      `/feeds/en/author/${creator.name}.xml`,
    ]

    /** The operator hides a project, like `npm run admin -- hide`. */
    async function hide(id: string) {
      const request = (body: object, headers: Record<string, string>) => ({
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      })
      const about = { kind: 'profile', id }
      const act = { action: 'hide', ...about, reason: 'a round', by: 'a test' }
      const secret = { 'x-internal-secret': parts.internalSecret }
      const hidden = await visit(`${parts.backend}/operator/projects`, request(act, secret))
      expect(hidden.status).toBe(200)
      const expired = await visit(
        `${parts.base}/api/revalidate`,
        request(
          { ...about, author: creator.name },
          { authorization: `Bearer ${parts.internalSecret}`, origin: SITE_URL },
        ),
      )
      expect(expired.status).toBe(204)
      return hidden.ms + expired.ms
    }

    let [slowest, slowestRemoval, reads] = [0, 0, 0]
    const stale: string[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      if (round > 0 && round % ROUNDS_EACH === 0) creator = await startCreator(parts)
      const [first, second] = [`Orchard ${round} first`, `Orchard ${round} second`]
      // The file of a hidden project would be held.
      const id = await creator.publish(first, buildStandardFile('profile', 4096, randomBytes(9)))
      const places = placesOf(id)
      const shows = (title: string) => async () => {
        const texts = await Promise.all(places.map(read))
        return texts.every(({ status, text }) => status === 200 && text.includes(title))
      }
      slowest = Math.max(slowest, await timeUntil(shows(first)))
      await creator.rename(id, second)
      slowest = Math.max(slowest, await timeUntil(shows(second)))

      // The other process is asked all the time, so that it has renders under way.
      const over = new AbortController()
      const readers = places.map(async (place) => {
        while (!over.signal.aborted) {
          await read(place)
          reads += 1
        }
      })
      const begun = performance.now()
      if (round % 2 === 0) await creator.call(`/profile?id=${id}`, { method: 'DELETE' })
      else await hide(id)
      slowestRemoval = Math.max(slowestRemoval, performance.now() - begun)
      for (const [at, { status, text }] of (await Promise.all(places.map(read))).entries()) {
        if (text.includes(second) || (at < 2 && status !== 404)) {
          stale.push(`round ${round}: ${places[at]} ${status}`)
        }
      }
      over.abort()
      await Promise.all(readers)
    }
    figure('stale pages, two web processes: rounds; reads meanwhile', `${ROUNDS}; ${reads}`)
    figure('stale pages: a new project or an edit is shown after', seconds(slowest), '2 s')
    figure(
      'stale pages: answers with something removed, after its acknowledgement',
      stale.length,
      '0',
    )
    figure('stale pages: the slowest deletion or hiding', seconds(slowestRemoval))
    expect(stale).toEqual([])
    expect(slowest).toBeLessThan(SHOWN_MS)
    const doctor = await examineSite(parts)
    expect(doctor.code, doctor.said).toBe(0)
  } finally {
    await other.stop()
    await parts.stop()
    await redis.stop()
  }
})
