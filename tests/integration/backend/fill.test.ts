import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { projects } from '#backend/db/schema.ts'
import { fillDemo, type Progress } from '#backend/demo/fill.ts'
import type { DemoRecipe } from '#backend/demo/types.ts'
import { aDemoProject, startTestBackend, type TestBackend } from '#tests/support/backend.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await startTestBackend()
})
afterAll(() => backend.stop())
beforeEach(() => backend.empty())

const recipe = (title: string): DemoRecipe => ({
  title,
  build: async () =>
    aDemoProject({ title, file: { name: 'a.iconpack', bytes: Buffer.from('PK') } }),
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

it('what failed in the middle leaves no half project, and the next start goes on', async () => {
  const broken = {
    title: 'Two',
    build: async () => ({ ...aDemoProject({ title: 'Two' }), minimum_version: 'not a version' }),
  }
  await expect(fill([recipe('One'), broken, recipe('Three')])).rejects.toThrow(
    /insert into "projects"/,
  )
  expect(await titles()).toEqual(['One'])
  expect((await fill()).map(({ what }) => what)).toEqual(['Two', 'Three', ''])
  expect(await titles()).toEqual(['One', 'Three', 'Two'])
})

it('a stop in the middle is heard between two projects', async () => {
  const stop = new AbortController()
  const last = {
    ...recipe('Two'),
    build: async () => (stop.abort(), aDemoProject({ title: 'Two' })),
  }
  await fill([recipe('One'), last, recipe('Three')], stop.signal)
  expect(await titles()).toEqual(['One', 'Two'])
  await fill()
  expect(await titles()).toEqual(['One', 'Three', 'Two'])
})

it('what is deleted from a filled catalogue stays deleted', async () => {
  await fill()
  await backend.db.delete(projects).where(eq(projects.title, 'Two'))
  expect(await fill()).toEqual([])
  expect(await titles()).toEqual(['One', 'Three'])
})

it('a catalogue of other people’s projects is left alone', async () => {
  await backend.add({ title: 'Theirs' })
  await backend.db.update(projects).set({ demoKey: null })
  expect(await fill()).toEqual([])
  expect(await titles()).toEqual(['Theirs'])
})
