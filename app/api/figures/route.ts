import { call } from '#lib/api/call.ts'
import { failureResponse } from '#lib/api/failure-response.ts'
import { refuse } from '#lib/api/refuse.ts'
import { projectParamsSchema } from '#lib/contract/project.ts'
import { figuresCsv, rangeOf } from '#lib/own-projects/ranges.ts'
import { accountOf } from '#lib/session/fresh-token.ts'
import { readSession } from '#lib/session/session.ts'

/** Figures of an own project as CSV, for its author alone: 401 without a session, 404 for another project. */
export async function GET(request: Request): Promise<Response> {
  const query = Object.fromEntries(new URL(request.url).searchParams)
  const place = projectParamsSchema.safeParse(query)
  if (!place.success) return refuse(404)
  const session = await readSession(request.headers.get('cookie'))
  if (session === null || session === 'unreadable') return refuse(401)
  const { token } = session
  const account = await accountOf(token)
  if (!account.ok) return refuse(401)
  try {
    const { kind, id } = place.data
    const range = rangeOf(query['days'])
    const csv = figuresCsv(await call('projectFigures', { kind, id }, { token }), range)
    return new Response(csv, {
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'cache-control': 'private, no-store',
        'content-disposition': `attachment; filename="${id}-${range}.csv"`,
      },
    })
  } catch (error) {
    return failureResponse(error)
  }
}
