import { describe, expect, it } from 'vitest'
import { pluralIssues } from '#scripts/messages/plurals.ts'
import { correctTypography, typographyIssues } from '#scripts/messages/typography.ts'

describe('the check of plurals', () => {
  it.each([
    ['en', '{count, plural, other {# icons}}', ['lacks the plural category “one”']],
    ['fr', '{count, plural, one {# a} other {# b}}', ['lacks the plural category “many”']],
    [
      'ja',
      '{count, plural, one {# a} other {# b}}',
      ['has the plural category “one”, which is never used'],
    ],
    ['de', '{count, plural, =0 {none} one {# a} other {# b}}', []],
    [
      'de',
      '<b>{who, select, other {{n, plural, other {#}}}}</b>',
      ['lacks the plural category “one”'],
    ],
    ['de', 'a {b', ['is not a valid ICU message: EXPECT_ARGUMENT_CLOSING_BRACE']],
  ])('wants the CLDR categories of %s in %s, also inside of tags', (lang, message, issues) => {
    expect(pluralIssues(lang, message)).toEqual(issues)
  })
})

describe('the correction of typography', () => {
  it.each([
    ['fr', 'Oui !', 'Oui\u202F!'],
    ['fr', 'Oui; « non »?', 'Oui\u202F; «\u202Fnon\u202F»\u202F?'],
    ['fr', '{name} : 16:10, https://example.org/?a', '{name}\u00A0: 16:10, https://example.org/?a'],
    ['fr', 'Plus de 5 000, puis …', 'Plus de 5\u202F000, puis…'],
    [
      'fr',
      '«<b>{n, plural, one {#} other {# :}}</b>»',
      '«\u202F<b>{n, plural, one {#} other {#\u00A0:}}</b>\u202F»',
    ],
    ['de', 'Moment …', 'Moment\u00A0…'],
    ['de', '{name} wird gelesen…', '{name} wird gelesen\u00A0…'],
    ['ja', '2文字のPNG、{max}まで', '2 文字の PNG、{max}まで'],
    ['ja', '1～3 枚', '1〜3 枚'],
    ['zh-cn', '最多{max, number}个SVG', '最多{max, number}个 SVG'],
  ] as const)('turns the %s message “%s” into one without issues', (locale, message, corrected) => {
    expect(correctTypography(locale, message)).toBe(corrected)
    expect(typographyIssues(locale, message)).not.toEqual([])
    expect(typographyIssues(locale, corrected)).toEqual([])
  })
})

describe('the check of typography', () => {
  it.each([
    ['en', 'Wait...', 'writes “…” instead of three dots'],
    ['en', "It's here", 'writes ’ as apostrophe'],
    ['en', 'A  gap', 'has no space at either end and no two in a row'],
    ['en', '«term»', 'uses the quotation marks of its language, in pairs'],
    ['de', '“Begriff”', 'uses the quotation marks of its language, in pairs'],
    ['de', '„Begriff”', 'uses the quotation marks of its language, in pairs'],
    ['fr', 'le “mot”', 'uses the quotation marks of its language, in pairs'],
    ['ja', '“名前”', 'uses the quotation marks of its language, in pairs'],
    ['zh-cn', '「名称」', 'uses the quotation marks of its language, in pairs'],
    ['zh-cn', '名称, 版本', 'has full-width punctuation'],
    ['ja', '残り: {names}', 'has full-width punctuation'],
    ['ja', '版(任意)', 'has full-width punctuation'],
  ] as const)('rejects the %s message “%s”', (locale, message, rule) => {
    expect(typographyIssues(locale, message)).toEqual([rule])
  })

  it.each([
    ['en', 'The “<b></b>” of {name}’s pack: 16:10.'],
    ['de', 'Das Icon „{name}“: https://example.org/a.'],
    ['fr', 'L’icône «\u202F<b></b>\u202F»\u00A0: 16:10\u202F!'],
    ['ja', '「{name}」を {max} 件、OS の設定：{title}。'],
    ['zh-cn', '“{name}”（共 {count, plural, other {# 个}}）'],
  ] as const)('accepts the %s message “%s”', (locale, message) => {
    expect(typographyIssues(locale, message)).toEqual([])
  })
})
