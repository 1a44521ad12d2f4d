import { defineRouting } from 'next-intl/routing'
import { LOCALES } from '#lib/contract/locale.ts'

/**
 * English has no prefix. The library's cookie and `Link` header are off: cached pages would differ
 * by visitor or `Host`.
 */
export const routing = defineRouting({
  locales: LOCALES,
  defaultLocale: 'en',
  localePrefix: 'as-needed',
  localeDetection: false,
  localeCookie: false,
  alternateLinks: false,
})
