import type { Context } from 'hono'
import type { Database } from '#backend/db/connect.ts'
import type { AppEnv, Dependencies } from '#backend/dependencies.ts'
import { NotFoundError } from '#backend/errors.ts'
import { matchesEtag } from '#backend/http/etag.ts'
import { openApi } from '#backend/http/openapi.ts'
import type { Handlers } from '#backend/http/router.ts'
import { toWeb } from '#backend/http/stream.ts'
import { findByHash, findVersionOf } from '#backend/services/file/find.ts'
import { describeLicense, inFull } from '#backend/services/file/license.ts'
import { originalOf, uploadOf } from '#backend/services/file/original.ts'
import { createQueue, type Queue } from '#backend/services/limit/queue.ts'
import { animationOf, sendFile } from './send-file.ts'
import { setHeaders } from './set-headers.ts'
import { createFileAccess, type FileAccess } from './file-access.ts'
import { drawingHandlers } from './drawn-files.ts'
import { builtHandlers } from './built.ts'
import { variantHandlers } from './variants.ts'
import { uploadHandlers } from './uploads.ts'
import { payerOf } from './payer.ts'

/** Downloads counted at once; under heavier load the rest is served uncounted. */
const COUNTING_LIMITS = { atOnce: 2, waitingMax: 50 }

/** Uploads, and stored bytes, which never change under their address. Until it is published, an upload is its owner's alone. */
export function fileHandlers(deps: Dependencies) {
  const access = createFileAccess(deps)
  const counting = createQueue(COUNTING_LIMITS)
  const variants = variantHandlers(deps, access, counting)
  return {
    ...uploadHandlers(deps),
    ...downloadHandlers(deps, access, { counting, variants }),
    ...drawingHandlers(deps, access),
    ...variants.handlers,
    ...builtHandlers(deps),
    openapi: async ({ c }) => c.json(openApi()),
  } satisfies Partial<Handlers>
}

/** Names the project and the version that a file belongs to. */
async function nameVersion(c: Context<AppEnv>, db: Database, fileId: string): Promise<void> {
  const named = await findVersionOf(db, fileId)
  if (!named) return
  c.header('x-project', `${named.kind}/${named.id}`)
  c.header('x-project-version', named.version)
}

type Shared = { counting: Queue; variants: ReturnType<typeof variantHandlers> }

function downloadHandlers(
  deps: Dependencies,
  { find, admit }: FileAccess,
  { counting, variants }: Shared,
) {
  const { db, pictures } = deps
  return {
    fileByHash: async ({ c, params }) => {
      const { sha256 } = params
      const { id, isOriginal, colour, form } = await findByHash(db, sha256)
      if (form !== undefined) return variants.sendExport(c, { id, form, sha256 })
      if (colour !== undefined) return variants.send(c, { id, colour, sha256 })
      const found = await find(id)
      const file = isOriginal ? uploadOf(found.file) : found.file
      await nameVersion(c, db, id)
      return sendFile(c, deps, { ...found, file, counting })
    },
    originalFile: async ({ c, params, identify }) => {
      const found = await find(params.id)
      const isPublished = await admit(found.file, identify)
      const original = originalOf(found.file)
      if (!original) throw new NotFoundError()
      const file = { ...found.file, ...original }
      return sendFile(c, deps, { ...found, file, counting, isPublished })
    },
    fileLicense: async ({ c, params }) => {
      const text = inFull(await describeLicense(deps, params.id))
      setHeaders(c, { type: 'text/plain; charset=utf-8', cacheControl: 'public, max-age=300' })
      return c.body(text)
    },
    file: async ({ c, params, identify }) => {
      const found = await find(params.id)
      const isPublished = await admit(found.file, identify)
      return sendFile(c, deps, { ...found, counting, isPublished })
    },
    animation: async ({ c, params, identify }) => {
      const found = await find(params.id)
      const isPublished = await admit(found.file, identify)
      return sendFile(c, deps, { ...found, file: animationOf(found.file), counting, isPublished })
    },
    picture: async ({ c, params: { id, width } }) => {
      const found = await pictures.find(id, width)
      // Browsers keep it; shared caches revalidate after five minutes, since projects can be hidden.
      const cacheControl = 'public, max-age=31536000, s-maxage=300, immutable'
      const headers = { type: 'image/webp', etag: found.etag, cacheControl }
      if (matchesEtag(c.req.header('if-none-match'), found.etag)) {
        setHeaders(c, headers)
        return c.body(null, 304)
      }
      const { size, stream } = await pictures.read(found, width, await payerOf(c, deps))
      setHeaders(c, headers)
      c.header('content-length', String(size))
      if (c.req.method !== 'HEAD') return c.body(toWeb(stream))
      stream.destroy()
      return c.body(null)
    },
  } satisfies Partial<Handlers>
}
