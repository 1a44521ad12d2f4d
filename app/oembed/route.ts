import { z } from 'zod'
import { ApiError } from '#lib/api/error.ts'
import { readProject } from '#lib/catalogue/server.ts'
import { oembed, oembedXml, projectAt } from '#lib/seo/oembed.ts'

export const dynamic = 'force-dynamic'

const room = z.coerce.number().int().min(1).max(10_000).optional().catch(undefined)
const querySchema = z.object({
  url: z.string().max(2000),
  format: z.string().default('json'),
  maxwidth: room,
  maxheight: room,
})

/** What `oembed` tells is nobody's secret: pages of other sites may ask from the browser. */
const OPEN = { 'access-control-allow-origin': '*' }

/**
 * oEmbed 1.0 (`?url=…&maxwidth&maxheight&format=json|xml`) for a project's page: 404 for any other
 * address, 501 for another format.
 */
export async function GET(request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url)
  const query = querySchema.safeParse(Object.fromEntries(searchParams))
  const wanted = query.success ? projectAt(query.data.url) : null
  if (!query.success || !wanted) return nothing(404)
  const { format } = query.data
  if (format !== 'json' && format !== 'xml') return nothing(501)
  try {
    const project = await readProject(wanted.kind, wanted.id)
    if (!project) return nothing(404)
    const answer = oembed(wanted.locale, project, query.data)
    const headers = { ...OPEN, 'cache-control': 'public, max-age=0, s-maxage=300' }
    if (format === 'json') return Response.json(answer, { headers })
    return new Response(oembedXml(answer), {
      headers: { ...headers, 'content-type': 'text/xml; charset=utf-8' },
    })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return nothing(error.failure.code)
  }
}

const nothing = (status: number) =>
  new Response('', { status, headers: { ...OPEN, 'cache-control': 'no-store' } })
