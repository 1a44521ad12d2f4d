import { readNewest, readShards } from '#lib/catalogue/server.ts'
import { SHARDED } from '#lib/contract/address.ts'
import { documents } from '#lib/paths.ts'
import { documentResponse } from '#lib/seo/document.ts'
import { lastUpdate, SITEMAP_HEADERS, sitemapIndex } from '#lib/seo/sitemap.ts'

export const dynamic = 'force-dynamic'

/** Sitemap index: the site's own pages, and one sitemap per shard of projects and of authors. */
export async function GET(request: Request): Promise<Response> {
  const [newest, ...shards] = await Promise.all([
    readNewest(1),
    ...SHARDED.map(async (of) => {
      const starts = await readShards(of)
      return starts.map((start) => documents.sitemapShard(of, start))
    }),
  ])
  const xml = sitemapIndex([documents.sitemapOfPages, ...shards.flat()])
  return documentResponse(request, {
    ...SITEMAP_HEADERS,
    version: xml,
    lastModified: lastUpdate(newest.items),
    body: () => xml,
  })
}
