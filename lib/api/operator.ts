import { createHash, timingSafeEqual } from 'node:crypto'
import { env } from '#lib/env.ts'
import { readBounded, TooLargeError } from '#lib/limits/read-bounded.ts'
import { refuse } from './refuse.ts'

/** Whether a request has the secret of the site's own processes and commands; takes as long for any wrong one. */
export function isOperator({ headers }: Request): boolean {
  const { INTERNAL_SECRET } = env()
  const header = headers.get('authorization')
  if (header === null || INTERNAL_SECRET === undefined) return false
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(header), digest(`Bearer ${INTERNAL_SECRET}`))
}

/** The body of a request as JSON, or the refusal of a body that is longer than `maxBytes` or no JSON. */
export async function readJson(request: Request, maxBytes: number): Promise<unknown> {
  try {
    return JSON.parse(await readBounded(request, maxBytes))
  } catch (error) {
    if (error instanceof TooLargeError) return refuse(413)
    if (error instanceof SyntaxError) return refuse(400)
    throw error
  }
}
