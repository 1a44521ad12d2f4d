import { afterEach, beforeEach, expect, it } from 'vitest'
import { purgeCaches } from '#lib/cache/purge.ts'
import { expireEverything, expireTags } from '#lib/cache/state.ts'
import { startPurgeStub } from '#tests/support/purge-stub.ts'
import { waitFor } from '#tests/support/wait.ts'

/** A busy machine takes longer than the second of `vi.waitFor`. */
const until = (check: () => void) => waitFor(check)

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
  await until(() => expect(one?.purges).toHaveLength(1))
  expireTags(['project:icon:1', 'list:icon'])
  for (const stub of [one, two]) {
    await until(() => expect(tagsAt(stub)).toEqual(['catalogue', 'project:icon:1 list:icon']))
  }
  expect(one?.purges[0]?.method).toBe('PURGE')
})

it('sends each purge a second time, for pages that were on their way', async () => {
  const [stub] = await start([accepts], 30)
  await until(() => expect(tagsAt(stub)).toEqual(['catalogue', 'catalogue']))
  expireTags(['a'])
  await until(() => expect(tagsAt(stub)).toEqual(['catalogue', 'catalogue', 'a', 'a']))
})

it('purges softly what is only outdated, and hard what was taken away', async () => {
  const open = Promise.withResolvers<number>()
  const stub = await startPurgeStub((count) => (count === 1 ? open.promise : 200))
  stubs.push(stub)
  const failures = { failed: () => undefined, works: () => undefined }
  purgeCaches({ urls: [stub.url], signal: stopping.signal, failures, repeatMs: 30 })
  // While the first request is on its way.
  expireTags(['hidden', 'edited'], { isSoft: true })
  expireTags(['hidden'])
  expireTags(['hidden', 'edited too'], { isSoft: true })
  open.resolve(200)
  const sent = () => stub.purges.map(({ tags, isSoft }) => [tags.join(' '), isSoft])
  const soft = (tags: string) => [tags, true]
  await until(() => expect(sent().filter(([tags]) => tags !== 'catalogue')).toHaveLength(6))
  expect(sent()).toEqual(
    expect.arrayContaining([
      ['catalogue', false],
      soft('edited'),
      ['hidden', false],
      soft('edited too'),
    ]),
  )
  expect(sent().filter(([tags]) => tags === 'hidden')).toEqual([
    ['hidden', false],
    ['hidden', false],
  ])
})

it('repeats a purge until it is accepted, and logs once that it failed and that it works', async () => {
  const [stub] = await start([(count) => (count < 3 ? 503 : 200)])
  await until(() => expect(tagsAt(stub)).toEqual(['catalogue', 'catalogue', 'catalogue']))
  const { host } = new URL(stub?.url ?? '')
  const failed = `Error: ${host} answers 503`
  await until(() => expect(reports).toEqual([failed, failed, 'works']))
})

it('is no recovery while another cache still fails', async () => {
  const [works, fails] = await start([accepts, () => 405])
  await until(() => expect(fails?.purges.length).toBeGreaterThan(1))
  expireTags(['a'])
  await until(() => expect(tagsAt(works)).toEqual(['catalogue', 'a']))
  expect(reports).not.toContain('works')
})

it('splits tags into requests whose header a cache reads', async () => {
  const [stub] = await start([accepts])
  await until(() => expect(stub?.purges).toHaveLength(1))
  const tags = Array.from({ length: 500 }, (_, at) => `project:icon:${at}-${'x'.repeat(40)}`)
  expireTags(tags)
  await until(() => expect(stub?.purges.slice(1).flatMap(({ tags }) => tags)).toEqual(tags))
  expect(stub?.purges.length).toBeGreaterThan(4)
  expect(Math.max(...(stub?.purges ?? []).map(({ bytes }) => bytes))).toBeLessThanOrEqual(6 * 1024)
})

it('purges everything once instead of very many tags that could not be sent', async () => {
  let isDown = true
  const [stub] = await start([() => (isDown ? 503 : 200)])
  await until(() => expect(stub?.purges).toHaveLength(1))
  for (let at = 0; at < 6_000; at++) expireTags([`project:icon:${at}`])
  expireEverything()
  isDown = false
  await until(() => expect(reports).toContain('works'))
  expect(new Set(tagsAt(stub))).toEqual(new Set(['catalogue']))
})

it('purges nothing after it was stopped', async () => {
  const [stub] = await start([accepts], 20)
  await until(() => expect(stub?.purges).toHaveLength(2))
  stopping.abort()
  const [other] = [await startPurgeStub()]
  stubs.push(other)
  expireTags(['a'])
  const again = new AbortController()
  const failures = { failed: () => undefined, works: () => undefined }
  purgeCaches({ urls: [other.url], signal: again.signal, failures, repeatMs: 60_000 })
  await until(() => expect(tagsAt(other)).toEqual(['catalogue']))
  again.abort()
  expect(stub?.purges).toHaveLength(2)
})
