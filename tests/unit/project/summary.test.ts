import { expect, test } from 'vitest'
import { summary } from '#lib/project/summary.ts'

test('a short description is its own summary, without marks', () => {
  expect(summary('Some *fine* [icons](https://a.example).\n\nMore.')).toBe('Some fine icons. More.')
})

test('a long one is cut between words at 160 characters at most', () => {
  const short = summary('word '.repeat(100))
  expect(short).toMatch(/^(word )+word…$/)
  expect(short.length).toBeGreaterThan(150)
  expect(short.length).toBeLessThanOrEqual(160)
})

test('text without spaces is cut as well', () => {
  expect(summary('図'.repeat(300))).toBe(`${'図'.repeat(159)}…`)
})

test('no character is cut in two', () => {
  expect(summary('👩‍🚀'.repeat(60))).toBe(`${'👩‍🚀'.repeat(31)}…`)
})

test('an empty description, or one of tags alone, has none', () => {
  expect(summary('')).toBe('')
  expect(summary('<img src="x">')).toBe('')
})
