/**
 * The languages of the interface, as written in addresses. The first is the default and the fallback.
 */
export const LOCALES = ['en', 'fr', 'zh-cn', 'ja', 'de'] as const
export type Locale = (typeof LOCALES)[number]

export type LanguageFacts = {
  /** Its own name, for the language switch. */
  name: string
  /** BCP 47 tag of pages in the language. */
  lang: string
  /** Direction of its script. */
  direction: 'ltr' | 'rtl'
  /** Tag in Open Graph's notation. */
  ogLocale: string
}

export const LANGUAGES: Record<Locale, LanguageFacts> = {
  en: { name: 'English', lang: 'en', direction: 'ltr', ogLocale: 'en_US' },
  fr: { name: 'Français', lang: 'fr', direction: 'ltr', ogLocale: 'fr_FR' },
  'zh-cn': { name: '简体中文', lang: 'zh-CN', direction: 'ltr', ogLocale: 'zh_CN' },
  ja: { name: '日本語', lang: 'ja', direction: 'ltr', ogLocale: 'ja_JP' },
  de: { name: 'Deutsch', lang: 'de', direction: 'ltr', ogLocale: 'de_DE' },
}
