import type { Context } from 'hono'
import type { AppEnv } from '#backend/dependencies.ts'
import { SANDBOX } from '#backend/http/disposition.ts'

type Headers = { type: string; cacheControl: string; etag?: string; policy?: string }

/** Headers of an answer that is no envelope: a browser neither guesses its type nor runs what is in it. */
export function setHeaders(
  c: Context<AppEnv>,
  { type, cacheControl, etag, policy = SANDBOX }: Headers,
) {
  c.header('content-type', type)
  if (etag !== undefined) c.header('etag', etag)
  c.header('cache-control', cacheControl)
  c.header('x-content-type-options', 'nosniff')
  c.header('content-security-policy', policy)
}
