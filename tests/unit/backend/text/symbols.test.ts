import { describe, expect, it } from 'vitest'
import { allTokens, indexTokens, queryTokens } from '#backend/text/tokens.ts'
import { searchKey, titleKey } from '#backend/text/title-key.ts'
import { expectWithin } from '#tests/support/processor-time.ts'

const termsOf = (text: string) => indexTokens(text).map(({ term }) => term)
const queryOf = (text: string) => allTokens(text).map(({ term }) => term)

describe('symbols that carry meaning are part of a word', () => {
  it.each([
    ['C++', ['c++']],
    ['C#, F# and C', ['and', 'c', 'c#', 'f#']],
    ['Ｃ＋＋', ['c++']],
    ['C++17', ['17', 'c++']],
    ['.NET', ['.net']],
    ['Notepad++', ['notepad', 'notepad++']],
    ['Node.js', ['node', 'js', 'node.js']],
    ['ASP.NET', ['asp', 'net', 'asp.net']],
    ['@scope/name', ['scope', 'name', '@scope/name']],
    ['@my-scope/a.name', ['my', 'scope', 'a', 'name', '@my-scope/a.name']],
    ['#dark-mode', ['dark', 'mode', '#darkmode']],
    ['#天気', ['天', '気', '天気', '#天気']],
  ])('%s: %j', (text, terms) => {
    expect(termsOf(text)).toEqual(terms)
  })

  it.each([
    ['e.g. this', ['e', 'g', 'this']],
    ['version 1.5', ['version', '1', '5']],
    ['A+', ['a']],
    ['a + b', ['a', 'b']],
    ['issue #12', ['issue', '12']],
    ['me@example/x', ['me', 'example', 'x']],
    ['x...net', ['x', 'net']],
    ['fabric#weather', ['fabric', 'weather']],
    ['C#weather', ['c', 'weather']],
  ])('others are not: %s', (text, terms) => {
    expect(termsOf(text)).toEqual(terms)
  })

  it('are one word of a query', () => {
    expect(queryOf('C++ for Node.js #dark-mode @a/b')).toEqual([
      'c++',
      'for',
      'node.js',
      '#darkmode',
      '@a/b',
    ])
  })
})

describe('titles', () => {
  it.each(['C++', 'C#', 'F# tools', '.NET', 'Notepad++'])('%s keeps its symbols', (title) => {
    expect(searchKey(title)).not.toBe(titleKey(title))
    expect(searchKey(title)).toBe(title.toLowerCase())
  })

  it.each(['Node.js', 'Wi-Fi 6', '#dark-mode', '@a/b', '100%', '★', 'Straße'])(
    '%s is compared by its words',
    (title) => {
      expect(searchKey(title)).toBe(titleKey(title))
    },
  )
})

describe('hostile text', () => {
  it.each([
    ['#', '#a'],
    ['@', '@a/a'],
    ['.', 'a.'],
    ['+', 'a+'],
    ['-', '#a-'],
    ['_', '@a_'],
  ])('takes time in proportion to its length: %s', async (_, part) => {
    const text = part.repeat(50_000)
    expect(indexTokens(text).length).toBeGreaterThan(0)
    await expectWithin(2000, () => indexTokens(text))
  })

  it('has eight words in a query, however it is joined', () => {
    const text = Array.from({ length: 30 }, (_, at) => `w${at}`).join('-')
    for (const query of [text, `@${text}/x`, `#${text}`, text.replaceAll('-', '.')]) {
      const { tokens } = queryTokens(query)
      expect(tokens.length).toBeLessThanOrEqual(8)
      for (const { similar, joined, parts } of tokens) {
        expect(parts.length).toBeLessThanOrEqual(8)
        expect(joined.length + similar.length).toBeLessThanOrEqual(16)
      }
    }
  })
})
