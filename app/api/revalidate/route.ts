import { isOperator, readJson } from '#lib/api/operator.ts'
import { refuse } from '#lib/api/refuse.ts'
import { untilFollowed } from '#lib/cache/followers.ts'
import { expireChanged } from '#lib/catalogue/revalidate.ts'
import { revalidateRequestSchema } from '#lib/contract/operator.ts'

/** Limit of the body, in bytes. */
const BODY_MAX_BYTES = 4 * 1024

/** Receives changes from the operator's commands and from other web processes. */
export async function POST(request: Request): Promise<Response> {
  if (!isOperator(request)) return refuse(404)
  const body = await readJson(request, BODY_MAX_BYTES)
  if (body instanceof Response) return body
  const change = revalidateRequestSchema.safeParse(body)
  if (!change.success) return refuse(400)
  expireChanged(change.data)
  await untilFollowed()
  return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } })
}
