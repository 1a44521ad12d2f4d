import { describe, expect, test } from 'vitest'
import { matchesHtml } from '#app/[locale]/home/(public)/search/matches-html.ts'
import type { TextRange } from '#lib/contract/search.ts'
import { buildProject } from '#tests/support/builders.ts'

const html = (text: string, title: TextRange[]) => {
  const matches = { title, snippet: null, icons: [] }
  const shown = matchesHtml({ ...buildProject({ title: text }), matches }, 'Icons:')
  return String(shown.title).replaceAll(/ class="[^"]*"/g, '')
}

describe('a highlighted text', () => {
  test.each<[string, TextRange[], string]>([
    ['Old weather', [], 'Old weather'],
    ['Old weather', [[4, 11]], 'Old <mark>weather</mark>'],
    [
      'a b c',
      [
        [0, 1],
        [4, 5],
      ],
      '<mark>a</mark> b <mark>c</mark>',
    ],
    ['<b>&', [[0, 3]], '<mark>&lt;b&gt;</mark>&amp;'],
    ['short', [[3, 99]], 'short'],
    [
      'overlap',
      [
        [0, 4],
        [2, 7],
      ],
      '<mark>over</mark>lap',
    ],
  ])('of %j with %j is %s', (text, ranges, expected) => {
    expect(html(text, ranges)).toBe(expected)
  })
})

test('an icon is named as its author wrote it, each name in its own direction', () => {
  const drawings = [
    { name: 'u5e9-u5de-u5e9', label: 'שמש', url: '/a.svg' },
    { name: 'sun', url: '/b.svg' },
  ]
  const matches = { title: [], snippet: null, icons: ['u5e9-u5de-u5e9', 'sun'], drawings }
  const note = String(matchesHtml({ ...buildProject(), matches }, 'Icons:').note)
  expect(note).toContain('Icons: <bdi>שמש</bdi>, <bdi>sun</bdi>')
  expect(note).toContain('<span title="שמש"')
})
