import { SITE_LANGUAGES, type SiteLanguage } from './locale.ts'

const OTHERS = [
  'ar',
  'bg',
  'bn',
  'ca',
  'cs',
  'da',
  'el',
  'es',
  'et',
  'eu',
  'fa',
  'fi',
  'gl',
  'he',
  'hi',
  'hr',
  'hu',
  'hy',
  'id',
  'is',
  'it',
  'ka',
  'ko',
  'lt',
  'lv',
  'mk',
  'ms',
  'nb',
  'nl',
  'pl',
  'pt',
  'ro',
  'ru',
  'sk',
  'sl',
  'sq',
  'sr',
  'sv',
  'ta',
  'te',
  'th',
  'fil',
  'tr',
  'uk',
  'ur',
  'vi',
  'zh-Hant',
  'und',
] as const
export type ProjectLanguage = SiteLanguage | (typeof OTHERS)[number]
/**
 * BCP 47 tags of the languages that a project may be written in: those of the interface, then other common
 * ones. `und` stands for any other language; creators choose it, it is never detected.
 */
export const PROJECT_LANGUAGES: readonly ProjectLanguage[] = [
  ...new Set([...SITE_LANGUAGES, ...OTHERS]),
]

/** Tag of a language that is none of the table. */
export const OTHER_LANGUAGE = 'und' satisfies ProjectLanguage

/**
 * The `lang` attribute of a project's text. Empty if the language is unknown: without the attribute the text
 * would count as written in the language of the page (HTML, section 3.2.6.2).
 */
export const langOf = ({ language }: { language?: ProjectLanguage | null | undefined }): string =>
  language && language !== OTHER_LANGUAGE ? language : ''
