import type { Context } from 'hono'
import type { AppEnv } from '#backend/dependencies.ts'
import { NotFoundError } from '#backend/errors.ts'
import { UNPUBLISHED_CACHE_CONTROL } from '#backend/http/own-upload.ts'
import type { Storage } from '#backend/storage/storage.ts'
import { dispositionOf, mediaTypeOf } from '#backend/http/disposition.ts'
import { toWeb } from '#backend/http/stream.ts'
import { setHeaders } from './set-headers.ts'

type File = Parameters<typeof mediaTypeOf>[0] & { key: string; name: string; size: number }

/** Sends a stored file to one account or to the operator; nothing in between keeps it. @throws NotFoundError; StorageError */
export async function sendPrivate(
  c: Context<AppEnv>,
  storage: Storage,
  file: File,
): Promise<Response> {
  const { key, size } = file
  if ((await storage.size(key)) !== size) throw new NotFoundError()
  const hasBody = c.req.method !== 'HEAD' && size > 0
  // Before the headers: a file that cannot be read is a 503 without them.
  const stream = hasBody ? await storage.read(key, { start: 0, end: size - 1 }) : null
  setHeaders(c, { type: mediaTypeOf(file), cacheControl: UNPUBLISHED_CACHE_CONTROL })
  c.header('content-length', String(size))
  c.header('content-disposition', dispositionOf(file))
  return stream ? c.body(toWeb(stream)) : c.body(null)
}
