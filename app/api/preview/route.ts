import { z } from 'zod'
import { readBytes, TooLargeError } from '#lib/limits/read-bounded.ts'
import { refuse } from '#lib/api/refuse.ts'
import { isSameOrigin } from '#lib/api/same-origin.ts'
import { CODE_OK } from '#lib/contract/envelope.ts'
import { DESCRIPTION_MAX } from '#lib/contract/limits.ts'
import { lengthOf } from '#lib/contract/text.ts'
import { env } from '#lib/env.ts'
import { PREVIEW_DOCUMENTS } from '#lib/markdown/result.ts'
import { previewMarkdown } from '#lib/markdown/server.ts'
import { takeBySession } from '#lib/session/limit.ts'
import { readSession } from '#lib/session/session.ts'

/** A character has at most four bytes in UTF-8. */
const BODY_MAX_BYTES = 4 * DESCRIPTION_MAX

const ofSchema = z.enum(PREVIEW_DOCUMENTS).catch('description')

/**
 * Renders a description, or with `of=notes` the notes of a version, as the project's page does: Markdown in the body, `{html, summary, isPlain}`
 * in the envelope. Needs a session and a request from this site. Answers 401, 403, 413 (more than 8192
 * characters), 429 with `Retry-After`, and 503 while too many previews are waiting or the machine is too busy.
 */
export async function POST(request: Request): Promise<Response> {
  if (!isSameOrigin(request.headers, env().SITE_URL)) return refuse(403)
  const session = await readSession(request.headers.get('cookie'))
  if (session === null || session === 'unreadable') return refuse(401)
  const payer = await takeBySession('previews', session)
  if (payer instanceof Response) return payer
  try {
    const text = (await readBytes(request, BODY_MAX_BYTES)).toString('utf8')
    if (lengthOf(text) > DESCRIPTION_MAX) return refuse(413)
    const of = ofSchema.parse(new URL(request.url).searchParams.get('of'))
    const data = await previewMarkdown(payer, text, of)
    if (!data) return refuse(503)
    const headers = { 'cache-control': 'private, no-store' }
    return Response.json({ code: CODE_OK, message: '', data }, { headers })
  } catch (error) {
    if (error instanceof TooLargeError) return refuse(413)
    throw error
  }
}
