import { beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { searchCountsSchema, searchSchema } from '#lib/contract/search.ts'
import { GRACE } from '#tests/support/operator.ts'
import { moderate } from '#backend/services/operator/moderate.ts'
import { testBackend } from '#tests/support/backend.ts'

const backend = await testBackend()
beforeEach(() => backend.empty())

const get = async (what: 'search' | 'counts' | 'icons', term: string) => {
  const { status, data } = await backend.get(`/index/${what}?q=${encodeURIComponent(term)}`)
  expect(status).toBe(200)
  return data
}
const titles = async (term: string) =>
  searchSchema.parse(await get('search', term)).items.map(({ title }) => title)
const count = async (term: string) =>
  searchCountsSchema.parse(await get('counts', term)).total.count

const statementSchema = z.tuple([z.object({ text: z.string() })]).rest(z.unknown())

/** The number of statements of some work that read the vocabulary. */
async function lookUps(work: () => Promise<unknown>): Promise<number> {
  const spy = vi.spyOn(backend.db.$client, 'query')
  await work()
  const statements = spy.mock.calls.map((args: unknown[]) => statementSchema.parse(args)[0].text)
  spy.mockRestore()
  return statements.filter((text) => text.includes('"search_words"')).length
}

describe('the words of a term', () => {
  it.each(['lantern', 'lanterrn', 'lntr', 'nothingness'])(
    'are looked up once for its results and its numbers: %s',
    async (term) => {
      await backend.add({ title: 'Lantern', description: '' })
      expect(await lookUps(() => get('search', term))).toBeGreaterThan(0)
      expect(await lookUps(() => get('counts', term))).toBe(0)
    },
  )

  it('are looked up once for its results and its icons', async () => {
    await get('search', 'lntr')
    expect(await lookUps(() => get('icons', 'lntr'))).toBe(0)
  })

  it('are looked up again after a change of the catalogue', async () => {
    expect([await titles('gondola'), await count('gondola')]).toEqual([[], 0])
    // Not in the title, which is compared without the vocabulary.
    const id = await backend.add({ title: 'Evening', description: 'A gondola.' })
    expect([await titles('gondola'), await count('gondola')]).toEqual([['Evening'], 1])
    const what = { action: 'delete', kind: 'icon', id, reason: 'a test' } as const
    await moderate(backend, GRACE, what, new Date())
    expect([await titles('gondola'), await count('gondola')]).toEqual([[], 0])
  })

  it('are looked up again after a failure', async () => {
    await backend.add({ title: 'Lantern', description: '' })
    const query = vi.spyOn(backend.db.$client, 'query')
    query.mockRejectedValue(new Error('The connection is lost.'))
    expect((await backend.get('/index/search?q=lantern')).status).toBe(500)
    query.mockRestore()
    expect(await titles('lantern')).toEqual(['Lantern'])
  })
})
