import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { purgeCaches } from '#lib/cache/purge.ts'
import { expireEverything, expireTags } from '#lib/cache/state.ts'
import { startPurgeStub } from '#tests/support/purge-stub.ts'

type Stub = Awaited<ReturnType<typeof startPurgeStub>>
let stubs: Stub[] = []
let stopping: AbortController
let reports: string[] = []
beforeEach(() => {
  stubs = []
  reports = []
  stopping = new AbortController()
})
afterEach(async () => {
  stopping.abort()
  for (const stub of stubs) await stub.stop()
})

async function start(answers: ((count: number) => number)[], repeatMs = 60_000) {
  for (const answer of answers) stubs.push(await startPurgeStub(answer))
  const failures = {
    failed: (_: 'purge', error: unknown) => reports.push(String(error)),
    works: () => reports.push('works'),
  }
  const urls = stubs.map(({ url }) => url)
  purgeCaches({ urls, signal: stopping.signal, failures, repeatMs })
  return stubs
}
const accepts = () => 200
const tagsAt = (stub: Stub | undefined) => stub?.purges.map(({ tags }) => tags.join(' '))

it('purges everything at the start, then what expires, at each cache', async () => {
  const [one, two] = await start([accepts, accepts])
  await vi.waitFor(() => expect(one?.purges).toHaveLength(1))
  expireTags(['project:icon:1', 'list:icon'])
  for (const stub of [one, two]) {
    await vi.waitFor(() => expect(tagsAt(stub)).toEqual(['catalogue', 'project:icon:1 list:icon']))
  }
  expect(one?.purges[0]?.method).toBe('PURGE')
})

it('sends each purge a second time, for pages that were on their way', async () => {
  const [stub] = await start([accepts], 30)
  await vi.waitFor(() => expect(tagsAt(stub)).toEqual(['catalogue', 'catalogue']))
  expireTags(['a'])
  await vi.waitFor(() => expect(tagsAt(stub)).toEqual(['catalogue', 'catalogue', 'a', 'a']))
})

it('repeats a purge until it is accepted, and logs once that it failed and that it works', async () => {
  const [stub] = await start([(count) => (count < 3 ? 503 : 200)])
  await vi.waitFor(() => expect(tagsAt(stub)).toEqual(['catalogue', 'catalogue', 'catalogue']))
  const { host } = new URL(stub?.url ?? '')
  const failed = `Error: ${host} answers 503`
  await vi.waitFor(() => expect(reports).toEqual([failed, failed, 'works']))
})

it('is no recovery while another cache still fails', async () => {
  const [works, fails] = await start([accepts, () => 405])
  await vi.waitFor(() => expect(fails?.purges.length).toBeGreaterThan(1))
  expireTags(['a'])
  await vi.waitFor(() => expect(tagsAt(works)).toEqual(['catalogue', 'a']))
  expect(reports).not.toContain('works')
})

it('splits tags into requests whose header a cache reads', async () => {
  const [stub] = await start([accepts])
  await vi.waitFor(() => expect(stub?.purges).toHaveLength(1))
  const tags = Array.from({ length: 500 }, (_, at) => `project:icon:${at}-${'x'.repeat(40)}`)
  expireTags(tags)
  await vi.waitFor(() => expect(stub?.purges.slice(1).flatMap(({ tags }) => tags)).toEqual(tags))
  expect(stub?.purges.length).toBeGreaterThan(4)
  expect(Math.max(...(stub?.purges ?? []).map(({ bytes }) => bytes))).toBeLessThanOrEqual(6 * 1024)
})

it('purges everything once instead of very many tags that could not be sent', async () => {
  let isDown = true
  const [stub] = await start([() => (isDown ? 503 : 200)])
  await vi.waitFor(() => expect(stub?.purges).toHaveLength(1))
  for (let at = 0; at < 6_000; at++) expireTags([`project:icon:${at}`])
  expireEverything()
  isDown = false
  await vi.waitFor(() => expect(reports).toContain('works'))
  expect(new Set(tagsAt(stub))).toEqual(new Set(['catalogue']))
})

it('purges nothing after it was stopped', async () => {
  const [stub] = await start([accepts], 20)
  await vi.waitFor(() => expect(stub?.purges).toHaveLength(2))
  stopping.abort()
  const [other] = [await startPurgeStub()]
  stubs.push(other)
  expireTags(['a'])
  const again = new AbortController()
  const failures = { failed: () => undefined, works: () => undefined }
  purgeCaches({ urls: [other.url], signal: again.signal, failures, repeatMs: 60_000 })
  await vi.waitFor(() => expect(tagsAt(other)).toEqual(['catalogue']))
  again.abort()
  expect(stub?.purges).toHaveLength(2)
})
