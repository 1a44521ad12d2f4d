import type { MetadataRoute } from 'next'
import { absoluteUrl } from '#lib/seo/alternates.ts'

/** The site's address is known when it runs and not when it is built. */
export const dynamic = 'force-dynamic'

/** Everything but what is somebody's own; pages that no index wants say so themselves. */
export default function robots(): MetadataRoute.Robots {
  return {
    rules: {
      userAgent: '*',
      allow: ['/', '/api/v1/file/'],
      disallow: ['/api/', '/home/user', '/*/home/user'],
    },
    sitemap: absoluteUrl('/sitemap.xml'),
  }
}
