import { createHash, timingSafeEqual } from 'node:crypto'
import { readBounded, TooLargeError } from '#lib/api/read-bounded.ts'
import { refuse } from '#lib/api/refuse.ts'
import { freshen } from '#lib/catalogue/fresh.ts'
import { freshRequestSchema } from '#lib/contract/operator.ts'
import { env } from '#lib/env.ts'

/** More than a kind, an id and a name take, in bytes. */
const BODY_MAX_BYTES = 4 * 1024

/** The operator's commands and the other web processes say here what they changed. */
export async function POST(request: Request): Promise<Response> {
  if (!knowsSecret(request.headers.get('authorization'))) return refuse(404)
  try {
    const said = freshRequestSchema.safeParse(
      JSON.parse(await readBounded(request, BODY_MAX_BYTES)),
    )
    if (!said.success) return refuse(400)
    freshen(said.data)
    return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } })
  } catch (error) {
    if (error instanceof TooLargeError) return refuse(413)
    if (error instanceof SyntaxError) return refuse(400)
    throw error
  }
}

function knowsSecret(given: string | null): boolean {
  const { INTERNAL_SECRET } = env()
  if (given === null || INTERNAL_SECRET === undefined) return false
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(`Bearer ${INTERNAL_SECRET}`))
}
