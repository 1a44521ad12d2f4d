import { eq } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { projects } from '#backend/db/tables.ts'
import { fillDemo, type FillProgress } from '#demo/fill.ts'
import { popularSchema } from '#lib/contract/list.ts'
import { versionsSchema } from '#lib/contract/publish.ts'
import type { DemoRecipe } from '#demo/types.ts'
import { testBackend } from '#tests/support/backend.ts'
import { buildDemoProject } from '#tests/support/builders.ts'

const backend = await testBackend()
beforeEach(() => backend.empty())

const recipe = (title: string): DemoRecipe => ({
  title,
  build: async () =>
    buildDemoProject({ title, file: { name: 'a.iconpack', bytes: Buffer.from('PK') } }),
})
const RECIPES = ['One', 'Two', 'Three'].map(recipe)

type Options = { signal?: AbortSignal; onTitle?: (title: string) => void }
async function fill(recipes = RECIPES, { signal, onTitle }: Options = {}) {
  const progress: FillProgress[] = []
  const { db, storage, workers } = backend
  const onProgress = (step: FillProgress) => {
    progress.push(step)
    onTitle?.(step.what)
  }
  await fillDemo({ db, storage, workers, recipes, onProgress, ...(signal && { signal }) })
  return progress
}
const titles = async () =>
  (await backend.db.select({ title: projects.title }).from(projects))
    .map(({ title }) => title)
    .toSorted()

it('an empty catalogue is filled, with progress to the end', async () => {
  expect(await fill()).toEqual([
    { done: 0, total: 3, what: 'One' },
    { done: 1, total: 3, what: 'Two' },
    { done: 2, total: 3, what: 'Three' },
    { done: 3, total: 3, what: '' },
  ])
  expect(await titles()).toEqual(['One', 'Three', 'Two'])
})

it('a failure leaves no partial project, and the next start continues', async () => {
  const broken = {
    title: 'Two',
    build: async () => ({
      ...buildDemoProject({ title: 'Two' }),
      minimum_version: 'not a version',
    }),
  }
  await expect(fill([recipe('One'), broken, recipe('Three')])).rejects.toThrow(
    /insert into "projects"/,
  )
  expect(await titles()).toEqual(['One'])
  expect((await fill()).map(({ what }) => what)).toEqual(['Two', 'Three', ''])
  expect(await titles()).toEqual(['One', 'Three', 'Two'])
})

it('a project comes with its earlier versions, and is marked as demo', async () => {
  const earlier = {
    version: '0.9.0',
    notes: 'First version.',
    created_at: '2026-01-01T00:00:00.000Z',
    file: { name: 'old.iconpack', bytes: Buffer.from('PK old') },
  }
  const id = await backend.add({
    version: '1.0.0',
    notes: 'New: sun.',
    file: { name: 'a.iconpack', bytes: Buffer.from('PK') },
    earlier: [earlier],
  })
  const { data } = await backend.get(`/icon/${id}/versions`)
  expect(versionsSchema.parse(data).items).toMatchObject([
    { version: '1.0.0', notes: 'New: sun.', file: { name: 'a.iconpack' } },
    {
      version: '0.9.0',
      notes: 'First version.',
      created_at: earlier.created_at,
      file: { name: 'old.iconpack', size: 6 },
    },
  ])
  expect((await backend.get(`/icon/${id}`)).data).toMatchObject({ version: '1.0.0', demo: true })
})

it('popular are projects with many events per day, not those that were updated last', async () => {
  const counted = { views: 0, installs: 0, counted_until: '2026-11-01T00:00:00.000Z' }
  const old = { created_at: '2025-06-01T00:00:00.000Z', updated_at: '2025-07-01T00:00:00.000Z' }
  const fresh = { created_at: '2026-10-20T00:00:00.000Z', updated_at: '2026-10-31T00:00:00.000Z' }
  await backend.add({ title: 'Few and new', ...counted, ...fresh, downloads: 40 })
  await backend.add({ title: 'Many and old', ...counted, ...old, downloads: 9000 })
  await backend.add({ title: 'Many and new', ...counted, ...fresh, downloads: 4000 })
  const { data } = await backend.get('/index/popular?kind=icon')
  expect(popularSchema.parse(data).items.map(({ title }) => title)).toEqual([
    'Many and new',
    'Many and old',
    'Few and new',
  ])
})

it('a stop takes effect between two projects', async () => {
  const stop = new AbortController()
  await fill(RECIPES, { signal: stop.signal, onTitle: (title) => title === 'Two' && stop.abort() })
  expect(await titles()).toEqual(['One', 'Two'])
  await fill()
  expect(await titles()).toEqual(['One', 'Three', 'Two'])
})

it('two projects are built at a time, and each is imported in its turn', async () => {
  let running = 0
  const most: number[] = []
  const slow = RECIPES.map(({ title, build }) => ({
    title,
    build: async () => {
      most.push((running += 1))
      const project = await build()
      await new Promise(setImmediate)
      running -= 1
      return project
    },
  }))
  expect((await fill(slow)).map(({ what }) => what)).toEqual(['One', 'Two', 'Three', ''])
  expect(Math.max(...most)).toBe(2)
})

it('projects deleted from a filled catalogue stay deleted', async () => {
  await fill()
  await backend.db.delete(projects).where(eq(projects.title, 'Two'))
  expect(await fill()).toEqual([])
  expect(await titles()).toEqual(['One', 'Three'])
})

it('a catalogue with published projects stays unchanged', async () => {
  await backend.add({ title: 'Theirs' })
  await backend.db.update(projects).set({ demoKey: null })
  expect(await fill()).toEqual([])
  expect(await titles()).toEqual(['Theirs'])
})
