import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import type { TextRange } from '#lib/contract/search.ts'
import { Marked } from '#app/[locale]/home/(public)/search/found-projects.tsx'

const html = (text: string, ranges: TextRange[]) =>
  renderToStaticMarkup(<Marked text={text} ranges={ranges} />).replaceAll(/ class="[^"]*"/g, '')

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
