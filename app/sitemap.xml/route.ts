import { failureResponse } from '#lib/api/failure-response.ts'
import { ifAvailable } from '#lib/api/if-available.ts'
import { readNewest, readShards } from '#lib/catalogue/server.ts'
import { SHARDED } from '#lib/contract/address.ts'
import { documents } from '#lib/paths.ts'
import { documentResponse } from '#lib/seo/document.ts'
import { lastUpdate, RETRY, SITEMAP_HEADERS, sitemapIndex } from '#lib/seo/sitemap.ts'

export const dynamic = 'force-dynamic'

/** Sitemap index: the site's own pages, and one sitemap per shard of projects and of authors. 503 while the backend fails. */
export async function GET(request: Request): Promise<Response> {
  try {
    const [newest, ...shards] = await Promise.all([
      // The index does without the date of the last update.
      ifAvailable(readNewest(1)),
      ...SHARDED.map(async (of) => {
        const starts = await readShards(of)
        return starts.map((start) => documents.sitemapShard(of, start))
      }),
    ])
    const xml = sitemapIndex([documents.sitemapOfPages, ...shards.flat()])
    return documentResponse(request, {
      ...SITEMAP_HEADERS,
      version: xml,
      lastModified: lastUpdate(newest?.items ?? []),
      body: () => xml,
    })
  } catch (error) {
    return failureResponse(error, RETRY)
  }
}
