import 'server-only'
import { readBounded, TooLargeError } from '#lib/limits/read-bounded.ts'
import { refuse } from '#lib/api/refuse.ts'
import { isSameOrigin } from '#lib/api/same-origin.ts'
import { env } from '#lib/env.ts'

/** Limit of a form's body, in bytes: a character of notes has up to twelve. */
const FORM_MAX_BYTES = 32 * 1024

/** Fields of a form posted by a page of this site, or the refusing response. */
export async function postedForm(
  request: Request,
  max = FORM_MAX_BYTES,
): Promise<URLSearchParams | Response> {
  if (!isSameOrigin(request.headers, env().SITE_URL)) return refuse(403)
  const type = request.headers.get('content-type')?.split(';')[0]?.trim()
  if (type !== 'application/x-www-form-urlencoded') return refuse(415)
  try {
    return new URLSearchParams(await readBounded(request, max))
  } catch (error) {
    if (error instanceof TooLargeError) return refuse(413)
    throw error
  }
}
