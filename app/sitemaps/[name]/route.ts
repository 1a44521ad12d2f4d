import { KIND_TABLE, KINDS } from '#lib/contract/kind.ts'
import { idSchema } from '#lib/contract/project.ts'
import { readShard } from '#lib/catalogue/server.ts'
import { projectEntries, urlEntries, URLSET } from '#lib/seo/sitemap.ts'

export const dynamic = 'force-dynamic'

const HEADERS = {
  'content-type': 'application/xml; charset=utf-8',
  'cache-control': 'public, max-age=0, s-maxage=3600',
}
const PAGES = ['/home/index', ...KINDS.map((kind) => `/home/${KIND_TABLE[kind].path}`), '/home/faq']

type Context = { params: Promise<{ name: string }> }

/** `pages.xml`, or `projects-{id}.xml`: the projects behind an id (`0`: from the first one on), as they are read. */
export async function GET(_: Request, { params }: Context): Promise<Response> {
  const { name } = await params
  if (name === 'pages.xml') {
    const entries = PAGES.map((path) => urlEntries({ path }))
    return new Response(URLSET.open + entries.join('') + URLSET.close, { headers: HEADERS })
  }
  const start = /^projects-([\w-]+)\.xml$/.exec(name)?.[1] ?? ''
  if (!idSchema.safeParse(start).success && start !== '0') {
    return new Response('', { status: 404, headers: { 'cache-control': 'no-store' } })
  }
  const batches = readShard(start === '0' ? '' : start)
  // The first one before anything is said: where it fails the status still tells.
  const first = await batches.next()
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(encoder.encode(URLSET.open))
      if (!first.done) controller.enqueue(encoder.encode(first.value.map(projectEntries).join('')))
    },
    async pull(controller) {
      const { done, value } = await batches.next()
      controller.enqueue(encoder.encode(done ? URLSET.close : value.map(projectEntries).join('')))
      if (done) controller.close()
    },
  })
  return new Response(body, { headers: HEADERS })
}
