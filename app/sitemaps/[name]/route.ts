import { readAuthorShard, readProjectShard } from '#lib/catalogue/server.ts'
import { KIND_TABLE, KINDS } from '#lib/contract/kind.ts'
import { idSchema } from '#lib/contract/project.ts'
import { ownPages } from '#lib/env.ts'
import { authorEntries, projectEntries, urlEntries, URLSET } from '#lib/seo/sitemap.ts'

export const dynamic = 'force-dynamic'

const HEADERS = {
  'content-type': 'application/xml; charset=utf-8',
  'cache-control': 'public, max-age=0, s-maxage=3600',
}
const PAGES = ['/home/index', ...KINDS.map((kind) => `/home/${KIND_TABLE[kind].path}`), '/home/faq']

type Context = { params: Promise<{ name: string }> }

/**
 * `pages.xml`; `projects-{id}.xml` and `authors-{uid}.xml`: those behind an id (`0`: from the first
 * one on), sent as they are read.
 */
export async function GET(_: Request, { params }: Context): Promise<Response> {
  const { name } = await params
  if (name === 'pages.xml') {
    const paths = [...PAGES, ...ownPages().map(([page]) => `/home/about/${page}`)]
    const entries = paths.map((path) => urlEntries({ path }))
    return new Response(URLSET.open + entries.join('') + URLSET.close, { headers: HEADERS })
  }
  const [, of, id = ''] = /^(projects|authors)-([\w-]+)\.xml$/.exec(name) ?? []
  if (!idSchema.safeParse(id).success) {
    return new Response('', { status: 404, headers: { 'cache-control': 'no-store' } })
  }
  const start = id === '0' ? '' : id
  return of === 'authors'
    ? stream(readAuthorShard(start), authorEntries)
    : stream(readProjectShard(start), projectEntries)
}

/** A sitemap of everything that comes, batch by batch. */
async function stream<T>(
  batches: AsyncGenerator<T[]>,
  entriesOf: (item: T) => string,
): Promise<Response> {
  // The first one before anything is said: where it fails the status still tells.
  const first = await batches.next()
  const encoder = new TextEncoder()
  const encode = (batch: T[]) => encoder.encode(batch.map(entriesOf).join(''))
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(encoder.encode(URLSET.open))
      if (!first.done) controller.enqueue(encode(first.value))
    },
    async pull(controller) {
      const { done, value } = await batches.next()
      controller.enqueue(done ? encoder.encode(URLSET.close) : encode(value))
      if (done) controller.close()
    },
  })
  return new Response(body, { headers: HEADERS })
}
