import { readShards } from '#lib/catalogue/server.ts'
import { SHARDED } from '#lib/contract/address.ts'
import { sitemapIndex } from '#lib/seo/sitemap.ts'

export const dynamic = 'force-dynamic'

/** The index of sitemaps: one of the site's own pages, one per shard of projects and of authors. */
export async function GET(): Promise<Response> {
  const shards = await Promise.all(
    SHARDED.map(async (of) => {
      const starts = await readShards(of)
      return starts.map((start) => `/sitemaps/${of}-${start || '0'}.xml`)
    }),
  )
  return new Response(sitemapIndex(['/sitemaps/pages.xml', ...shards.flat()]), {
    headers: {
      'content-type': 'application/xml; charset=utf-8',
      'cache-control': 'public, max-age=0, s-maxage=3600',
    },
  })
}
