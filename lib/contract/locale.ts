/**
 * The languages of the interface (section 9), as they stand in addresses.
 * The first is the default and the fallback. Content may be written in the same ones.
 */
export const LOCALES = ['en', 'fr', 'zh-cn', 'ja', 'de'] as const
export type Locale = (typeof LOCALES)[number]
