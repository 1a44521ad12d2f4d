import type { MetadataRoute } from 'next'
import { LOCALES } from '#lib/contract/locale.ts'
import { localePath } from '#lib/i18n/path.ts'
import { CRAWLED, documents, paths, UNCRAWLED } from '#lib/paths.ts'
import { absoluteUrl } from '#lib/seo/alternates.ts'

/** Rendered at run time: the site's address is not known to the build. */
export const dynamic = 'force-dynamic'

/** All but the user area and the administration; pages that should not be indexed have a robots meta tag. */
export default function robots(): MetadataRoute.Robots {
  return {
    rules: {
      userAgent: '*',
      allow: ['/', ...CRAWLED],
      disallow: [
        '/api/',
        ...UNCRAWLED,
        paths.user,
        `/*${paths.user}`,
        // An author may have this name.
        ...LOCALES.map((locale) => localePath(locale, paths.admin)),
      ],
    },
    sitemap: absoluteUrl(documents.sitemap),
  }
}
