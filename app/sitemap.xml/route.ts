import { readShards } from '#lib/catalogue/server.ts'
import { sitemapIndex } from '#lib/seo/sitemap.ts'

export const dynamic = 'force-dynamic'

/** The index of sitemaps: one of the site's own pages, one per shard of projects. */
export async function GET(): Promise<Response> {
  const shards = await readShards()
  const paths = shards.map((start) => `/sitemaps/projects-${start || '0'}.xml`)
  return new Response(sitemapIndex(['/sitemaps/pages.xml', ...paths]), {
    headers: {
      'content-type': 'application/xml; charset=utf-8',
      'cache-control': 'public, max-age=0, s-maxage=3600',
    },
  })
}
