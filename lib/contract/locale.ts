export type LanguageFacts = {
  /** Its own name, for the language switch. */
  name: string
  /** BCP 47 tag of pages in the language. */
  lang: string
  /** BCP 47 tag of projects in the language. Chinese has a tag for each script: fonts depend on it. */
  written: string
  /** Direction of its script. */
  direction: 'ltr' | 'rtl'
  /** Tag in Open Graph's notation. */
  ogLocale: string
}

/** The languages of the interface, as written in addresses. English is the default and the fallback. */
const TABLE = {
  en: { name: 'English', lang: 'en', written: 'en', direction: 'ltr', ogLocale: 'en_US' },
  fr: { name: 'Français', lang: 'fr', written: 'fr', direction: 'ltr', ogLocale: 'fr_FR' },
  'zh-cn': {
    name: '简体中文',
    lang: 'zh-CN',
    written: 'zh-Hans',
    direction: 'ltr',
    ogLocale: 'zh_CN',
  },
  ja: { name: '日本語', lang: 'ja', written: 'ja', direction: 'ltr', ogLocale: 'ja_JP' },
  de: { name: 'Deutsch', lang: 'de', written: 'de', direction: 'ltr', ogLocale: 'de_DE' },
} as const satisfies Record<string, LanguageFacts>

export type Locale = keyof typeof TABLE
const isLocale = (name: string): name is Locale => Object.hasOwn(TABLE, name)
/** The default first. */
export const LOCALES: readonly [Locale, ...Locale[]] = [
  'en',
  ...Object.keys(TABLE)
    .filter(isLocale)
    .filter((locale) => locale !== 'en'),
]
export type SiteLanguage = (typeof TABLE)[Locale]['written']
export const LANGUAGES: Readonly<Record<Locale, LanguageFacts & { written: SiteLanguage }>> = TABLE

/** BCP 47 tags of projects in the languages of the interface, in the same order. */
export const SITE_LANGUAGES: readonly SiteLanguage[] = LOCALES.map(
  (locale) => TABLE[locale].written,
)
