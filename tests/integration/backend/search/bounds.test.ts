import { sql } from 'drizzle-orm'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { searchSchema } from '#lib/contract/search.ts'
import { startTestBackend, type TestBackend } from '#tests/support/backend.ts'
import { hostileSearches } from '#tests/support/hostile-terms.ts'
import { addSearchCatalogue } from '#tests/support/search-catalogue.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await startTestBackend()
  await addSearchCatalogue(backend)
})
afterAll(() => backend.stop())

const paramsSchema = z.array(z.unknown())
const statementSchema = z.tuple([z.object({ text: z.string() })]).rest(z.unknown())
/** Every statement that `work` sends to the database, with its parameters; the queue of jobs aside. */
async function statementsOf(work: () => Promise<unknown>) {
  const spy = vi.spyOn(backend.db.$client, 'query')
  await work()
  const calls = spy.mock.calls.filter(
    (args: unknown[]) => !statementSchema.parse(args)[0].text.includes('"jobs"'),
  )
  spy.mockRestore()
  return calls.map((args: unknown[]) => paramsSchema.parse(args[1] ?? []))
}
const ask = (term: string) => backend.get(`/index/search?q=${encodeURIComponent(term)}`)
const unknownWords = (count: number) =>
  Array.from({ length: count }, (_, at) => `qx${String.fromCharCode(97 + at)}zvkwj`).join(' ')

/** The largest list that any statement is given. */
const largest = (statements: unknown[][]) =>
  Math.max(0, ...statements.flat().map((param) => (Array.isArray(param) ? param.length : 0)))

describe('the work for a term', () => {
  it('is the same for 22 unknown words as for eight: three are corrected', async () => {
    const eight = await statementsOf(() => ask(unknownWords(8)))
    const many = await statementsOf(() => ask(unknownWords(22)))
    expect(many).toHaveLength(eight.length)
    // Each word of eight letters has at most nine spellings; 22 words had 198.
    expect(largest(many)).toBeLessThanOrEqual(27)
  })

  it('is that of one word for 200 times the same character', async () => {
    expect(largest(await statementsOf(() => ask('가'.repeat(200))))).toBe(1)
  })

  it('is bounded for whatever the generator makes', async () => {
    const { rows } = await backend.db.execute(sql`SELECT word FROM search_words ORDER BY word`)
    const known = rows.map(({ word }) => String(word)).filter((word) => word.length > 2)
    await fc.assert(
      fc.asyncProperty(hostileSearches(known), async (address) => {
        const statements = await statementsOf(async () => {
          expect((await backend.get(address)).status, address).toBe(200)
        })
        expect(statements.length, address).toBeLessThanOrEqual(16)
        // Three words of 40 letters: 41 spellings each.
        expect(largest(statements), address).toBeLessThanOrEqual(3 * 41)
      }),
      { numRuns: 150 },
    )
  })
})

describe('a search says that it left something out', () => {
  it.each([
    ['one two three four five six seven eight', false],
    ['one two three four five six seven eight nine', true],
    ['one one one one one one one one one one', false],
    ['a'.repeat(40), false],
    ['a'.repeat(41), true],
    ['山水月亮的森林机房', false],
    ['山水月亮的森林机房文', true],
  ])('%s: %s', async (term, isCut) => {
    for (const call of ['search', 'icons']) {
      const { data } = await backend.get(`/index/${call}?q=${encodeURIComponent(term)}`)
      expect(data).toMatchObject({ term_is_cut: isCut })
    }
  })

  it('and still finds the title that is longer than what is looked for', async () => {
    const title = 'A very long title of eleven words that nobody will type'
    const id = await backend.add({ title })
    const { items } = searchSchema.parse((await ask(title)).data)
    expect(items[0]?.id).toBe(id)
  })
})

describe('a look-up does not depend on what the planner knows', () => {
  it('no index keeps new entries in a list that every look-up reads', async () => {
    const { rows } = await backend.db.execute(sql`
      SELECT indexname, gin_clean_pending_list(indexname::regclass)::integer AS pages
      FROM pg_indexes WHERE indexdef LIKE '%USING gin%' ORDER BY indexname`)
    expect(rows).toHaveLength(4)
    expect(rows.filter(({ pages }) => pages !== 0)).toEqual([])
  })

  it('words are found by the primary key without any statistics', async () => {
    const { rows } = await backend.db.execute(sql`
      EXPLAIN SELECT word FROM search_words WHERE word = ANY('{weather,qxkzjv}'::text[])`)
    expect(JSON.stringify(rows)).not.toContain('likeness')
  })
})

describe('searches at the same time', () => {
  it('that are the same are one running and one that the rest share', async () => {
    const alone = await statementsOf(() => ask('stream mixer'))
    const statements = await statementsOf(() =>
      Promise.all(Array.from({ length: 50 }, () => ask('stream mixer'))),
    )
    expect(statements.length).toBeLessThanOrEqual(2 * alone.length)
  })

  it('that are more than the queue holds are refused with 503 and Retry-After', async () => {
    const answers = await Promise.all(
      Array.from({ length: 90 }, (_, at) => backend.app.request(`/api/v1/index/search?q=w${at}`)),
    )
    const refused = answers.filter(({ status }) => status === 503)
    expect(refused.length).toBe(90 - 4 - 64)
    expect(refused[0]?.headers.get('retry-after')).toBe('1')
    expect(await refused[0]?.json()).toMatchObject({ code: 503, reason: 'busy' })
    expect((await ask('weather')).status).toBe(200)
  })

  it('one that begins after a publication finds it, although the same one was running', async () => {
    const before = ask('Quokka')
    const id = await backend.add({ title: 'Quokka' })
    const after = searchSchema.parse((await ask('Quokka')).data)
    expect(after.items.map((item) => item.id)).toEqual([id])
    await before
  })
})
