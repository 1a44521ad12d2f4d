import path from 'node:path'
import { expect, test } from 'playwright/test'
import { z } from 'zod'
import { bulkSchema } from '#lib/contract/admin/bulk.ts'
import { envelopeOf } from '#lib/contract/envelope.ts'
import { storageOf } from '#backend/storage/open.ts'
import { openFolder } from '#scripts/pglite/pglite-folder.ts'
import { seedCatalogue } from '#scripts/stack/seed-catalogue.ts'
import { figure, seconds } from '#tests/support/figure.ts'
import { createDataFolder, type FaultSite, pageOf, startSite, timeUntil, visit } from './site.ts'

/* A wave of fake projects: seen and stopped in under two minutes. */

const PROJECTS = 1000
const ACCOUNTS = 50
const LIMIT = '120 s'

type Wave = { id: string; kind: 'icon' | 'plugin' | 'profile' | 'flexpage'; author: string }
const waveSchema = z.array(
  z.object({
    id: z.string(),
    kind: z.enum(['icon', 'plugin', 'profile', 'flexpage']),
    author: z.string(),
  }),
)

/** Makes a catalogue and lets accounts publish the wave in it. @returns its projects. */
async function plant(dataDir: string): Promise<Wave[]> {
  const quiet = { print: () => undefined, onProgress: () => undefined }
  await seedCatalogue({ projects: PROJECTS, dataDir, databaseUrl: undefined, ...quiet })
  const { db, release } = await openFolder(path.join(dataDir, 'database'), {
    files: await storageOf({}, dataDir),
  })
  await db.exec(`
    INSERT INTO authors (uid, name) SELECT 'wave-' || n, 'wave_' || n FROM generate_series(1, ${ACCOUNTS}) n;
    INSERT INTO accounts (uid, email, email_key, created_at)
      SELECT 'wave-' || n, 'wave' || n || '@example.com', 'wave' || n || '@example.com', now()
      FROM generate_series(1, ${ACCOUNTS}) n;
    UPDATE projects SET description = description || ' https://pills.example/buy',
      author_uid = 'wave-' || (1 + abs(hashtext(id)) % ${ACCOUNTS})
      WHERE demo_key LIKE 'seed-%';`)
  const { rows } = await db.query(
    `SELECT p.id, p.kind, a.name AS author FROM projects p JOIN authors a ON a.uid = p.author_uid
      WHERE p.author_uid LIKE 'wave-%' ORDER BY p.id`,
  )
  await db.close()
  await release()
  return waveSchema.parse(rows)
}

/** A call of the operator’s commands. */
function command(site: FaultSite, target: string, body: object) {
  return visit(`${site.backend}/operator/api/v1/admin/${target}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-internal-secret': site.internalSecret,
      'x-operator': 'a test',
    },
    body: JSON.stringify(body),
  })
}

test(`a wave of ${PROJECTS} projects of ${ACCOUNTS} accounts is gone, and its accounts publish no more`, async () => {
  const dataDir = await createDataFolder()
  const wave = await plant(dataDir)
  expect(wave.length).toBe(PROJECTS)
  const site = await startSite({ dataDir, variables: { RATE_FACTOR: '1000' } })
  try {
    const sample = wave.filter((_, at) => at % 50 === 0)
    const places = [
      ...sample.map(({ kind, id }) => pageOf(kind, id)),
      ...sample.map(({ author }) => `/api/v1/index/author?author=${author}`),
    ]
    const isShown = async (place: string) => (await visit(site.base + place)).status === 200
    for (const place of places) expect(await isShown(place), place).toBe(true)

    const begun = performance.now()
    for (const author of new Set(wave.map((one) => one.author))) {
      const body = { reason: 'Spam', projects: 'keep' }
      expect((await command(site, `accounts/${author}/suspension`, body)).status).toBe(200)
    }
    const suspended = performance.now() - begun
    figure(`wave: ${ACCOUNTS} accounts are suspended after`, seconds(suspended), '10 s')
    const answer = await command(site, 'bulk', {
      action: 'hide',
      link: 'pills.example',
      reason: 'Spam',
    })
    const started = envelopeOf(bulkSchema).parse(JSON.parse(String(answer.body))).data
    expect(started.total).toBe(PROJECTS)
    // Each project by itself: what is hidden is 404 wherever it was stored.
    const pages = wave.map(({ kind, id }) => pageOf(kind, id))
    let left = pages
    await timeUntil(async () => {
      const shown = await Promise.all(left.slice(0, 20).map(isShown))
      left = left.filter((_, at) => at >= 20 || shown[at])
      return left.length === 0
    })
    const took = performance.now() - begun
    figure(`wave: of ${PROJECTS} projects nothing is public after`, seconds(took), LIMIT)
    expect(took).toBeLessThan(120_000)
    const own = `${site.base}/api/v1/icon/list?author=${wave[0]?.author}`
    expect(String((await visit(own)).body)).toContain('"total":0')

    const again = performance.now()
    expect((await command(site, `bulk/${started.id}/undo`, {})).status).toBe(200)
    await timeUntil(async () => {
      const shown = await Promise.all(places.map(isShown))
      return shown.every(Boolean)
    })
    figure('wave: all of it is public again after', seconds(performance.now() - again), LIMIT)
  } finally {
    await site.stop()
  }
})
