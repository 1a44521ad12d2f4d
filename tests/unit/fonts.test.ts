import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { LOCALES } from '#lib/contract/locale.ts'
import { fonts, fontStack, parseRanges, sliceFile } from '#lib/fonts.ts'
const messagesOf = (locale: string) => readFileSync(`messages/${locale}.json`, 'utf8')

/** The families that have a character, by the ranges of their slices. */
function familiesWith(char: string): string[] {
  const code = char.codePointAt(0) ?? 0
  return fonts
    .filter(({ unicodeRange }) => unicodeRange.some(([from, to]) => code >= from && code <= to))
    .map(({ name }) => name)
}

describe('the fonts of a share card', () => {
  it.each(LOCALES)('contain every character of the interface in %s', (locale) => {
    const chars = new Set(messagesOf(locale).replaceAll(/\s/g, ''))
    expect([...chars].filter((char) => familiesWith(char).length === 0)).toEqual([])
  })

  it.each([
    ['山水月亮的森林', 'noto-sans-sc'],
    ['アイコンと鍵盤', 'noto-sans-jp'],
    ['아이콘', 'noto-sans-kr'],
    ['أيقونات', 'noto-sans-arabic'],
    ['סמלים', 'noto-sans-hebrew'],
    ['ไอคอน', 'noto-sans-thai'],
    ['आइकन', 'noto-sans-devanagari'],
    ['Ωλ Ж ễ', 'inter'],
    ['🎹', 'noto-emoji'],
  ])('have %s, in %s', (text, family) => {
    for (const char of text.replaceAll(' ', '')) expect(familiesWith(char)).toContain(family)
  })

  it('exist as files', () => {
    const missing = fonts.filter(({ name, slice }) => !existsSync(sliceFile(name, slice)))
    expect(missing.map(({ key }) => key)).toEqual([])
    expect(fonts.length).toBeGreaterThan(300)
  })

  it('are ordered by language, so that Chinese and Japanese get their own glyphs', () => {
    const order = (lang: string) => fontStack(lang, 'display').split(', ')
    expect(order('en')[0]).toBe('bricolage-grotesque')
    for (const [lang, first, second] of [
      ['ja', 'noto-sans-jp', 'noto-sans-sc'],
      ['zh-CN', 'noto-sans-sc', 'noto-sans-jp'],
    ] as const) {
      expect(order(lang).indexOf(first)).toBeLessThan(order(lang).indexOf(second))
    }
    expect(order('fr').toSorted()).toEqual([...new Set(fonts.map(({ name }) => name))].toSorted())
  })
})

it('parses character ranges in the syntax of style sheets', () => {
  expect(parseRanges('U+20-7e, U+a0,U+1f3b9')).toEqual([
    [0x20, 0x7e],
    [0xa0, 0xa0],
    [0x1f3b9, 0x1f3b9],
  ])
})
