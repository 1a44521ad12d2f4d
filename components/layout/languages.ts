import { localePath } from '#lib/i18n/path.ts'
import { LOCALES, type Locale } from '#lib/contract/locale.ts'

/** Each language by its own name and by its BCP 47 tag. */
export const LANGUAGES: Record<Locale, { name: string; lang: string }> = {
  en: { name: 'English', lang: 'en' },
  fr: { name: 'Français', lang: 'fr' },
  'zh-cn': { name: '简体中文', lang: 'zh-CN' },
  ja: { name: '日本語', lang: 'ja' },
  de: { name: 'Deutsch', lang: 'de' },
}

/** What the language switch lists. */
export const languageList = LOCALES.map((locale) => ({
  locale,
  ...LANGUAGES[locale],
  prefix: localePath(locale, ''),
}))
