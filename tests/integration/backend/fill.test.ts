import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { projects } from '#backend/db/schema.ts'
import { fillDemo, type Progress } from '#demo/fill.ts'
import type { DemoRecipe } from '#demo/types.ts'
import { startTestBackend, type TestBackend } from '#tests/support/backend.ts'
import { buildDemoProject } from '#tests/support/builders.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await startTestBackend()
})
afterAll(() => backend.stop())
beforeEach(() => backend.empty())

const recipe = (title: string): DemoRecipe => ({
  title,
  build: async () =>
    buildDemoProject({ title, file: { name: 'a.iconpack', bytes: Buffer.from('PK') } }),
})
const RECIPES = ['One', 'Two', 'Three'].map(recipe)

async function fill(recipes = RECIPES, signal?: AbortSignal) {
  const progress: Progress[] = []
  const { db, storage, workers } = backend
  const onProgress = (step: Progress) => progress.push(step)
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

it('a stop takes effect between two projects', async () => {
  const stop = new AbortController()
  const last = {
    ...recipe('Two'),
    build: async () => (stop.abort(), buildDemoProject({ title: 'Two' })),
  }
  await fill([recipe('One'), last, recipe('Three')], stop.signal)
  expect(await titles()).toEqual(['One', 'Two'])
  await fill()
  expect(await titles()).toEqual(['One', 'Three', 'Two'])
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
