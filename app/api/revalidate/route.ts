import { createHash, timingSafeEqual } from 'node:crypto'
import { readBounded, TooLargeError } from '#lib/limits/read-bounded.ts'
import { refuse } from '#lib/api/refuse.ts'
import { untilFollowed } from '#lib/cache/followers.ts'
import { expireChanged } from '#lib/catalogue/revalidate.ts'
import { revalidateRequestSchema } from '#lib/contract/operator.ts'
import { env } from '#lib/env.ts'

/** Limit of the body, in bytes. */
const BODY_MAX_BYTES = 4 * 1024

/** Receives changes from the operator's commands and from other web processes. */
export async function POST(request: Request): Promise<Response> {
  if (!knowsSecret(request.headers.get('authorization'))) return refuse(404)
  try {
    const change = revalidateRequestSchema.safeParse(
      JSON.parse(await readBounded(request, BODY_MAX_BYTES)),
    )
    if (!change.success) return refuse(400)
    expireChanged(change.data)
    await untilFollowed()
    return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } })
  } catch (error) {
    if (error instanceof TooLargeError) return refuse(413)
    if (error instanceof SyntaxError) return refuse(400)
    throw error
  }
}

function knowsSecret(header: string | null): boolean {
  const { INTERNAL_SECRET } = env()
  if (header === null || INTERNAL_SECRET === undefined) return false
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(header), digest(`Bearer ${INTERNAL_SECRET}`))
}
