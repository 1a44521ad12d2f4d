import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { followChanges } from '#lib/cache/follow.ts'
import { expireEverything, follower, isExpired, position } from '#lib/cache/state.ts'
import { tags } from '#lib/cache/tags.ts'
import { aProject } from '#tests/support/builders.ts'
import { answer, FAULTS } from '#tests/support/faulty-backend.ts'
import { startForeignBackend } from '#tests/support/foreign-backend.ts'

const SECRET = 'what-the-processes-share'
const project = aProject()
const change = { kind: 'icon', id: project.id, author: 'Ada', is_new: false } as const

let backend: Awaited<ReturnType<typeof startForeignBackend>>
let stopping: AbortController
let now = 0
let following: Promise<void>
beforeEach(async () => {
  backend = await startForeignBackend({ changes: true })
  stopping = new AbortController()
  now = 0
})
afterEach(async () => {
  stopping.abort()
  await following
  await backend.stop()
})

function follow(everyMs = 5, faults?: Parameters<typeof followChanges>[0]['faults']) {
  const { url: backendUrl } = backend
  const { signal } = stopping
  const options = { backendUrl, secret: SECRET, signal, everyMs, elapsed: () => now }
  following = followChanges({ ...options, ...(faults && { faults }) })
}
const asked = () => backend.requests.filter(({ url }) => url.includes('/index/changes')).length
/** Whether what began at `began` was expired by what the backend told. */
const shows = (began: number) => [
  isExpired([tags.project('icon', project.id)], began),
  isExpired([tags.catalogue], began),
]

it('expires what shows a project that changed, and nothing else', async () => {
  follow()
  await vi.waitFor(() => expect(follower()).toBeDefined())
  const began = position()
  backend.note(project)
  await vi.waitFor(() => expect(shows(began)).toEqual([true, false]))
  expect(isExpired([tags.list('plugin'), tags.project('icon', 'another')], began)).toBe(false)
  const settled = position()
  const before = asked()
  await vi.waitFor(() => expect(asked()).toBeGreaterThan(before + 3))
  expect(position(), 'each change counts once').toBe(settled)
  expect(backend.requests.at(-1)?.headers['x-internal-secret']).toBe(SECRET)
})

it('tells that the backend fails, and that it answers again', async () => {
  const told: string[] = []
  follow(5, {
    failed: (part, error) => told.push(`${part} failed: ${String(error)}`),
    works: (part) => told.push(`${part} works`),
  })
  await vi.waitFor(() => expect(told).toContain('backend works'))
  backend.behave(FAULTS['says 500'])
  await vi.waitFor(() => expect(told.at(-1)).toBe('backend failed: Error: code 500'))
  backend.behave((_, res) => answer(res, 200, { position: 7, items: [] }))
  await vi.waitFor(() => expect(told.at(-1)).toBe('backend works'))
})

it('misses nothing that changed while the backend was away', async () => {
  follow()
  await vi.waitFor(() => expect(follower()).toBeDefined())
  const began = position()
  backend.behave(FAULTS['says 500'])
  const before = asked()
  await vi.waitFor(() => expect(asked()).toBeGreaterThan(before + 2))
  backend.behave((_, res) => answer(res, 200, { position: 7, items: [change] }))
  await vi.waitFor(() => expect(shows(began)).toEqual([true, false]))
})

it.each([
  ['the backend has another history', () => undefined, { is_reset: true }],
  ['the backend was away for longer than it keeps changes', () => (now += 3_000_000), {}],
])('expires everything when %s', async (_when, happen, said) => {
  follow()
  await vi.waitFor(() => expect(follower()).toBeDefined())
  const began = position()
  happen()
  backend.behave((_, res) => answer(res, 200, { position: 3, items: [], ...said }))
  await vi.waitFor(() => expect(shows(began)).toEqual([false, true]))
})

it('expires what was made before the first answer came', async () => {
  backend.behave(FAULTS['says 500'])
  const began = position()
  follow()
  await vi.waitFor(() => expect(asked()).toBeGreaterThan(1))
  expect(shows(began)).toEqual([false, false])
  backend.behave((_, res) => answer(res, 200, { position: 3, items: [] }))
  await vi.waitFor(() => expect(shows(began)).toEqual([false, true]))
})

it('asks a backend without the call once a minute, and says that nobody follows', async () => {
  backend.behave((_, res) => answer(res, 404, null))
  follow()
  await vi.waitFor(() => expect(asked()).toBe(1))
  // At the usual pace it would have been asked many times meanwhile.
  for (let other = 0; other < 50; other += 1) await fetch(`${backend.url}/other`)
  expect(asked()).toBe(1)
  expect(follower()).toBeUndefined()
})

it('asks at once when it is poked', async () => {
  follow(600_000)
  await vi.waitFor(() => expect(follower()).toBeDefined())
  const began = position()
  backend.note(project)
  follower()?.poke()
  await vi.waitFor(() => expect(shows(began)).toEqual([true, false]))
})

it('takes a thousand changes at once and asks for the next at once', async () => {
  follow()
  await vi.waitFor(() => expect(follower()).toBeDefined())
  const began = position()
  backend.behave((req, res) => {
    const after = Number(new URL(req.url ?? '', 'http://x').searchParams.get('after'))
    const items = after === 0 ? Array.from({ length: 1000 }, () => change) : []
    answer(res, 200, { position: 1000, items })
  })
  await vi.waitFor(() => expect(shows(began)).toEqual([true, false]))
  expireEverything()
})
