import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'playwright/test'
import { createdTokenSchema } from '#lib/contract/access-token.ts'
import { buildStandardFile } from '#tests/support/containers.ts'
import { figure, seconds } from '#tests/support/figure.ts'
import { hasPostgres, startPostgres } from '#tests/support/engines/postgres.ts'
import { type Creator, startCreator, uploadForm } from './creator.ts'
import { startParts } from './parts.ts'
import { startSlowUploads } from './slow-uploads.ts'

const ATTACKERS = 5
const NETWORKS = ['198.51.100.7', '203.0.113.7']
const THIRD_NETWORK = '192.0.2.7'
const UPLOADS = 10
/** So long the slow uploads hold their places before others come, in ms. */
const HELD_MS = 8_000
/** A file that is no short upload, in bytes. */
const LONG = 3 * 1024 * 1024

test.describe.configure({ timeout: 600_000 })

for (const { name, isServer, pairs } of [
  { name: 'embedded database, one backend', isServer: false, pairs: 1 },
  { name: 'PostgreSQL, one backend', isServer: true, pairs: 1 },
  { name: 'PostgreSQL, two backends', isServer: true, pairs: 2 },
]) {
  test(`${name}: while five accounts on two networks hold what they can with slow uploads, others upload`, async () => {
    test.skip(isServer && !hasPostgres(), 'No PostgreSQL server is installed.')
    const postgres = isServer ? await startPostgres() : undefined
    const parts = await startParts({
      ...(postgres && { databaseUrl: postgres.url }),
      both: { RATE_FACTOR: '1000000', DEMO: '0' },
    })
    const others = pairs > 1 ? [await parts.startAnother()] : []
    const bases = [parts.base, ...others.map(({ base }) => base)]
    const start = (address = '') => startCreator({ ...parts, address })
    const attackers = await Promise.all(
      Array.from({ length: ATTACKERS }, async (_, at) => {
        const creator = await start(NETWORKS[at % 2])
        const body = { name: 'slow', scopes: ['publish'], days: 1 }
        const { secret: token } = createdTokenSchema.parse(
          await creator.call('/account/tokens', { body }),
        )
        return { creator, token }
      }),
    )
    const away = await start(THIRD_NETWORK)
    const near = await start(NETWORKS[0])
    const attack = startSlowUploads(attackers, bases)
    const times: number[] = []
    /** Uploads once to each of the sites. @returns what was not accepted. */
    async function upload(creator: Creator, size: number, at: number) {
      const began = performance.now()
      const bytes = buildStandardFile('profile', size, randomBytes(16))
      const site = bases[at % bases.length]
      const body = uploadForm('project', 'x.flexbar', bytes)
      const answer = await creator.attempt('/file/upload', { body, ...(site && { site }) })
      times.push(performance.now() - began)
      return answer?.code === 200 ? [] : [answer]
    }
    try {
      await delay(HELD_MS)
      const held = attack.open()
      const inTurn = async (creator: Creator, size: number) => {
        const failed: unknown[] = []
        for (let at = 0; at < UPLOADS; at += 1) failed.push(...(await upload(creator, size, at)))
        return failed
      }
      const failed = await Promise.all([inTurn(away, LONG), inTurn(near, 4096)])
      console.log(name, { held, answers: attack.answers() })
      figure(`${name}: slow uploads held`, held)
      for (const [at, what] of [
        'uploads of 3 MB from a third network',
        'short uploads from the same network',
      ].entries()) {
        const count = UPLOADS - (failed[at]?.length ?? 0)
        figure(
          `${name}: ${what} that succeed`,
          `${count} of ${UPLOADS}`,
          `${UPLOADS} of ${UPLOADS}`,
        )
      }
      figure(`${name}: the slowest of them`, seconds(Math.max(...times)))
      expect(held).toBeGreaterThanOrEqual(25)
      expect(failed).toEqual([[], []])
    } finally {
      attack.stop()
      for (const other of others) await other.stop()
      await parts.stop()
      await postgres?.stop()
    }
  })
}
