import { beforeEach, expect, it, vi } from 'vitest'
import { clearAnswers, readAnswer } from '#lib/cache/answers.ts'
import { expireTags, newPage, type RequestScope, runInScope } from '#lib/cache/state.ts'
import { cardTags, scopeTags, tags, tagsOfChange } from '#lib/cache/tags.ts'
import type { ChangeEffect } from '#lib/contract/change.ts'
import { getProcessState } from '#lib/process-state.ts'
import { waitFor } from '#tests/support/wait.ts'

beforeEach(clearAnswers)

const SCOPES = ['kind', 'list', 'cards'] as const
type List = { items: { kind: string; id: string }[] }
const listOf = (...ids: string[]): List => ({ items: ids.map((id) => ({ kind: 'icon', id })) })
const rulesOf = (input: object) => ({
  key: JSON.stringify(input),
  tags: [tags.catalogue, ...scopeTags(SCOPES, input)],
  tagsOf: (list: List) => cardTags(SCOPES, list),
  lifetimeMs: 60_000,
})
const POPULAR = rulesOf({ kind: 'icon', sort: 'popular' })
const RECENT = rulesOf({ kind: 'icon', sort: 'recent' })
function change(id: string, effect: ChangeEffect) {
  const changed = tagsOfChange({ kind: 'icon', id, author: 'Ada', effect })
  expireTags(changed.tags, changed)
}

it.each([
  // Effect of the change, whether the project is on the list, lists that are read again.
  ['content', true, 0, 1],
  ['content', false, 0, 1],
  ['card', true, 1, 1],
  ['card', false, 0, 1],
  ['membership', true, 1, 1],
  ['membership', false, 1, 1],
  ['removal', true, 1, 1],
  ['removal', false, 1, 1],
] as const)(
  'a change of %s of a project that a list shows (%s) outdates lists by popularity %i times and by date %i times',
  async (effect, isShown, popular, recent) => {
    const read = vi.fn<() => Promise<List>>(async () => listOf('one', 'two'))
    const readBoth = async () => {
      const before = read.mock.calls.length
      await readAnswer(POPULAR, read)
      const between = read.mock.calls.length
      await readAnswer(RECENT, read)
      return [between - before, read.mock.calls.length - between]
    }
    expect(await readBoth()).toEqual([1, 1])
    expect(await readBoth()).toEqual([0, 0])
    change(isShown ? 'two' : 'three', effect)
    expect(await readBoth()).toEqual([popular, recent])
  },
)

it('a page has the tags of the projects in its answers, and the age of the oldest', async () => {
  const scope: RequestScope = { page: newPage() }
  await runInScope(scope, () => readAnswer(POPULAR, async () => listOf('one')))
  expect(scope.page.tags).toContain('card:icon:one')
  expect(scope.page.lifetimeS).toBe(60)
  expect(scope.oldestRead).toBeLessThanOrEqual(Date.now())
})

it('readers at the same time share an answer, unless something has changed since it was asked for', async () => {
  const answers: ((list: List) => void)[] = []
  const read = () => new Promise<List>((resolve) => answers.push(resolve))
  const [first, second] = [readAnswer(POPULAR, read), readAnswer(POPULAR, read)]
  await waitFor(() => expect(answers).toHaveLength(1))
  change('one', 'card')
  const third = readAnswer(POPULAR, read)
  await waitFor(() => expect(answers).toHaveLength(2))
  answers[0]?.(listOf('old', 'one'))
  answers[1]?.(listOf('new', 'one'))
  expect(await first).toEqual(await second)
  expect(await third).toEqual(listOf('new', 'one'))
  // What was asked for before the change is not stored over what was asked for later.
  expect(await readAnswer(POPULAR, read)).toEqual(listOf('new', 'one'))
})

it('an answer is not stored when something in it has changed while it was on its way', async () => {
  const read = vi.fn<() => Promise<List>>(async () => {
    if (read.mock.calls.length === 1) change('one', 'card')
    return listOf('one')
  })
  await readAnswer(POPULAR, read)
  await readAnswer(POPULAR, read)
  await readAnswer(POPULAR, read)
  expect(read).toHaveBeenCalledTimes(2)
})

it('an answer is read again after its lifetime, and when the clock was set back', async () => {
  const read = vi.fn<() => Promise<List>>(async () => listOf('one'))
  vi.useFakeTimers({ now: 1_000_000_000 })
  try {
    await readAnswer(POPULAR, read)
    vi.setSystemTime(1_000_060_001)
    await readAnswer(POPULAR, read)
    expect(read).toHaveBeenCalledTimes(2)
    vi.setSystemTime(900_000_000)
    await readAnswer(POPULAR, read)
    expect(read).toHaveBeenCalledTimes(3)
  } finally {
    vi.useRealTimers()
  }
})

it('answers are bounded in memory', async () => {
  const text = 'x'.repeat(1024 * 1024)
  const rules = (at: number) => ({ key: `k${at}`, tags: [], tagsOf: () => [], lifetimeMs: 60_000 })
  const read = vi.fn<() => Promise<string>>(async () => text)
  for (let at = 0; at < 40; at += 1) await readAnswer(rules(at), read)
  expect(read).toHaveBeenCalledTimes(40)
  await readAnswer(rules(39), read)
  expect(read).toHaveBeenCalledTimes(40)
  await readAnswer(rules(0), read)
  expect(read).toHaveBeenCalledTimes(41)
})

it('a page parses an answer once, and other pages get an object of their own', async () => {
  const read = () => readAnswer(POPULAR, async () => listOf('one'))
  const inPage = (work: () => Promise<List[]>) => runInScope({ page: newPage() }, work)
  const twice = async () => [await read(), await read()]
  const [[first, again], [other]] = await Promise.all([inPage(twice), inPage(twice)])
  expect(first).toEqual(listOf('one'))
  expect(again).toBe(first)
  expect(other).toEqual(first)
  expect(other).not.toBe(first)
})

it('an answer keeps no more memory than its size', async () => {
  await readAnswer(POPULAR, async () => listOf('one'))
  const [answer] = [...(getProcessState('answerStores')?.answers.values() ?? [])]
  expect(answer?.json.buffer.byteLength).toBe(answer?.json.length)
  expect(answer?.json.toString()).toBe(JSON.stringify(listOf('one')))
})
