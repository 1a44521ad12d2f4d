import type { MetadataRoute } from 'next'
import { CRAWLED, documents, pages } from '#lib/paths.ts'
import { absoluteUrl } from '#lib/seo/alternates.ts'

/** Rendered at run time: the site's address is not known to the build. */
export const dynamic = 'force-dynamic'

/** All but the user area; pages that should not be indexed have a robots meta tag. */
export default function robots(): MetadataRoute.Robots {
  return {
    rules: {
      userAgent: '*',
      allow: ['/', ...CRAWLED],
      disallow: ['/api/', pages.user, `/*${pages.user}`],
    },
    sitemap: absoluteUrl(documents.sitemap),
  }
}
