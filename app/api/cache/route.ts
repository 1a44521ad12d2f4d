import { isOperator, readJson } from '#lib/api/operator.ts'
import { refuse } from '#lib/api/refuse.ts'
import { look, purge } from '#lib/cache/look.ts'
import { cachePurgeSchema, cacheQuerySchema } from '#lib/contract/cache/look.ts'
import { CODE_OK } from '#lib/contract/envelope.ts'

export const dynamic = 'force-dynamic'

/** Limit of the body, in bytes. */
const BODY_MAX_BYTES = 16 * 1024

/** What is in the caches of this process, for the operator. */
export async function GET(request: Request): Promise<Response> {
  if (!isOperator(request)) return refuse(404)
  const query = cacheQuerySchema.safeParse(Object.fromEntries(new URL(request.url).searchParams))
  return query.success ? answer(await look(query.data)) : refuse(400)
}

/** Purges a tag or a key of this process. */
export async function POST(request: Request): Promise<Response> {
  if (!isOperator(request)) return refuse(404)
  const body = await readJson(request, BODY_MAX_BYTES)
  if (body instanceof Response) return body
  const wanted = cachePurgeSchema.safeParse(body)
  return wanted.success ? answer(await purge(wanted.data)) : refuse(400)
}

const answer = (data: object) =>
  Response.json(
    { code: CODE_OK, message: '', data },
    { headers: { 'cache-control': 'private, no-store' } },
  )
