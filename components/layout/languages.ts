import { routing } from '#lib/i18n/routing.ts'
import { LANGUAGES, LOCALES } from '#lib/contract/locale.ts'

/** Entries of the language switch. */
export const languageList = LOCALES.map((locale) => ({
  locale,
  name: LANGUAGES[locale].name,
  lang: LANGUAGES[locale].lang,
  prefix: locale === routing.defaultLocale ? '' : `/${locale}`,
}))
