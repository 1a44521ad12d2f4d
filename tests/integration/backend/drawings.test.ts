import { randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { packIconsSchema } from '#lib/contract/search.ts'
import { fileContentsSchema } from '#lib/contract/file/file-contents.ts'
import { fileStateSchema, uploadedFileSchema } from '#lib/contract/publish.ts'
import { WorkerError } from '#lib/worker/error.ts'
import { fileDrawings, fileIcons, files, jobs } from '#backend/db/tables.ts'
import { zip } from '#demo/archive.ts'
import { DRAWINGS_JOB, enqueueMissing } from '#backend/services/drawing/job.ts'
import { giveUpDrawings, makeDrawings } from '#backend/services/drawing/make-drawings.ts'
import { drawingOf } from '#tests/support/hostile/drawings.ts'
import { clientOf, registered } from '#tests/support/accounts.ts'
import { drawingsInputSchema } from '#backend/services/drawing/messages.ts'
import { testBackend } from '#tests/support/backend.ts'
import {
  projectInput,
  storedFiles,
  NO_FILES,
  untilReady,
  upload,
} from '#tests/support/publishing.ts'
import { headOnly } from '#tests/support/head.ts'
import { waitFor } from '#tests/support/wait.ts'

const backend = await testBackend()
beforeEach(() => backend.empty())

const SQUARE = drawingOf('<path d="M0 0h9v9z"/>', 'viewBox="0 0 9 9"')
/** A drawing whose motion is lost. */
const MOVING = drawingOf(
  '<path d="M0 0h9v9z"><animate attributeName="opacity" from="1" to="0" dur="1s"/></path>',
  'viewBox="0 0 9 9"',
)
/** 7 kB that used to take 21.8 s of processor time, and 160 kB that never ended. */
const cubic = (count: number) =>
  drawingOf(`<style>${'.a{fill:#00f}'.repeat(count)}</style>${'<g class="a"/>'.repeat(count)}`)
const HARM = {
  small: cubic(260),
  large: cubic(5_000),
  entities: `<!DOCTYPE svg [${Array.from({ length: 101 }, (_, at) => `<!ENTITY a${at} "b">`).join('')}]>${SQUARE}`,
}

const pack = (drawings: Record<string, string | Buffer>) =>
  zip(Object.entries(drawings).map(([name, content]) => ({ path: `icons/${name}.svg`, content })))
const add = async (drawings: Record<string, string | Buffer>) =>
  backend.add({ file: { name: 'pack.iconpack', bytes: await pack(drawings) } })
async function iconsOf(id: string) {
  return packIconsSchema.parse((await backend.get(`/icon/${id}/icons`)).data).items
}
const ask = (url: string | undefined) => backend.app.request(url ?? '')

describe('a stored pack', () => {
  it('is sanitised once: its drawings are immutable ranges of one object', async () => {
    const id = await add({ sun: SQUARE, moon: SQUARE })
    const [sun] = await iconsOf(id)
    const answer = await ask(sun?.url)
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(await answer.text()).toBe(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>',
    )
    const run = vi.spyOn(backend.workers, 'run')
    await Promise.all(Array.from({ length: 20 }, () => ask(sun?.url)))
    expect(run).not.toHaveBeenCalled()
  })

  it('has a placeholder for each refused drawing, and lists the reason', async () => {
    const id = await add({ ...HARM, sun: SQUARE, broken: '<svg', text: 'no drawing' })
    const icons = await iconsOf(id)
    expect(Object.fromEntries(icons.map(({ name, refused }) => [name, refused ?? null]))).toEqual({
      small: 'too_complex',
      large: 'too_many_elements',
      entities: 'entities',
      sun: null,
      broken: 'not_svg',
      text: 'not_svg',
    })
    const answer = await ask(icons[0]?.url)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).not.toContain('immutable')
    expect(await answer.text()).toContain('<rect')
  })

  it('names what its drawings lack', async () => {
    const icons = await iconsOf(await add({ sun: SQUARE, moving: MOVING }))
    expect(icons.map(({ name, simplified }) => [name, simplified])).toEqual([
      ['sun', undefined],
      ['moving', ['animation']],
    ])
  })

  it('has uncached placeholders until it is ready, then its drawings', async () => {
    const id = await add({ sun: SQUARE })
    const { db } = backend
    await db.delete(fileDrawings)
    await db.update(files).set({ drawings: null, drawingsKey: null })
    await db.delete(fileIcons)
    expect(await iconsOf(id)).toEqual([])
    await enqueueMissing(db, new AbortController().signal)
    backend.jobs.wake()
    await waitFor(async () => expect((await iconsOf(id))[0]?.name).toBe('sun'))
    const [sun] = await iconsOf(id)
    await waitFor(async () => expect(await (await ask(sun?.url)).text()).toContain('M0 0h9'))
    expect((await backend.get('/index/icons?q=sun')).data).toMatchObject({ total: 1 })
    await db.update(files).set({ drawings: 'waiting' })
    const answer = await headOnly(ask(sun?.url))
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  it(
    'leaves no object behind if it is converted twice, deleted meanwhile, or given up',
    { tags: 'long' },
    async () => {
      await add({ sun: SQUARE })
      const { db, storage, workers } = backend
      const [file] = await db.select().from(files).where(eq(files.purpose, 'project'))
      const before = await storedFiles(backend)
      await db
        .update(files)
        .set({ drawings: 'waiting' })
        .where(eq(files.id, file?.id ?? ''))
      await db.delete(fileDrawings)
      const other = makeDrawings({ db, storage, workers }, file?.id ?? '')
      await Promise.all([other, makeDrawings({ db, storage, workers }, file?.id ?? '')])
      const after = await storedFiles(backend)
      // The first object has no row any more, since the test reset the file.
      expect(after.objects).toHaveLength(before.objects.length + 1)
      await db
        .update(files)
        .set({ drawings: 'waiting' })
        .where(eq(files.id, file?.id ?? ''))
      await db.delete(fileDrawings)
      await giveUpDrawings({ db, storage, workers }, file?.id ?? '')
      expect(await db.select().from(fileDrawings)).toMatchObject([
        { name: 'sun', refused: 'unreadable' },
      ])
    },
  )

  it('refuses only the drawing whose worker is killed', async () => {
    const { workers } = backend
    const run = workers.run.bind(workers)
    const dies = Buffer.from('dies')
    vi.spyOn(workers, 'run').mockImplementation(async (payer, name, input, options) => {
      const { data } = drawingsInputSchema.safeParse(input)
      const at = data?.drawings.findIndex(({ size }) => size === dies.length) ?? -1
      if (!data || at < 0) return run(payer, name, input, options)
      if (at > 0) await run(payer, name, { ...data, drawings: data.drawings.slice(0, at) }, options)
      throw new WorkerError('memory')
    })
    const icons = await iconsOf(await add({ sun: SQUARE, dies, moon: SQUARE }))
    expect(icons.map(({ refused }) => refused)).toEqual([undefined, 'too_slow', undefined])
  })
})

describe('an upload', () => {
  it('responds before its drawings are sanitised; only its owner sees the progress', async () => {
    const token = await registered(backend)
    const other = await registered(backend, { username: 'evening', email: 'eve@example.com' })
    const sent = await upload(backend, token, { bytes: await pack({ sun: SQUARE }) })
    const { id, state } = uploadedFileSchema.parse(sent.data)
    expect(state).toBe('working')
    await untilReady(backend, token, id)
    const { ask: asking } = clientOf(backend)
    expect((await asking(`/file/${id}/state`, { token })).data).toMatchObject({ state: 'ready' })
    expect((await asking(`/file/${id}/state`, { token: other })).code).toBe(404)
    expect((await asking(`/file/${id}/state`)).code).toBe(401)
  })

  it(
    'tells its owner which drawings are not shown as they are, and why, when it is ready',
    { tags: 'long' },
    async () => {
      const token = await registered(backend)
      const many = Object.fromEntries(Array.from({ length: 120 }, (_, at) => [`z${at}`, MOVING]))
      const bytes = await pack({ sun: SQUARE, text: 'no drawing', moving: MOVING, ...many })
      const { id } = uploadedFileSchema.parse((await upload(backend, token, { bytes })).data)
      await untilReady(backend, token, id)
      const { ask: asking } = clientOf(backend)
      const { marked } = fileStateSchema.parse((await asking(`/file/${id}/state`, { token })).data)
      expect(marked).toMatchObject({ total: 123, refused: 1, simplified: 121 })
      expect(marked?.first).toHaveLength(100)
      expect(marked?.first.slice(0, 2)).toEqual([
        { name: 'moving', refused: null, simplified: ['animation'] },
        { name: 'text', refused: 'not_svg', simplified: [] },
      ])
      const listed = await asking(`/file/${id}/contents`, { token })
      expect(fileContentsSchema.parse(listed.data).icons.items).toContainEqual(
        expect.objectContaining({ name: 'moving', simplified: ['animation'] }),
      )
      const plain = await upload(backend, token, { bytes: await pack({ sun: SQUARE }) })
      const other = uploadedFileSchema.parse(plain.data).id
      await untilReady(backend, token, other)
      const state = await asking(`/file/${other}/state`, { token })
      expect(fileStateSchema.parse(state.data).marked).toBeUndefined()
    },
  )

  it('cannot be published before it is ready: 409 with a reason; the same request works later', async () => {
    const token = await registered(backend)
    const input = await projectInput(backend, token)
    const { db } = backend
    const { ask: asking } = clientOf(backend)
    await db.update(files).set({ drawings: 'waiting' }).where(eq(files.purpose, 'project'))
    const publish = () => asking('/icon', { method: 'POST', body: input, token })
    expect(await publish()).toMatchObject({ code: 409, reason: 'not_ready' })
    await db.update(files).set({ drawings: 'ready' }).where(eq(files.purpose, 'project'))
    expect(await publish()).toMatchObject({ code: 200 })
  })

  it('of a deleted account leaves neither drawings nor files', async () => {
    const token = await registered(backend)
    const sent = await upload(backend, token, { bytes: await pack({ sun: SQUARE }) })
    await untilReady(backend, token, uploadedFileSchema.parse(sent.data).id)
    expect((await storedFiles(backend)).objects.length).toBeGreaterThanOrEqual(2)
    const proof = { username: 'ada_lovelace', password: 'engine-1843' }
    const gone = await clientOf(backend).post('/account/delete', proof, token)
    expect(gone.code).toBe(200)
    expect(await backend.db.$count(fileDrawings)).toBe(0)
    expect((await storedFiles(backend)).rows).toBe(NO_FILES.rows)
  })

  it('of the most expensive drawings does not block the backend', async () => {
    const token = await registered(backend)
    const worst = Object.fromEntries(
      Array.from({ length: 10 }, (_, at) => [`w${at}`, cubic(4_000 + at)]),
    )
    const before = process.cpuUsage()
    const sent = await upload(backend, token, { bytes: await pack(worst) })
    const { id } = uploadedFileSchema.parse(sent.data)
    expect((await headOnly(backend.app.request('/livez'))).status).toBe(200)
    await untilReady(backend, token, id)
    const { user, system } = process.cpuUsage(before)
    // The drawings are converted in worker processes; this one only passes bytes on.
    expect((user + system) / 1000).toBeLessThan(10_000)
    expect(await backend.db.$count(fileDrawings, sql`refused IS NOT NULL`)).toBe(10)
  })

  it('of an archive that is too expensive is rejected and leaves nothing', async () => {
    const token = await registered(backend)
    const bomb = await zip(
      Array.from({ length: 20 }, (_, at) => ({
        path: `x${at}`,
        content: Buffer.alloc(1024 * 1024),
      })),
    )
    expect(await upload(backend, token, { bytes: bomb })).toMatchObject({
      code: 400,
      reason: 'bad_archive',
    })
    vi.spyOn(backend.workers, 'run').mockRejectedValue(new WorkerError('time'))
    const whole = { bytes: await zip([{ path: 'x', content: randomBytes(1000) }]) }
    expect(await upload(backend, token, whole)).toMatchObject({ code: 400, reason: 'bad_archive' })
    vi.spyOn(backend.workers, 'run').mockRejectedValue(new WorkerError('busy'))
    expect(await upload(backend, token, whole)).toMatchObject({ code: 503 })
    expect(await backend.db.$count(files)).toBe(0)
    expect(await backend.db.$count(jobs, eq(jobs.name, DRAWINGS_JOB))).toBe(0)
  })
})
