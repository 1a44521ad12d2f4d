// @module-tag long
import { sql } from 'drizzle-orm'
import * as fc from 'fast-check'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { searchSchema } from '#lib/contract/search.ts'
import { testBackend } from '#tests/support/backend.ts'
import { hostileSearches } from '#tests/support/hostile-terms.ts'
import { addSearchCatalogue } from '#tests/support/search-catalogue.ts'
import { isWhole } from '#tests/support/whole.ts'

const backend = await testBackend()
beforeAll(async () => {
  await addSearchCatalogue(backend)
})

const paramsSchema = z.array(z.unknown())
const statementSchema = z.tuple([z.object({ text: z.string() })]).rest(z.unknown())
/** The parameters of every statement that `work` sends to the database, except for the job queue. */
async function statementsOf(work: () => Promise<unknown>) {
  const spy = vi.spyOn(backend.db.$client, 'query')
  await work()
  const calls = spy.mock.calls.filter(
    (args: unknown[]) => !statementSchema.parse(args)[0].text.includes('"jobs"'),
  )
  spy.mockRestore()
  return calls.map((args: unknown[]) => paramsSchema.parse(args[1] ?? []))
}
const search = (term: string) => backend.get(`/index/search?q=${encodeURIComponent(term)}`)
const unknownWords = (count: number) =>
  Array.from({ length: count }, (_, at) => `qx${String.fromCharCode(97 + at)}zvkwj`).join(' ')

/** The length of the longest array parameter. */
const largestArray = (statements: unknown[][]) =>
  Math.max(0, ...statements.flat().map((param) => (Array.isArray(param) ? param.length : 0)))

describe('the cost of a term', () => {
  it('is the same for 22 unknown words as for eight, of which three are corrected', async () => {
    const eight = await statementsOf(() => search(unknownWords(8)))
    const many = await statementsOf(() => search(unknownWords(22)))
    expect(many).toHaveLength(eight.length)
    // Eight words, thirteen joined from neighbours, and the halves of three of eight letters: all 22 words have 281.
    expect(largestArray(many)).toBeLessThanOrEqual(8 + 13 + 3 * 10)
  })

  it('is that of one token for a character repeated 200 times', async () => {
    expect(largestArray(await statementsOf(() => search('가'.repeat(200))))).toBe(1)
  })

  it('is bounded for generated terms', async () => {
    const { rows } = await backend.db.execute(sql`SELECT word FROM search_words ORDER BY word`)
    const known = rows.map(({ word }) => String(word)).filter((word) => word.length > 2)
    await fc.assert(
      fc.asyncProperty(hostileSearches(known), async (address) => {
        const statements = await statementsOf(async () => {
          expect((await backend.get(address)).status, address).toBe(200)
        })
        // Twice where a misspelt short name of an icon is corrected; and one for the revision.
        expect(statements.length, address).toBeLessThanOrEqual(2 * 20 + 1)
        // A word of five letters has 241 words one letter away; three of 40 letters have 41 spellings each.
        expect(largestArray(statements), address).toBeLessThanOrEqual(241)
      }),
      { numRuns: isWhole ? 500 : 60 },
    )
  })
})

describe('term_is_cut', () => {
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

  it('a search with a cut term still finds the whole title', async () => {
    const title = 'A very long title of eleven words that no query has'
    const id = await backend.add({ title })
    const { items } = searchSchema.parse((await search(title)).data)
    expect(items[0]?.id).toBe(id)
  })
})

describe('lookups do not depend on planner statistics', () => {
  it('no index has a pending list, which every lookup would scan', async () => {
    const { rows } = await backend.db.execute(sql`
      SELECT indexname, gin_clean_pending_list(indexname::regclass)::integer AS pages
      FROM pg_indexes WHERE indexdef LIKE '%USING gin%' ORDER BY indexname`)
    expect(rows).toHaveLength(8)
    expect(rows.filter(({ pages }) => pages !== 0)).toEqual([])
  })

  it('words are looked up by the primary key without statistics', async () => {
    const { rows } = await backend.db.execute(sql`
      EXPLAIN SELECT word FROM search_words WHERE word = ANY('{weather,qxkzjv}'::text[])`)
    expect(JSON.stringify(rows)).not.toContain('likeness')
  })
})

describe('concurrent searches', () => {
  it('share a running and at most one further execution if they are equal', async () => {
    const alone = await statementsOf(() => search('stream mixer'))
    const statements = await statementsOf(() =>
      Promise.all(Array.from({ length: 50 }, () => search('stream mixer'))),
    )
    expect(statements.length).toBeLessThanOrEqual(2 * alone.length)
  })

  it('are rejected with 503 and Retry-After if the queue is full', async () => {
    const answers = await Promise.all(
      Array.from({ length: 90 }, (_, at) => backend.app.request(`/api/v1/index/search?q=w${at}`)),
    )
    const refused = answers.filter(({ status }) => status === 503)
    expect(refused.length).toBe(90 - 4 - 64)
    expect(refused[0]?.headers.get('retry-after')).toBe('1')
    expect(await refused[0]?.json()).toMatchObject({ code: 503, reason: 'busy' })
    expect((await search('weather')).status).toBe(200)
  })

  it('find a project published before they started, even if an equal search was running', async () => {
    const before = search('Quokka')
    const id = await backend.add({ title: 'Quokka' })
    const after = searchSchema.parse((await search('Quokka')).data)
    expect(after.items.map((item) => item.id)).toEqual([id])
    await before
  })
})
