import type { Context } from 'hono'
import { CALLS } from '#lib/contract/calls.ts'
import { COVER_PALETTE_NAMES } from '#lib/contract/file/cover.ts'
import type { AppEnv, Dependencies } from '#backend/dependencies.ts'
import { uploaderOf } from '#backend/caller.ts'
import { DomainError, InvalidInputError, NotFoundError } from '#backend/errors.ts'
import { clientOf } from '#backend/http/client.ts'
import { dispositionOf, SANDBOX } from '#backend/http/disposition.ts'
import { matchesEtag } from '#backend/http/etag.ts'
import { openApi } from '#backend/http/openapi.ts'
import { admitToFile, UNPUBLISHED_CACHE_CONTROL } from '#backend/http/own-upload.ts'
import type { Handlers } from '#backend/http/router.ts'
import { toWeb } from '#backend/http/stream.ts'
import { checkFields } from '#backend/http/unknown-fields.ts'
import { visitorOf } from '#backend/http/visitor.ts'
import { checkFiles, reachesFile } from '#backend/services/project/reached-files.ts'
import { createCovers } from '#backend/services/cover/covers.ts'
import { fileState } from '#backend/services/drawing/job.ts'
import { findByHash } from '#backend/services/file/find.ts'
import { describeLicense } from '#backend/services/file/license.ts'
import { createFileLookup } from '#backend/services/file/lookup.ts'
import { originalOf, uploadOf } from '#backend/services/file/original.ts'
import { findIcon, findSheet } from '#backend/services/icon/read.ts'
import { createQueue } from '#backend/services/limit/queue.ts'
import { readFileContents } from '#backend/services/strip/file-contents.ts'
import { acceptUpload } from '#backend/services/upload/accept.ts'
import { readMultipart } from '#backend/http/multipart.ts'
import { animationOf, sendFile, setHeaders } from './send-file.ts'
import { createUploadSlots, isNoSlotError, SLOT_RETRY_S } from '#lib/limits/upload-slots.ts'

/** Downloads counted at once; under heavier load the rest is served uncounted. */
const COUNTING_LIMITS = { atOnce: 2, waitingMax: 50 }

/** Placeholders are replaced by drawings: waiting ones soon, refused ones by a later sanitiser, which also changes addresses. */
const ICON_CACHE_CONTROL = {
  ready: 'public, max-age=31536000, immutable',
  waiting: 'no-store',
  refused: 'public, max-age=3600',
  former: 'public, max-age=300',
  unpublished: UNPUBLISHED_CACHE_CONTROL,
} as const

/** Uploads, and stored bytes, which never change under their address. Until it is published, an upload is its owner's alone. */
export function fileHandlers(deps: Dependencies) {
  const { db, clock, pictures, uploadSlots = createUploadSlots() } = deps
  const find = createFileLookup(db, clock)
  /** As `admitToFile`; to a token of one project the other uploads of its account count as those of another account. */
  const admit = (
    { id, ...file }: { id: string } & Parameters<typeof admitToFile>[0],
    identify: Parameters<typeof admitToFile>[1],
  ) =>
    admitToFile(file, async () => {
      const principal = await identify()
      return principal && (await reachesFile(db, principal, id)) ? principal : undefined
    })
  const counting = createQueue(COUNTING_LIMITS)
  const covers = createCovers(deps)
  const document = openApi()
  return {
    upload: async ({ c, principal }) => {
      const { uid } = principal
      const uploadedFor = uploaderOf(principal)
      const isStrict = principal.accessToken !== undefined
      const type = c.req.header('content-type') ?? ''
      const { headers, body: sent } = c.req.raw
      const { address } = visitorOf(c, deps.internalSecret)
      const upload = { account: uid, address, headers, body: sent }
      const receive = (body: ReadableStream<Uint8Array> | null) =>
        readMultipart(body, type, ({ fields, name, bytes }) => {
          const given = Object.fromEntries(fields)
          checkFields(c, given, { schema: CALLS.upload.body, isStrict })
          const input = CALLS.upload.body.safeParse(given)
          if (!input.success) throw new InvalidInputError('purpose: invalid, or after the file')
          const { network } = clientOf(c, deps)
          const source = { uid, network, uploadedFor, now: clock() }
          return acceptUpload(deps, { ...source, name, bytes, ...input.data })
        })
      const uploaded = await uploadSlots.run(upload, receive).catch((error: unknown) => {
        if (!isNoSlotError(error)) throw error
        // Its client sends no more.
        if (error.wasEnded) c.header('connection', 'close')
        const message = `Too many uploads are under way. Try again in ${SLOT_RETRY_S} s.`
        throw new DomainError('busy', message, { retryAfter: SLOT_RETRY_S })
      })
      deps.failures.works('disk')
      return uploaded
    },
    drawCover: async ({ principal, params, body: { title, ...look } }) => {
      await checkFiles(db, principal, params)
      const uploadedFor = uploaderOf(principal)
      const { uid } = principal
      const file = { uid, uploadedFor, fileId: params.id }
      return covers.draw({ ...file, look, title, now: clock() })
    },
    coverPreviews: async ({ c, params, query, identify }) => {
      const palette = params.name.slice(0, -'.webp'.length)
      const known = COVER_PALETTE_NAMES.find((name) => name === palette)
      if (!known) throw new NotFoundError()
      const isPublished = await admit((await find(params.id)).file, identify)
      const bytes = await covers.preview({ fileId: params.id, title: query.title }, known)
      c.header('content-type', 'image/webp')
      c.header('cache-control', isPublished ? 'private, max-age=86400' : UNPUBLISHED_CACHE_CONTROL)
      c.header('x-content-type-options', 'nosniff')
      c.header('content-security-policy', SANDBOX)
      return c.body(bytes)
    },
    fileContents: async ({ principal, params: { id } }) => {
      await checkFiles(db, principal, { id })
      return readFileContents(db, { uid: principal.uid, id })
    },
    fileState: async ({ principal, params: { id } }) => {
      await checkFiles(db, principal, { id })
      return fileState(db, principal.uid, id)
    },
    fileByHash: async ({ c, params }) => {
      const { id, isOriginal } = await findByHash(db, params.sha256)
      const found = await find(id)
      const file = isOriginal ? uploadOf(found.file) : found.file
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
      const text = await describeLicense(db, params.id)
      c.header('content-type', 'text/plain; charset=utf-8')
      c.header('cache-control', 'public, max-age=300')
      c.header('x-content-type-options', 'nosniff')
      c.header('content-security-policy', SANDBOX)
      return c.body(text)
    },
    file: async ({ c, params, identify }) => {
      const found = await find(params.id)
      const isPublished = await admit(found.file, identify)
      return sendFile(c, deps, { ...found, counting, isPublished })
    },
    fileIcon: async ({ c, params, identify }) => {
      const { read, state, file } = await findIcon(deps, params.id, params.name)
      const isPublished = await admit({ ...file, id: params.id }, identify)
      const bytes = await read()
      setDrawingHeaders(c, isPublished ? state : 'unpublished')
      // Saved under its name, without the version in its address.
      const name = params.name.replace(/\.\d+(?=\.svg$)/, '')
      c.header('content-disposition', dispositionOf({ purpose: 'image', name }))
      return c.body(bytes)
    },
    fileSheet: async ({ c, params, identify }) => {
      const { read, state, file } = await findSheet(deps, params.id, params.name)
      const isPublished = await admit({ ...file, id: params.id }, identify)
      const bytes = await read()
      setDrawingHeaders(c, isPublished ? state : 'unpublished')
      return c.body(bytes)
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
      const { size, stream } = await pictures.read(found, width)
      setHeaders(c, headers)
      c.header('content-length', String(size))
      if (c.req.method !== 'HEAD') return c.body(toWeb(stream))
      stream.destroy()
      return c.body(null)
    },
    animation: async ({ c, params, identify }) => {
      const found = await find(params.id)
      const isPublished = await admit(found.file, identify)
      return sendFile(c, deps, { ...found, file: animationOf(found.file), counting, isPublished })
    },
    openapi: async ({ c }) => c.json(document),
  } satisfies Partial<Handlers>
}

function setDrawingHeaders(c: Context<AppEnv>, state: keyof typeof ICON_CACHE_CONTROL) {
  c.header('content-type', 'image/svg+xml')
  c.header('cache-control', ICON_CACHE_CONTROL[state])
  c.header('x-content-type-options', 'nosniff')
  // Opened as a document, an SVG must not run scripts. PNG icons are data URLs in their drawings.
  const policy = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; sandbox"
  c.header('content-security-policy', policy)
}
