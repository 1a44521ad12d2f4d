import { describe, expect, it } from 'vitest'
import { PROJECT_LANGUAGES } from '#lib/contract/language.ts'
import { LOCALES } from '#lib/contract/locale.ts'
import { languageName, languageOptions } from '#lib/i18n/language-name.ts'

describe('the choice of language', () => {
  it.each(LOCALES)('offers every language once, by a name of its own, in %s', (locale) => {
    const options = languageOptions(locale, 'other')
    expect(options.map(({ value }) => value).toSorted()).toEqual(PROJECT_LANGUAGES.toSorted())
    expect(new Set(options.map(({ label }) => label)).size).toBe(options.length)
    // A language without a name is shown by its tag.
    expect(options.filter(({ value, label }) => value === label.toLowerCase())).toEqual([])
  })

  it('starts with the languages of the interface and sorts the others by name', () => {
    const labels = languageOptions('fr', 'Autre langue').map(({ label }) => label)
    const site = ['Anglais', 'Français', 'Chinois simplifié', 'Japonais', 'Allemand']
    expect(labels.slice(0, 5)).toEqual(site)
    expect(labels[5]).toBe('Albanais')
    expect(labels.indexOf('Hébreu')).toBeLessThan(labels.indexOf('Hindi'))
    expect(labels.at(-1)).toBe('Autre langue')
  })

  it('names a language in the language of the page', () => {
    expect(languageName('zh-Hant', 'de')).toBe('Chinesisch (traditionell)')
    expect(languageName('de', 'ja')).toBe('ドイツ語')
  })
})
