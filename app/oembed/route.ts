import { z } from 'zod'
import { cardVersion } from '#app/cards/[locale]/[...path]/found-card.ts'
import { emptyResponse, failureResponse } from '#lib/api/failure-response.ts'
import { readProject } from '#lib/catalogue/server.ts'
import { oembed, oembedXml, projectAt } from '#lib/seo/oembed.ts'

export const dynamic = 'force-dynamic'

const maxSize = z.coerce.number().int().min(1).max(10_000).optional().catch(undefined)
const querySchema = z.object({
  url: z.string().max(2000),
  format: z.string().default('json'),
  maxwidth: maxSize,
  maxheight: maxSize,
})

/** Public data: other sites may fetch it from the browser. */
const OPEN = { 'access-control-allow-origin': '*' }

/**
 * oEmbed 1.0 (`?url=…&maxwidth&maxheight&format=json|xml`) for a project's page: 404 for any other
 * address, 501 for another format.
 */
export async function GET(request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url)
  const query = querySchema.safeParse(Object.fromEntries(searchParams))
  const target = query.success ? projectAt(query.data.url) : null
  if (!query.success || !target) return emptyResponse(404, OPEN)
  const { format } = query.data
  if (format !== 'json' && format !== 'xml') return emptyResponse(501, OPEN)
  try {
    const project = await readProject(target.kind, target.id)
    if (!project) return emptyResponse(404, OPEN)
    const version = await cardVersion(target.locale, project)
    const answer = oembed(target.locale, project, { ...query.data, cardVersion: version })
    const headers = { ...OPEN, 'cache-control': 'public, max-age=0, s-maxage=300' }
    if (format === 'json') return Response.json(answer, { headers })
    return new Response(oembedXml(answer), {
      headers: { ...headers, 'content-type': 'text/xml; charset=utf-8' },
    })
  } catch (error) {
    return failureResponse(error, OPEN)
  }
}
