import { asc, eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { WorkerError } from '#lib/worker/error.ts'
import { zip } from '#demo/archive.ts'
import { drawingParts, fileDrawings, files, jobs } from '#backend/db/tables.ts'
import { sweepParts } from '#backend/services/drawing/made.ts'
import { makeDrawings } from '#backend/services/drawing/make-drawings.ts'
import { drawingsInputSchema } from '#backend/services/drawing/messages.ts'
import { ObjectMissingError } from '#backend/storage/error.ts'
import { deleteFiles } from '#backend/services/file/delete.ts'
import { testBackend } from '#tests/support/backend.ts'
import { drawingOf } from '#tests/support/hostile/drawings.ts'
import { storedFiles } from '#tests/support/publishing.ts'
import { waitFor } from '#tests/support/wait.ts'

const backend = await testBackend()
beforeEach(() => backend.empty())

const ICONS = 250
const iconOf = (at: number) => drawingOf(`<path d="M0 0h${at}v9z"/>`, 'viewBox="0 0 9 9"')

/** A pack whose drawings are not made yet. @returns the id of its file. */
async function addWaiting(count = ICONS) {
  const icons = Array.from({ length: count }, (_, at) => at)
  const entries = icons.map((at) => ({ path: `icons/i${at}.svg`, content: iconOf(at) }))
  await backend.add({ file: { name: 'pack.iconpack', bytes: await zip(entries) } })
  const [file] = await backend.db.select().from(files).where(eq(files.purpose, 'project'))
  const made = await result()
  await backend.storage.remove(file?.drawingsKey ?? '')
  await backend.db.update(files).set({ drawings: 'waiting', drawingsKey: null, sheets: null })
  await backend.db.delete(fileDrawings)
  return { id: file?.id ?? '', made }
}
/** What is stored of the drawings: rows, sheets and the SHA-256 of nothing but their bytes. */
async function result() {
  const { db, storage } = backend
  const [file] = await db.select().from(files).where(eq(files.purpose, 'project'))
  const rows = await db.select().from(fileDrawings).orderBy(asc(fileDrawings.name))
  const size = await storage.size(file?.drawingsKey ?? '')
  const range = { start: 0, end: (size ?? 0) - 1 }
  const bytes = size === null ? null : await storage.readBytes(file?.drawingsKey ?? '', range)
  return { rows, sheets: file?.sheets, bytes: bytes?.toString() }
}
/** A turn that is over after one task of the workers. */
function shortTurn() {
  const spent: number[] = []
  return {
    leftMs: () => (spent.length > 0 ? 0 : 1_000),
    spend: ({ cpuMs }: { cpuMs: number }) => void spent.push(cpuMs),
  }
}
const make = (id: string, options = {}) =>
  makeDrawings(backend, id, { slice: shortTurn(), ...options })
/** Drawings that workers were given from now on, as often as they were. */
function countWork() {
  const seen: number[] = []
  const run = backend.workers.run.bind(backend.workers)
  vi.spyOn(backend.workers, 'run').mockImplementation((payer, name, input, options) => {
    const given = drawingsInputSchema.safeParse(input).data?.drawings.length
    if (given !== undefined) seen.push(given)
    return run(payer, name, input, options)
  })
  return seen
}

/** The first two tasks that workers are given start when both are there: one alone could end before the other is asked for. */
function startTogether() {
  const run = backend.workers.run.bind(backend.workers)
  const both = Promise.withResolvers<void>()
  let asked = 0
  vi.spyOn(backend.workers, 'run').mockImplementation(async (...task) => {
    asked += 1
    if (asked === 2) both.resolve()
    await both.promise
    return run(...task)
  })
}

describe('the drawings of a pack that takes several turns', () => {
  it('are the same as those of one turn, and none is made twice', async () => {
    const { id, made } = await addWaiting()
    const seen = countWork()
    const parts: number[] = []
    while ((await make(id)) === 'unfinished') parts.push(await backend.db.$count(drawingParts))
    expect(seen).toEqual([100, 100, 50])
    // Three batches and three sheets, of which the last completes it.
    expect(parts).toEqual([1, 2, 3, 4, 5])
    expect(await result()).toEqual(made)
    expect(made.sheets).toHaveLength(3)
    expect(await backend.db.$count(drawingParts)).toBe(0)
    // The archive, its drawings, a cover and its derived pictures.
    const { objects } = await storedFiles(backend)
    const known = await backend.db.$count(sql`derived_pictures`)
    expect(objects.filter((name) => name !== '.database-id')).toHaveLength(
      (await backend.db.$count(files)) + known + 1,
    )
  })

  it('are kept when a turn is interrupted, and the next one goes on', async () => {
    const { id, made } = await addWaiting()
    const stopping = new AbortController()
    const interrupted = makeDrawings(backend, id, {
      slice: { leftMs: () => 1_000, spend: () => undefined },
      signal: stopping.signal,
      progress: async () => stopping.abort(),
    })
    await expect(interrupted).rejects.toThrow(/abort/i)
    const seen = countWork()
    expect(await makeDrawings(backend, id)).toBeUndefined()
    expect(seen).toEqual([100, 50])
    expect(await result()).toEqual(made)
  })

  it(
    'are made by one of two workers that have the same turn; the part of the other one goes',
    { tags: 'long' },
    async () => {
      const { id, made } = await addWaiting()
      startTogether()
      await Promise.all([make(id), make(id)])
      expect(await backend.db.$count(drawingParts)).toBe(1)
      while ((await make(id)) === 'unfinished');
      expect(await result()).toEqual(made)
    },
  )

  it('are made again where a part is missing', async () => {
    const { id, made } = await addWaiting()
    await make(id)
    await make(id)
    const [part] = await backend.db.select().from(drawingParts)
    await backend.storage.remove(part?.key ?? '')
    await expect(makeDrawings(backend, id)).rejects.toBeInstanceOf(ObjectMissingError)
    await makeDrawings(backend, id)
    expect(await result()).toEqual(made)
  })

  it('are refused beyond the processor time of a file, and cost nothing then', async () => {
    const { id } = await addWaiting()
    await make(id)
    await backend.db.update(drawingParts).set({ cpuMs: 600_000 })
    const run = vi.spyOn(backend.workers, 'run')
    await makeDrawings(backend, id)
    expect(run).not.toHaveBeenCalled()
    const { rows } = await result()
    const slow = rows.filter(({ refused }) => refused === 'too_slow')
    expect([rows.length, slow.length]).toEqual([ICONS, 150])
  })

  it('leave no part behind when the file is deleted, or was finished by the release before', async () => {
    const { id } = await addWaiting()
    await make(id)
    const [part] = await backend.db.select().from(drawingParts)
    const { db, storage } = backend
    const isStored = async () => (await storage.size(part?.key ?? '')) !== null
    await db.insert(jobs).values({
      id: 'j',
      name: 'drawings',
      subject: id,
      priority: 0,
      dueAt: new Date('2100-01-01'),
    })
    await sweepParts({ db, storage })
    expect(await isStored()).toBe(true)
    expect(await deleteFiles(db, [id], sql`false`)).toEqual([])
    await db.delete(jobs)
    await sweepParts({ db, storage })
    expect(await isStored()).toBe(false)
    await make(id)
    const [other] = await db.select().from(drawingParts)
    await db.execute(sql`UPDATE projects SET file_id = NULL`)
    await db.execute(sql`UPDATE versions SET file_id = NULL`)
    expect(await deleteFiles(db, [id])).toContain(other?.key)
  })
})

describe('a busy machine', () => {
  it('refuses no drawing: the job is tried again without end, and what was made is kept', async () => {
    const { id, made } = await addWaiting(120)
    const { db, workers } = backend
    const run = workers.run.bind(workers)
    let stalled = 0
    vi.spyOn(workers, 'run').mockImplementation(async (payer, name, input, options) => {
      const { data } = drawingsInputSchema.safeParse(input)
      if (!data || stalled === 12) return run(payer, name, input, options)
      stalled += 1
      // Half of a batch is done when its process stops.
      if (stalled === 1)
        await run(payer, name, { ...data, drawings: data.drawings.slice(0, 50) }, options)
      throw new WorkerError('stalled')
    })
    await db
      .insert(jobs)
      .values({ id: 'j', name: 'drawings', subject: id, priority: 0, dueAt: new Date() })
    await waitFor(async () => {
      await db.execute(sql`UPDATE jobs SET due_at = now()`)
      backend.jobs.wake()
      expect(await db.$count(jobs)).toBe(0)
    })
    expect(stalled).toBe(12)
    expect(await result()).toEqual(made)
  })
})
