import { describe, expect, it } from 'vitest'
import { LOCALES } from '#lib/contract/locale.ts'
import {
  glossaryIssues,
  glossarySchema,
  readGlossary,
  unexplainedTerms,
} from '#scripts/messages/glossary.ts'

const glossary = glossarySchema.parse({
  account: {
    term: {
      en: ['account', 'accounts'],
      fr: ['compte*'],
      'zh-cn': ['账号'],
      ja: ['アカウント'],
      de: ['Konto*', 'Konten'],
    },
    never: { de: ['Benutzerkonto'], 'zh-cn': ['账户'] },
    except: { en: ['sense'], ja: ['short'] },
  },
})
const check = (
  locale: (typeof LOCALES)[number],
  english: string,
  translation: string,
  key = 'key',
) =>
  glossaryIssues(
    glossary,
    locale,
    new Map([
      ['sense', ''],
      ['short', ''],
      [key, english],
    ]),
    new Map([[key, translation]]),
  ).map(([at, issue]) => `${at} ${issue}`)

describe('the glossary', () => {
  it('has at least 40 terms, each with a translation in five languages', () => {
    const terms = Object.values(readGlossary())
    expect(terms.length).toBeGreaterThanOrEqual(40)
    for (const { term } of terms) expect(Object.keys(term).toSorted()).toEqual(LOCALES.toSorted())
  })

  it('gives a reason for each term, and names terms without one', () => {
    expect(unexplainedTerms(readGlossary())).toEqual([])
    expect(unexplainedTerms(glossary)).toEqual(['account'])
  })

  it('accepts the declared inflections, in any case and with any letters for *', () => {
    expect(check('de', 'Your account', 'Ihre Kontoseite')).toEqual([])
    expect(check('de', 'Accounts', 'KONTEN')).toEqual([])
    expect(check('zh-cn', 'Your account', '您的账号')).toEqual([])
  })

  it('rejects a translation without the term', () => {
    expect(check('de', 'Your account', 'Ihr Zugang')).toEqual([
      'key lacks “Konto*”, “Konten” for “account”',
    ])
    expect(check('fr', 'Accounts', 'Acomptes')).toHaveLength(1)
  })

  it('rejects a synonym that is never used, even where English does not use the term', () => {
    expect(check('de', 'Welcome', 'Ihr Benutzerkonto')).toEqual([
      'key has “Benutzerkonto” instead of “Konto*”',
    ])
    expect(check('zh-cn', 'Your account', '您的账号（账户）')).toHaveLength(1)
  })

  it('reads words, not parts of words and names of arguments', () => {
    expect(check('de', 'Unaccountable {account}', 'Unerklärlich {account}')).toEqual([])
    expect(check('de', 'Your account', 'Ihr {Konto}')).toHaveLength(1)
  })

  it('leaves out exceptions, for all languages with another sense in English', () => {
    expect(check('de', 'On no account', 'Keinesfalls', 'sense')).toEqual([])
    expect(check('ja', 'Account', '設定', 'short')).toEqual([])
    expect(check('de', 'Account', 'Einstellungen', 'short')).toHaveLength(1)
  })

  it('names exceptions that are no message', () => {
    const issues = glossaryIssues(glossary, 'de', new Map([['short', '']]), new Map())
    expect(issues).toEqual([['sense', 'is an exception of “account”, but no message']])
  })
})
