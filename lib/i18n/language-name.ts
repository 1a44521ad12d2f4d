import { OTHER_LANGUAGE, PROJECT_LANGUAGES, type ProjectLanguage } from '#lib/contract/language.ts'
import { SITE_LANGUAGES } from '#lib/contract/locale.ts'

/** Name of a language in the language of a page, capitalised as an entry of a list. */
export function languageName(language: ProjectLanguage, locale: string): string {
  const name = new Intl.DisplayNames(locale, { type: 'language' }).of(language) ?? language
  const [first = ''] = name
  return first.toLocaleUpperCase(locale) + name.slice(first.length)
}

type Option = { value: ProjectLanguage; label: string }

/**
 * Options of a choice of language: those of the interface first, the others by name in the language of the
 * page, any other language (`other`) last.
 */
export function languageOptions(locale: string, other: string): Option[] {
  const toOption = (value: ProjectLanguage) => ({ value, label: languageName(value, locale) })
  const { compare } = new Intl.Collator(locale)
  return [
    ...SITE_LANGUAGES.map(toOption),
    ...PROJECT_LANGUAGES.slice(SITE_LANGUAGES.length)
      .filter((language) => language !== OTHER_LANGUAGE)
      .map(toOption)
      .toSorted((a, b) => compare(a.label, b.label)),
    { value: OTHER_LANGUAGE, label: other },
  ]
}
