import { readAuthorShard, readList, readProjectShard } from '#lib/catalogue/server.ts'
import { KINDS } from '#lib/contract/kind.ts'
import { idSchema } from '#lib/contract/project.ts'
import { ownPages } from '#lib/env.ts'
import { paths } from '#lib/paths.ts'
import { emptyResponse, failureResponse } from '#lib/api/failure-response.ts'
import { documentResponse } from '#lib/seo/document.ts'
import {
  authorEntries,
  lastUpdate,
  projectEntries,
  RETRY,
  SITEMAP_HEADERS,
  urlEntries,
  URLSET,
} from '#lib/seo/sitemap.ts'

export const dynamic = 'force-dynamic'

/** Addresses that are rendered at once while a sitemap is sent. */
const CHUNK = 500

type Context = { params: Promise<{ name: string }> }
type Dated = { updated_at: string }

/**
 * `pages.xml`; `projects-{id}.xml` and `authors-{uid}.xml` with the entries after an id (`0`: from
 * the beginning).
 */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { name } = await params
  return sitemapOf(request, name).catch((error: unknown) => failureResponse(error, RETRY))
}

async function sitemapOf(request: Request, name: string): Promise<Response> {
  if (name === 'pages.xml') return pagesSitemap(request)
  const [, of, id = ''] = /^(projects|authors)-([\w-]+)\.xml$/.exec(name) ?? []
  if (!idSchema.safeParse(id).success) return emptyResponse(404)
  const start = id === '0' ? '' : id
  return of === 'authors'
    ? shardSitemap(request, readAuthorShard(start), authorEntries)
    : shardSitemap(request, readProjectShard(start), projectEntries)
}

/** The site's own pages. A list is as new as its last project, the home page as the last of all lists. */
async function pagesSitemap(request: Request): Promise<Response> {
  const lists = await Promise.all(
    KINDS.map(async (kind) => {
      const { items } = await readList(kind, { sort: 'recent', limit: 1 })
      return { path: paths.list(kind), updated: items[0]?.updated_at, items }
    }),
  )
  const newest = lastUpdate(lists.flatMap(({ items }) => items))
  const updated = newest === undefined ? undefined : new Date(newest).toISOString()
  const own = ownPages().map(([page]) => ({ path: paths.about(page) }))
  const guides = [
    paths.publish,
    ...KINDS.map(paths.howTo),
    paths.automation(),
    paths.developers(),
    paths.accountCalls,
  ].map((path) => ({ path }))
  const all = [{ path: paths.home, updated }, ...lists, { path: paths.faq }, ...guides, ...own]
  const xml = URLSET.open + all.map(urlEntries).join('') + URLSET.close
  return documentResponse(request, {
    ...SITEMAP_HEADERS,
    version: xml,
    lastModified: newest,
    body: () => xml,
  })
}

/**
 * The sitemap of a shard: its addresses are read first, since they decide whether anything has changed; the
 * document, thirty times as long, is sent as it is rendered. 404 without addresses, since a sitemap has at
 * least one.
 */
async function shardSitemap<T extends Dated>(
  request: Request,
  batches: AsyncGenerator<T[]>,
  entriesOf: (item: T) => string,
): Promise<Response> {
  const items = (await Array.fromAsync(batches)).flat()
  if (items.length === 0) return emptyResponse(404)
  return documentResponse(request, {
    ...SITEMAP_HEADERS,
    version: JSON.stringify(items),
    lastModified: lastUpdate(items),
    body: () => toStream(render(items, entriesOf)),
  })
}

function* render<T>(items: T[], entriesOf: (item: T) => string): Generator<Uint8Array> {
  const encoder = new TextEncoder()
  yield encoder.encode(URLSET.open)
  for (let at = 0; at < items.length; at += CHUNK) {
    yield encoder.encode(
      items
        .slice(at, at + CHUNK)
        .map(entriesOf)
        .join(''),
    )
  }
  yield encoder.encode(URLSET.close)
}

/** A stream that renders a part when the previous one is sent. */
function toStream(parts: Iterator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull(controller) {
      const { done, value } = parts.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
  })
}
