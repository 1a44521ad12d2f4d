import { afterEach, beforeEach, expect, it } from 'vitest'
import { followChanges } from '#lib/cache/follow.ts'
import { expireEverything, follower, isExpired, position } from '#lib/cache/state.ts'
import { tags } from '#lib/cache/tags.ts'
import { buildProject } from '#tests/support/builders.ts'
import { answer, FAULTS } from '#tests/support/faulty-backend.ts'
import { headOnly } from '#tests/support/head.ts'
import { startForeignBackend } from '#tests/support/foreign-backend.ts'
import { waitFor } from '#tests/support/wait.ts'

const SECRET = 'what-the-processes-share'
const project = buildProject()
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

function follow(everyMs = 5, failures?: Parameters<typeof followChanges>[0]['failures']) {
  const { url: backendUrl } = backend
  const { signal } = stopping
  const options = { backendUrl, secret: SECRET, signal, everyMs, elapsed: () => now }
  following = followChanges({ ...options, ...(failures && { failures }) })
}
const polls = () => backend.requests.filter(({ url }) => url.includes('/index/changes')).length
/** Whether entries from `began` have expired: those of the project, all of the catalogue. */
const expiries = (began: number) => [
  isExpired([tags.project('icon', project.id)], began),
  isExpired([tags.catalogue], began),
]

it('expires the pages of a changed project and nothing else', async () => {
  follow()
  await waitFor(() => expect(follower()).toBeDefined())
  const began = position()
  backend.note(project)
  await waitFor(() => expect(expiries(began)).toEqual([true, false]))
  expect(isExpired([tags.list('plugin'), tags.project('icon', 'another')], began)).toBe(false)
  const settled = position()
  const before = polls()
  await waitFor(() => expect(polls()).toBeGreaterThan(before + 3))
  expect(position(), 'each change counts once').toBe(settled)
  expect(backend.requests.at(-1)?.headers['x-internal-secret']).toBe(SECRET)
})

it('reports that the backend fails and that it recovers', async () => {
  const reports: string[] = []
  follow(5, {
    failed: (subsystem, error) => reports.push(`${subsystem} failed: ${String(error)}`),
    works: (subsystem) => reports.push(`${subsystem} works`),
  })
  await waitFor(() => expect(reports).toContain('backend works'))
  backend.behave(FAULTS['answers 500'])
  await waitFor(() => expect(reports.at(-1)).toBe('backend failed: Error: code 500'))
  backend.behave((_, res) => answer(res, 200, { position: 7, items: [] }))
  await waitFor(() => expect(reports.at(-1)).toBe('backend works'))
})

it('catches up on changes made while the backend was down', async () => {
  follow()
  await waitFor(() => expect(follower()).toBeDefined())
  const began = position()
  backend.behave(FAULTS['answers 500'])
  const before = polls()
  await waitFor(() => expect(polls()).toBeGreaterThan(before + 2))
  backend.behave((_, res) => answer(res, 200, { position: 7, items: [change] }))
  await waitFor(() => expect(expiries(began)).toEqual([true, false]))
})

it.each([
  ['the backend resets its change feed', () => undefined, { is_reset: true }],
  ['the backend was down for longer than it keeps changes', () => (now += 3_000_000), {}],
])('expires everything when %s', async (_case, happen, fields) => {
  follow()
  await waitFor(() => expect(follower()).toBeDefined())
  const began = position()
  happen()
  backend.behave((_, res) => answer(res, 200, { position: 3, items: [], ...fields }))
  await waitFor(() => expect(expiries(began)).toEqual([false, true]))
})

it('expires what was rendered before the first response', async () => {
  backend.behave(FAULTS['answers 500'])
  const began = position()
  follow()
  await waitFor(() => expect(polls()).toBeGreaterThan(1))
  expect(expiries(began)).toEqual([false, false])
  backend.behave((_, res) => answer(res, 200, { position: 3, items: [] }))
  await waitFor(() => expect(expiries(began)).toEqual([false, true]))
})

it('polls a backend without the call once a minute, and reports no follower', async () => {
  backend.behave((_, res) => answer(res, 404, null))
  follow()
  await waitFor(() => expect(polls()).toBe(1))
  // At the normal interval it would have been polled many times meanwhile.
  for (let other = 0; other < 50; other += 1) await headOnly(fetch(`${backend.url}/other`))
  expect(polls()).toBe(1)
  expect(follower()).toBeUndefined()
})

it('polls at once when it is poked', async () => {
  follow(600_000)
  await waitFor(() => expect(follower()).toBeDefined())
  const began = position()
  backend.note(project)
  follower()?.poke()
  await waitFor(() => expect(expiries(began)).toEqual([true, false]))
})

it('applies a full batch of changes and polls for the next at once', async () => {
  follow()
  await waitFor(() => expect(follower()).toBeDefined())
  const began = position()
  backend.behave((req, res) => {
    const after = Number(new URL(req.url ?? '', 'http://x').searchParams.get('after'))
    const items = after === 0 ? Array.from({ length: 1000 }, () => change) : []
    answer(res, 200, { position: 1000, items })
  })
  await waitFor(() => expect(expiries(began)).toEqual([true, false]))
  expireEverything()
})

it('tells for how long changes may be unknown: since the last poll that the backend answered', async () => {
  const released: (() => void)[] = []
  backend.behave((_, res) => {
    const answers = polls()
    const reply = () => answer(res, 200, { position: answers, history: 'one', items: [] })
    if (answers === 1) reply()
    else released.push(reply)
  })
  follow()
  await waitFor(() => expect(released).toHaveLength(1))
  now = 1_500
  expect(follower()?.age()).toBe(1_500)
  released[0]?.()
  await waitFor(() => expect(released).toHaveLength(2))
  // What changed after the poll was sent may not be in its answer.
  expect(follower()?.age()).toBe(1_500)
  released[1]?.()
  await waitFor(() => expect(follower()?.age()).toBe(0))
})

it('takes new settings over before the pages that show them expire', async () => {
  const taken: [number, boolean][] = []
  let settings = 1
  const began = position()
  backend.behave((_, res) => answer(res, 200, { position: 7, settings, items: [] }))
  const { signal } = stopping
  following = followChanges({
    backendUrl: backend.url,
    secret: SECRET,
    signal,
    everyMs: 5,
    takeSettings: async () => {
      taken.push([settings, isExpired([tags.catalogue], taken.length === 0 ? began : settled)])
      return { revision: settings, isChanged: true }
    },
  })
  let settled = 0
  await waitFor(() => expect(follower()).toBeDefined())
  settled = position()
  settings = 2
  await waitFor(() => expect(isExpired([tags.catalogue], settled)).toBe(true))
  expect(taken).toEqual([
    [1, false],
    [2, false],
  ])
})

it('follows changes although new settings cannot be read, and asks for these again', async () => {
  let fails = true
  let taken = 0
  const items: unknown[] = []
  backend.behave((_, res) => answer(res, 200, { position: 7 + items.length, settings: 3, items }))
  const { signal } = stopping
  const reports: string[] = []
  const options = { backendUrl: backend.url, secret: SECRET, signal, everyMs: 5 }
  following = followChanges({
    ...options,
    failures: { failed: () => reports.push('failed'), works: () => undefined },
    takeSettings: async () => {
      if (fails) throw new Error('no answer')
      taken += 1
      return { revision: 3, isChanged: false }
    },
  })
  await waitFor(() => expect(reports.length).toBeGreaterThan(1))
  const began = position()
  items.push(change)
  await waitFor(() => expect(expiries(began)).toEqual([true, false]))
  fails = false
  await waitFor(() => expect(taken).toBe(1))
})
