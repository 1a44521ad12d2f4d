import { asc, eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { packIconsSchema } from '#lib/contract/search.ts'
import { WorkerError } from '#lib/worker/error.ts'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { fileDrawings, files, jobs, projects } from '#backend/db/tables.ts'
import { AGAIN_JOB, againHandler, enqueueAgain } from '#backend/services/drawing/make-again.ts'
import { drawingsInputSchema } from '#backend/services/drawing/messages.ts'
import { SANITISER_VERSION } from '#backend/services/drawing/version.ts'
import { claim } from '#backend/services/job/claim.ts'
import { zip } from '#demo/archive.ts'
import { drawingOf } from '#tests/support/hostile/drawings.ts'
import { headOnly } from '#tests/support/head.ts'
import { testBackend } from '#tests/support/backend.ts'
import { waitFor } from '#tests/support/wait.ts'

/* Drawings that a former version of the sanitiser made. */

const backend = await testBackend()
beforeEach(() => backend.empty())

const SQUARE = drawingOf('<path d="M0 0h9v9z"/>', 'viewBox="0 0 9 9"')
const FORMER = SQUARE.replace('<path', '<path fill="red"')
const NAMES = ['moon', 'sun']

/** A pack with two icons whose stored drawings are those of a former sanitiser: other bytes, no tone, no version. */
async function addFormer(title = 'Pack'): Promise<{ id: string; fileId: string }> {
  const { db, storage } = backend
  const entries = NAMES.map((name) => ({ path: `icons/${name}.svg`, content: SQUARE }))
  const id = await backend.add({
    title,
    file: { name: 'pack.iconpack', bytes: await zip(entries) },
  })
  const [project] = await db.select().from(projects).where(eq(projects.id, id))
  const fileId = project?.fileId ?? ''
  const key = `former-${fileId}`
  const size = Buffer.byteLength(FORMER)
  await storage.write(key, Buffer.from(FORMER.repeat(NAMES.length)))
  for (const [at, name] of NAMES.entries()) {
    await db
      .update(fileDrawings)
      .set({ offset: at * size, size, tone: null })
      .where(sql`file_id = ${fileId} AND name = ${name}`)
  }
  await db.update(files).set({ drawingsKey: key, drawingsVersion: 0 }).where(eq(files.id, fileId))
  return { id, fileId }
}

const enqueued = (db: Database | Transaction = backend.db) =>
  enqueueAgain(db, new AbortController().signal)
async function makeAll() {
  await enqueued()
  backend.jobs.wake()
  await waitFor(async () => expect(await backend.db.$count(jobs)).toBe(0))
}
const listIcons = async (id: string) =>
  packIconsSchema.parse((await backend.get(`/icon/${id}/icons`)).data)
const ask = (url: string | undefined) => backend.app.request(url ?? '')
const cachingOf = (answer: Response) => answer.headers.get('cache-control')
const IMMUTABLE = 'public, max-age=31536000, immutable'

describe('drawings of a former sanitiser', () => {
  it('are made again, once, under new addresses; the pages that show them expire', async () => {
    const { id, fileId } = await addFormer()
    const { db, storage } = backend
    const before = await listIcons(id)
    expect(await (await ask(before.items[0]?.url)).text()).toContain('red')
    await db.execute(sql`DELETE FROM changes`)
    await makeAll()
    const after = await listIcons(id)
    expect(after.items.map(({ tone }) => tone)).toEqual(['mono', 'mono'])
    for (const [at, icon] of after.items.entries()) {
      expect(icon.url).not.toBe(before.items[at]?.url)
      const answer = await ask(icon.url)
      expect(await answer.text()).not.toContain('red')
      expect(cachingOf(answer)).toBe(IMMUTABLE)
    }
    const { rows } = await db.execute(sql`SELECT project_id FROM changes`)
    expect(rows).toEqual([{ project_id: id }])
    // A request may be reading them: the sweep removes them.
    expect(await storage.size(`former-${fileId}`)).not.toBeNull()
    await enqueued()
    expect(await db.$count(jobs)).toBe(0)
  })

  it('are answered with the new ones at their former addresses, which caches do not keep', async () => {
    const { id } = await addFormer()
    const before = await listIcons(id)
    const [sheet] = before.sheets ?? []
    await backend.db.update(files).set({
      sheets: sql`jsonb_set(${files.sheets}, '{0,hash}', '"0123456789abcdef"')`,
    })
    const [former] = (await listIcons(id)).sheets ?? []
    await makeAll()
    const [made] = (await listIcons(id)).sheets ?? []
    expect(made?.url).toBe(sheet?.url)
    for (const url of [before.items[0]?.url, former?.url]) {
      const answer = await ask(url)
      expect(answer.status).toBe(200)
      expect(await answer.text()).toContain('M0 0h9v9z')
      expect(cachingOf(answer)).toBe('public, max-age=300')
    }
    expect((await headOnly(ask(former?.url.replace('/0-', '/120-')))).status).toBe(404)
  })

  it('are made again in the order of the views of their projects, after all other work', async () => {
    const { db } = backend
    const packs = [await addFormer('Few'), await addFormer('Many'), await addFormer('None')]
    const views = [3, 5_000, 0]
    for (const [at, { id }] of packs.entries()) {
      await db
        .update(projects)
        .set({ views: views[at] ?? 0 })
        .where(eq(projects.id, id))
    }
    const claimed: string[] = []
    // The backend runs no job of an open transaction.
    await db.transaction(async (tx) => {
      await enqueued(tx)
      await tx
        .insert(jobs)
        .values({ id: 'upload', name: 'drawings', subject: 'x', priority: 0, dueAt: sql`now()` })
      for (let count = 0; count < 4; count += 1) {
        const job = await claim(tx, { names: ['drawings', AGAIN_JOB] })
        claimed.push(job?.subject ?? '')
      }
      await tx.delete(jobs)
    })
    const [few, many, none] = packs.map(({ fileId }) => fileId)
    expect(claimed).toEqual(['x', many, few, none])
  })

  it('are made again without using the budget of their owner', async () => {
    await addFormer()
    await backend.db.transaction(async (tx) => {
      await enqueued(tx)
      const job = await claim(tx, { names: [AGAIN_JOB] })
      expect(job?.payer).toBe('drawings again')
      await tx.delete(jobs)
    })
  })

  it('are made again where the project is hidden, and nothing tells of it', async () => {
    const { id, fileId } = await addFormer()
    const { db } = backend
    await db.update(projects).set({ hiddenAt: new Date() }).where(eq(projects.id, id))
    await db.execute(sql`DELETE FROM changes`)
    await makeAll()
    const [file] = await db.select().from(files).where(eq(files.id, fileId))
    expect(file?.drawingsVersion).toBe(SANITISER_VERSION)
    const { rows } = await db.execute(sql`SELECT project_id FROM changes`)
    expect(rows).toEqual([])
  })

  it('stay if they cannot be made, and are not tried at each start', async () => {
    const { id, fileId } = await addFormer()
    await againHandler(backend).giveUp?.(fileId)
    expect(await (await ask((await listIcons(id)).items[0]?.url)).text()).toContain('red')
    await enqueued()
    expect(await backend.db.$count(jobs)).toBe(0)
  })

  it('are refused if they cost too much', async () => {
    const { fileId } = await addFormer()
    const { db, workers } = backend
    const run = workers.run.bind(workers)
    vi.spyOn(workers, 'run').mockImplementation(async (payer, name, input, options) => {
      const { data } = drawingsInputSchema.safeParse(input)
      if (!data || data.drawings.length < 2) return run(payer, name, input, options)
      throw new WorkerError('time')
    })
    await makeAll()
    const rows = await db
      .select()
      .from(fileDrawings)
      .where(eq(fileDrawings.fileId, fileId))
      .orderBy(asc(fileDrawings.name))
    expect(rows.map(({ refused }) => refused)).toEqual(['too_slow', null])
  })

  it('that an unfinished job of the release before began are made again when it is done', async () => {
    const { fileId } = await addFormer()
    const { db, storage } = backend
    await storage.write('part', Buffer.from(FORMER))
    await db.execute(sql`
      INSERT INTO drawing_parts (file_id, first, until, key, size, cpu_ms, rows, sheets)
      VALUES (${fileId}, 0, 1, 'part', ${FORMER.length}, 1,
        ${JSON.stringify([{ name: 'moon', offset: 0, size: FORMER.length, refused: null, tone: 'any' }])}::jsonb, '[]')`)
    const [file] = await db.select().from(files).where(eq(files.id, fileId))
    expect(file?.drawingsVersion).toBe(0)
    await makeAll()
    const [half] = await db.select().from(files).where(eq(files.id, fileId))
    expect(half?.drawingsVersion).toBe(0)
    await makeAll()
    const [whole] = await db.select().from(files).where(eq(files.id, fileId))
    expect(whole?.drawingsVersion).toBe(SANITISER_VERSION)
  })

  it('are not waited for by jobs of releases before, which are gone', async () => {
    const { db } = backend
    for (const name of ['tones', 'drawings-again']) {
      await db
        .insert(jobs)
        .values({ id: name, name, subject: 'x', priority: 10, dueAt: new Date() })
    }
    await enqueued()
    expect(await db.$count(jobs)).toBe(0)
  })
})
