import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { expect, test } from 'playwright/test'
import { z } from 'zod'
import { zip } from '#demo/archive.ts'
import { connect } from '#backend/db/connect.ts'
import { fileStateSchema } from '#lib/contract/publish.ts'
import { registerOver, uploadOver } from '#tests/support/api-client.ts'
import { spawnBackend } from '#tests/support/backend-process.ts'
import { costlyDrawing } from '#tests/support/costly-drawings.ts'
import { startPglite } from '#tests/support/database.ts'
import { hasPostgres, startPostgres } from '#tests/support/engines/postgres.ts'
import { figure, seconds } from '#tests/support/figure.ts'

/** What the attacking account sends, and how long another one may wait, in ms. */
const PACKS = 10
const DRAWINGS = 400
const DRAWING_MS = 950
const TWO_ICONS_MS = 10_000
const MANY_ICONS_MS = 60_000
const MANY_ICONS = 300

const packOf = (drawings: string[]) =>
  zip(drawings.map((content, at) => ({ path: `icons/i${at}.svg`, content })))

/** Small icons of a set that creators use. */
async function tablerIcons(count: number) {
  const set: unknown = createRequire(import.meta.url)('@iconify-json/tabler/icons.json')
  const icons = z.object({ icons: z.record(z.string(), z.object({ body: z.string() })) }).parse(set)
  return Object.values(icons.icons)
    .slice(0, count)
    .map(({ body }) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">${body}</svg>`)
}

async function startBackends(engine: 'PostgreSQL' | 'embedded', count: number) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'fairness-'))
  const database =
    engine === 'PostgreSQL'
      ? await startPostgres()
      : await startPglite(path.join(folder, 'database'))
  const backends: ReturnType<typeof spawnBackend>[] = []
  const bases: string[] = []
  for (let at = 0; at < count; at += 1) {
    const backend = spawnBackend({
      DATABASE_URL: database.url,
      DATABASE_POOL_SIZE: engine === 'PostgreSQL' ? '5' : '1',
      ...(count === 1 && { DATABASE_ALONE: '1' }),
      DATA_DIR: folder,
      INTERNAL_SECRET: 'the-secret-of-the-tests',
      RATE_FACTOR: '1000',
      LOG_LEVEL: 'error',
    })
    backends.push(backend)
    bases.push(`${await backend.listening}/api/v1`)
  }
  return {
    bases,
    database,
    folder,
    async stop() {
      for (const { child, ended } of backends) {
        child.kill('SIGKILL')
        await ended
      }
      await database.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

for (const engine of ['PostgreSQL', 'embedded'] as const) {
  for (const count of [1, 2]) {
    const where = `${engine}, ${count} ${count === 1 ? 'backend' : 'backends'}`
    test(`an account that sends ten packs of 400 expensive drawings keeps no other one waiting (${where})`, async () => {
      test.skip(engine === 'PostgreSQL' && !hasPostgres(), 'No PostgreSQL server is installed.')
      const site = await startBackends(engine, count)
      const db = connect({ url: site.database.url, poolSize: 1 })
      try {
        const [first = '', last = first] = [site.bases[0], site.bases.at(-1)]
        const attacker = await registerOver(first, site.folder, 'eve_attacker')
        const creator = await registerOver(first, site.folder, 'ada_lovelace')
        // Both count for themselves, and not for the network that they share here.
        await db.execute(sql`UPDATE accounts SET created_at = now() - interval '2 days'`)
        const costly = costlyDrawing(DRAWING_MS)
        const heavy = await packOf(Array.from({ length: DRAWINGS }, () => costly.svg))
        const sent: string[] = []
        for (let at = 0; at < PACKS; at += 1) {
          const base = site.bases[at % count] ?? ''
          sent.push(await send(base, attacker, heavy))
        }
        const done = async () => {
          const { rows } = await db.execute(
            sql`SELECT coalesce(sum(done), 0)::int AS done FROM jobs`,
          )
          return z.tuple([z.object({ done: z.number() })]).parse(rows)[0].done
        }
        while ((await done()) === 0) await delay(100)

        const two = await timeOf(last, creator, await packOf(await tablerIcons(2)))
        const many = await timeOf(last, creator, await packOf(await tablerIcons(MANY_ICONS)))
        expect(await db.$count(sql`jobs`)).toBe(sent.length)
        figure(`${where}: processor time of a drawing of the attack`, seconds(costly.ms), '1 s')
        figure(`${where}: a pack of two icons is ready`, seconds(two), '10 s')
        figure(`${where}: a pack of 300 icons is ready`, seconds(many), '60 s')
        figure(`${where}: drawings of the attack that are done by then`, await done())
        expect(two).toBeLessThan(TWO_ICONS_MS)
        expect(many).toBeLessThan(MANY_ICONS_MS)
      } finally {
        await db.close()
        await site.stop()
      }
    })
  }
}

const send = (base: string, token: string, bytes: Uint8Array) =>
  uploadOver(base, token, { purpose: 'project', name: 'x.iconpack', bytes })

/** Time from the beginning of an upload until its drawings are ready, in ms. */
async function timeOf(base: string, token: string, bytes: Uint8Array): Promise<number> {
  const begun = performance.now()
  const id = await send(base, token, bytes)
  for (;;) {
    const headers = { authorization: `Bearer ${token}` }
    const answer = await fetch(`${base}/file/${id}/state`, { headers })
    const { data } = z.object({ data: fileStateSchema }).parse(await answer.json())
    if (data.state === 'ready') return performance.now() - begun
    await delay(50)
  }
}
