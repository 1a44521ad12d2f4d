import type { Context } from 'hono'
import type { AppEnv } from '#backend/dependencies.ts'
import { NotFoundError } from '#backend/errors.ts'
import type { Storage } from '#backend/storage/storage.ts'
import { dispositionOf, mediaTypeOf, SANDBOX } from '#backend/http/disposition.ts'
import { toWeb } from '#backend/http/stream.ts'

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
  c.header('content-type', mediaTypeOf(file))
  c.header('content-length', String(size))
  c.header('content-disposition', dispositionOf(file))
  c.header('cache-control', 'private, no-store')
  c.header('x-content-type-options', 'nosniff')
  c.header('content-security-policy', SANDBOX)
  return stream ? c.body(toWeb(stream)) : c.body(null)
}
