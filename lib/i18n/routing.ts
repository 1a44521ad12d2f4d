import { defineRouting } from 'next-intl/routing'
import { LOCALES } from '#lib/contract/locale.ts'

/**
 * English without a prefix, the others under theirs. The cookie and the `Link` header of the
 * library are off: both would make cached pages differ by visitor or by `Host`.
 */
export const routing = defineRouting({
  locales: LOCALES,
  defaultLocale: 'en',
  localePrefix: 'as-needed',
  localeDetection: false,
  localeCookie: false,
  alternateLinks: false,
})
