import { createHash } from 'node:crypto'
import { isNotModified } from '#lib/accept.ts'

type Document = {
  contentType: string
  /** How long shared caches keep the document, in seconds. */
  sharedSeconds: number
  /** Everything that the document depends on; its hash is the entity tag. */
  version: string
  /** Time of the last change in ms since the epoch, if it is known. */
  lastModified?: number | undefined
  body: () => BodyInit
}

/** Entity tag of a text. Weak: the server compresses the body. */
export const etagOf = (text: string) =>
  `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`

/**
 * The response with a document for programs: 304 if the client has it already. Route handlers answer HEAD
 * with the same headers.
 */
export function documentResponse(
  request: Request,
  { contentType, sharedSeconds, version, lastModified, body }: Document,
): Response {
  const etag = etagOf(version)
  const headers = {
    'cache-control': `public, max-age=0, s-maxage=${sharedSeconds}`,
    etag,
    ...(lastModified !== undefined && { 'last-modified': new Date(lastModified).toUTCString() }),
  }
  if (isNotModified(request.headers, { etag, lastModified })) {
    return new Response(null, { status: 304, headers })
  }
  return new Response(body(), { headers: { ...headers, 'content-type': contentType } })
}
