import 'server-only'
import { readBounded, TooLargeError } from '#lib/api/read-bounded.ts'
import { refuse } from '#lib/api/refuse.ts'
import { isSameOrigin } from '#lib/api/same-origin.ts'
import { env } from '#lib/env.ts'

/** More than any form of ours holds, in bytes. */
const FORM_MAX_BYTES = 16 * 1024

/** The fields of a form that a page of this site posted, or the answer that refuses it. */
export async function postedForm(request: Request): Promise<URLSearchParams | Response> {
  if (!isSameOrigin(request.headers, env().SITE_URL)) return refuse(403)
  const type = request.headers.get('content-type')?.split(';')[0]?.trim()
  if (type !== 'application/x-www-form-urlencoded') return refuse(415)
  try {
    return new URLSearchParams(await readBounded(request, FORM_MAX_BYTES))
  } catch (error) {
    if (error instanceof TooLargeError) return refuse(413)
    throw error
  }
}
