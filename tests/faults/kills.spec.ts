import { createHash, randomBytes, randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'playwright/test'
import { z } from 'zod'
import { createRandom } from '#bench/random.ts'
import { JUST_CHANGED } from '#lib/cache/just-changed.ts'
import { listSchema } from '#lib/contract/list.ts'
import { projectSchema } from '#lib/contract/project.ts'
import { buildStandardFile } from '#tests/support/containers.ts'
import { figure, seconds } from '#tests/support/figure.ts'
import { type Creator, startCreator } from './creator.ts'
import { examineSite, type FaultSite, startSite, timeUntil, visit } from './site.ts'
import { sendSignal } from '#tests/support/processes.ts'

/** Kills of each process; the moments depend on the seed, which `FAULT_SEED` sets; `FAULT_KILLS` sets their number. */
const MOMENTS = Number(process.env['FAULT_KILLS'] ?? 50)
const SEED = Number(process.env['FAULT_SEED'] ?? randomInt(1e9))
/** A kill comes within so many milliseconds of writing. */
const WRITING_MS = 700
/** Writes of each round after a publication; an account may make 300 an hour, and attempts count. */
const RENAMES = 3
/** A site is whole again within this time, its own pause of 0.5 s included, in ms. */
const HEALED_MS = 15_000

/** What was acknowledged of a project. */
type Known = { id: string; title: string; sha256: string }

const newTitle = () => `Orchard ${randomBytes(5).toString('hex')}`

/** Publishes in every other round, and renames; each write is repeated under its key until it is acknowledged. */
async function write(creator: Creator, known: Known[], round: number) {
  if (round % 2 === 0) {
    const title = newTitle()
    const bytes = buildStandardFile('profile', 16 * 1024, randomBytes(512))
    const id = await creator.publish(title, bytes)
    known.push({ id, title, sha256: createHash('sha256').update(bytes).digest('hex') })
  }
  for (let at = 0; at < RENAMES; at += 1) {
    const one = known[(round * RENAMES + at) % known.length]
    if (!one) continue
    const title = newTitle()
    await creator.rename(one.id, title)
    one.title = title
  }
}

/** The projects as the backend has them: the cookie passes kept answers. */
async function listed({ base }: FaultSite) {
  const headers = { cookie: `${JUST_CHANGED.name}=${JUST_CHANGED.value}` }
  const { status, body } = await visit(`${base}/api/v1/profile/list?limit=100`, { headers })
  if (status !== 200) return undefined
  return z.object({ data: listSchema }).parse(JSON.parse(String(body))).data.items
}

for (const name of ['web app', 'backend', 'database'] as const) {
  test(`kill -9 of the ${name} at ${MOMENTS} random moments loses no acknowledged write and makes none twice; it comes back by itself`, async () => {
    console.log(`FAULT_SEED=${SEED}`)
    const random = createRandom(SEED)
    const variables = { DEMO: '0', TRUSTED_PROXIES: '127.0.0.1' }
    // The pause grows where a process dies again and again.
    const site = await startSite({ variables, restartMaxMs: 500 })
    try {
      const creator = await startCreator(site)
      const known: Known[] = []
      let slowest = 0
      for (let round = 0; round < MOMENTS; round += 1) {
        const writing = write(creator, known, round)
        await delay(random() * WRITING_MS)
        const pid = site.pids()[name]
        if (pid === undefined) throw new Error(`The ${name} does not run.`)
        sendSignal(pid, 'SIGKILL')
        const killedAt = performance.now()
        await timeUntil(async () => site.exits.length > round)
        await timeUntil(async () => (await listed(site)) !== undefined)
        slowest = Math.max(slowest, performance.now() - killedAt)
        await writing
      }
      const items = (await listed(site)) ?? []
      expect(items.map(({ title }) => title).toSorted()).toEqual(
        known.map(({ title }) => title).toSorted(),
      )
      for (const { id, sha256 } of known) {
        const { body } = await visit(`${site.base}/api/v1/profile/${id}`)
        const { data } = z.object({ data: projectSchema }).parse(JSON.parse(String(body)))
        const file = await visit(`${site.base}${data.file?.url}`)
        expect(createHash('sha256').update(file.body).digest('hex')).toBe(sha256)
      }
      const doctor = await examineSite(site)
      expect(doctor.code, doctor.said).toBe(0)
      expect(site.exits).toHaveLength(MOMENTS)
      figure(`kills (-9) of the ${name} while writing`, MOMENTS, `${MOMENTS}`)
      const writes = known.length + MOMENTS * RENAMES
      figure(`${name}: acknowledged writes; calls sent`, `${writes}; ${creator.attempts()}`)
      figure(`${name}: of them lost, or done twice`, 0, '0')
      figure(`${name}: the longest until a list was answered again`, seconds(slowest), '15 s')
      expect(slowest).toBeLessThan(HEALED_MS)
    } catch (error) {
      console.error(site.exits.slice(-5).join('\n'))
      throw error
    } finally {
      await site.stop()
    }
  })
}
