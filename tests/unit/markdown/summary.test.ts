import { expect, test } from 'vitest'
import { summaryOf } from '#lib/markdown/summary.ts'

test('a short text is its own summary, in one line', () => {
  expect(summaryOf('Some icons.\n\nMore. ')).toBe('Some icons. More.')
})

test('a long text is cut between words, to at most 160 characters', () => {
  const short = summaryOf('word '.repeat(100))
  expect(short).toMatch(/^(word )+word…$/)
  expect(short.length).toBeGreaterThan(150)
  expect(short.length).toBeLessThanOrEqual(160)
})

test('text without spaces is cut as well', () => {
  expect(summaryOf('図'.repeat(300))).toBe(`${'図'.repeat(159)}…`)
})

test('no grapheme is split', () => {
  expect(summaryOf('👩‍🚀'.repeat(60))).toBe(`${'👩‍🚀'.repeat(31)}…`)
})

test('a letter with thousands of combining marks is cut', () => {
  const short = summaryOf(`a${'\u0301'.repeat(10_000)}`)
  expect(short.length).toBeLessThanOrEqual(160)
  expect(short).toMatch(/^a\u0301+…$/)
})

test('an empty text has an empty summary', () => {
  expect(summaryOf(' \n ')).toBe('')
})
