import { describe, expect, it } from 'vitest'
import { DERIVED_MAX, derivedForms, wholeForms } from '#backend/text/forms.ts'
import { splitsOf } from '#backend/text/splits.ts'
import { allTokens, DERIVED } from '#backend/text/tokens.ts'

const formsOf = (text: string) =>
  derivedForms(text).flatMap(({ term, alternatives }) =>
    [term, ...alternatives].map((form) => form.slice(DERIVED.length)),
  )

describe('derived forms of a title', () => {
  it.each([
    ['Night bus', ['nightbus']],
    ['night-bus', ['nightbus']],
    ['Wi-Fi 6', ['wifi', 'wifi6', 'fi6']],
    ['NightBus', ['night', 'bus']],
    ['HTMLParser', ['html', 'parser']],
    ['8bit', ['8', 'bit']],
    ['mp3Player', ['mp', '3', 'player', 'mp3', '3player']],
    ['Node.js', ['nodejs']],
    ['Türme Bus', ['turmebus', 'tuermebus']],
    ['ナイト・バス', ['とば', 'naito', 'basu']],
    ['야간 버스', ['간버']],
    ['サクラ日和', ['sakura']],
    ['weather', []],
    ['天気', []],
  ])('%s: %j', (title, forms) => {
    expect(formsOf(title)).toEqual(forms)
  })

  it('cover what they stand for', () => {
    const [joined] = derivedForms('A night bus').filter(({ term }) => term === '-nightbus')
    expect('A night bus'.slice(joined?.start, joined?.end)).toBe('night bus')
  })

  it('are few, however long it is', () => {
    for (const title of ['a b '.repeat(50), 'aB1'.repeat(60), 'ア・'.repeat(100)]) {
      expect(derivedForms(title).length).toBeLessThanOrEqual(DERIVED_MAX)
    }
  })
})

describe('a title as a whole', () => {
  it.each([
    ['Night bus', 'nightbus'],
    ['NightBus', 'night-bus'],
    ['花鳥', '花鸟'],
    ['髮型', '发型'],
    ['C++ tools', 'c++-tools'],
    ['ナイト・バス', 'ないとばす'],
    ['サクラ', 'sakura'],
  ])('%s is %s', (title, other) => {
    expect(wholeForms(title)).toContain(wholeForms(other)[0])
  })

  it.each([
    ['C++', 'C'],
    ['C#', 'C'],
    ['.NET', 'net'],
    ['Notepad++', 'Notepad'],
    ['花鳥', '花'],
  ])('%s is not %s', (title, other) => {
    expect(wholeForms(title)).not.toContain(wholeForms(other)[0])
  })

  it('has none if it is long or has no letters', () => {
    expect(wholeForms('a'.repeat(200))).toEqual([])
    expect(wholeForms('★')).toEqual([])
  })
})

describe('words of a query', () => {
  it('are joined with up to two neighbours, but not across other scripts and names', () => {
    const joinedOf = (text: string) => allTokens(text).map(({ joined }) => joined)
    expect(joinedOf('a night bus')).toEqual([
      ['anight', 'anightbus'],
      ['anight', 'nightbus', 'anightbus'],
      ['nightbus', 'anightbus'],
    ])
    expect(joinedOf('night 天 bus')).toEqual([[], [], []])
    expect(joinedOf('night C# bus')).toEqual([[], [], []])
  })

  it('are split into two words of two letters at least, or a number', () => {
    expect(splitsOf('wifi')).toEqual([['wi', 'fi']])
    expect(splitsOf('8bit')).toEqual([
      ['8', 'bit'],
      ['8b', 'it'],
    ])
    expect(splitsOf('c++')).toEqual([])
    expect(splitsOf('a'.repeat(25))).toEqual([])
  })
})
