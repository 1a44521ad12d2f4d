import type { Context } from 'hono'
import { CALLS } from '#lib/contract/calls.ts'
import { COVER_PALETTE_NAMES } from '#lib/contract/cover.ts'
import type { AppEnv, Dependencies } from '#backend/dependencies.ts'
import { BusyError, DomainError, InvalidInputError, NotFoundError } from '#backend/errors.ts'
import { clientOf } from '#backend/http/client.ts'
import { matchesEtag } from '#backend/http/etag.ts'
import { openApi } from '#backend/http/openapi.ts'
import { parseRange } from '#backend/http/range.ts'
import type { Handlers } from '#backend/http/router.ts'
import { toWeb } from '#backend/http/stream.ts'
import { visitorOf } from '#backend/http/visitor.ts'
import { createCovers } from '#backend/services/cover/covers.ts'
import { fileState } from '#backend/services/drawing/job.ts'
import { findByHash } from '#backend/services/file/find.ts'
import { createFileLookup, type FileLookup } from '#backend/services/file/lookup.ts'
import { readIcon, readSheet } from '#backend/services/icon/read.ts'
import { createQueue, type Queue } from '#backend/services/limit/queue.ts'
import { readFileContents } from '#backend/services/strip/file-contents.ts'
import { recordEvent } from '#backend/services/statistic/record.ts'
import { recordVersionDownload } from '#backend/services/statistic/version-downloads.ts'
import { acceptUpload } from '#backend/services/upload/accept.ts'
import { readMultipart } from '#backend/http/multipart.ts'
import { createUploadQueue } from '#backend/services/upload/quota.ts'

/** Downloads counted at once; under heavier load the rest is served uncounted. */
const COUNTING_LIMITS = { atOnce: 2, waitingMax: 50 }

/** Placeholders are replaced by drawings: waiting ones soon, refused ones by a later sanitiser. */
const ICON_CACHE_CONTROL = {
  ready: 'public, max-age=31536000, immutable',
  waiting: 'no-store',
  refused: 'public, max-age=3600',
} as const

const SANDBOX = "default-src 'none'; sandbox"

/** Uploads, and stored bytes, which never change under their address. */
export function fileHandlers(deps: Dependencies) {
  const { db, clock, pictures } = deps
  const find = createFileLookup(db, clock)
  const uploads = createUploadQueue()
  const counting = createQueue(COUNTING_LIMITS)
  const covers = createCovers(deps)
  const document = openApi()
  return {
    upload: async ({ c, principal: { uid } }) => {
      const type = c.req.header('content-type') ?? ''
      const uploaded = await uploads.run(() =>
        readMultipart(c.req.raw.body, type, ({ fields, name, bytes }) => {
          const input = CALLS.upload.body.safeParse(Object.fromEntries(fields))
          if (!input.success) throw new InvalidInputError('purpose: invalid, or after the file')
          const { network } = clientOf(c, deps)
          const upload = { uid, network, name, bytes, now: clock(), ...input.data }
          return acceptUpload(deps, upload)
        }),
      )
      deps.failures.works('disk')
      return uploaded
    },
    drawCover: ({ principal: { uid }, params: { id: fileId }, body: look }) =>
      covers.draw({ uid, fileId, look, now: clock() }),
    coverPreviews: async ({ c, params }) => {
      const palette = params.name.slice(0, -'.webp'.length)
      const known = COVER_PALETTE_NAMES.find((name) => name === palette)
      if (!known) throw new NotFoundError()
      const bytes = await covers.preview(params.id, known)
      c.header('content-type', 'image/webp')
      c.header('cache-control', 'private, max-age=86400')
      c.header('x-content-type-options', 'nosniff')
      c.header('content-security-policy', SANDBOX)
      return c.body(bytes)
    },
    fileContents: ({ principal: { uid }, params: { id } }) => readFileContents(db, { uid, id }),
    fileState: ({ principal, params }) => fileState(db, principal.uid, params.id),
    fileByHash: async ({ c, params }) =>
      sendFile(c, deps, await find(await findByHash(db, params.sha256)), counting),
    file: async ({ c, params }) => sendFile(c, deps, await find(params.id), counting),
    fileIcon: async ({ c, params }) => {
      const name = params.name.slice(0, -'.svg'.length)
      const { bytes, state } = await readIcon(deps, params.id, name)
      setDrawingHeaders(c, state)
      return c.body(bytes)
    },
    fileSheet: async ({ c, params }) => {
      const bytes = await readSheet(deps, params.id, params.name)
      setDrawingHeaders(c, 'ready')
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
    openapi: async ({ c }) => c.json(document),
  } satisfies Partial<Handlers>
}

type Found = Awaited<ReturnType<FileLookup>>

async function sendFile(c: Context<AppEnv>, deps: Dependencies, found: Found, counting: Queue) {
  const { storage } = deps
  const { file } = found
  const etag = `"${file.sha256}"`
  if (matchesEtag(c.req.header('if-none-match'), etag)) {
    setFileHeaders(c, file, etag)
    return c.body(null, 304)
  }
  const ifRange = c.req.header('if-range')
  const rangeHeader = ifRange === undefined || ifRange === etag ? c.req.header('range') : undefined
  const range = parseRange(rangeHeader, file.size)
  if (range === 'unsatisfiable') {
    c.header('content-range', `bytes */${file.size}`)
    throw new DomainError('invalid_range', 'Range: not within the file.')
  }
  if ((await storage.size(file.key)) !== file.size) {
    c.get('log').error({ file: file.id }, 'stored file is missing or has another size')
    throw new NotFoundError()
  }
  const isDownload = file.purpose === 'project' && c.req.method !== 'HEAD' && file.size > 0
  if (storage.signDownload && isDownload) {
    const as = { type: file.mediaType, disposition: dispositionOf(file) }
    const location = await storage.signDownload(file.key, as)
    if (!range || range.start === 0) await countDownload(c, deps, found, counting)
    c.header('cache-control', 'private, no-store')
    return c.redirect(location, 302)
  }
  const { start, end } = range ?? { start: 0, end: file.size - 1 }
  const hasBody = c.req.method !== 'HEAD' && file.size > 0
  // Before the headers: a file that cannot be read is a 503 without them.
  const stream = hasBody ? await storage.read(file.key, { start, end }) : null
  setFileHeaders(c, file, etag)
  c.header('content-length', String(end - start + 1))
  if (range) c.header('content-range', `bytes ${start}-${end}/${file.size}`)
  c.status(range ? 206 : 200)
  if (c.req.method !== 'HEAD' && start === 0) await countDownload(c, deps, found, counting)
  return stream ? c.body(toWeb(stream)) : c.body(null)
}

type BytesHeaders = { type: string; etag: string; cacheControl: string }

function setHeaders(c: Context<AppEnv>, { type, etag, cacheControl }: BytesHeaders) {
  c.header('content-type', type)
  c.header('etag', etag)
  c.header('cache-control', cacheControl)
  c.header('x-content-type-options', 'nosniff')
  c.header('content-security-policy', SANDBOX)
}

function setDrawingHeaders(c: Context<AppEnv>, state: keyof typeof ICON_CACHE_CONTROL) {
  c.header('content-type', 'image/svg+xml')
  c.header('cache-control', ICON_CACHE_CONTROL[state])
  c.header('x-content-type-options', 'nosniff')
  // Opened as a document, an SVG must not run scripts. PNG icons are data URLs in their drawings.
  const policy = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; sandbox"
  c.header('content-security-policy', policy)
}

function setFileHeaders(c: Context<AppEnv>, file: Found['file'], etag: string) {
  const cacheControl = 'public, max-age=31536000, immutable'
  setHeaders(c, { type: file.mediaType, etag, cacheControl })
  c.header('accept-ranges', 'bytes')
  c.header('content-disposition', dispositionOf(file))
}

function dispositionOf({ purpose, name }: Found['file']): string {
  const disposition = purpose === 'project' ? 'attachment' : 'inline'
  const plain = name.replace(/[^\w.-]+/g, '_')
  return `${disposition}; filename="${plain}"; filename*=UTF-8''${encodeRfc5987(name)}`
}

/** Counts a download of a project file. Never fails the download. */
async function countDownload(
  c: Context<AppEnv>,
  deps: Dependencies,
  { project, version }: Found,
  counting: Queue,
) {
  const { db, clock, internalSecret } = deps
  try {
    const visitor = visitorOf(c, internalSecret)
    if (project) {
      const event = { ...project, event: 'download' as const }
      await counting.run(() => recordEvent(db, event, visitor, clock()))
    } else if (version) {
      await counting.run(() => recordVersionDownload(db, version, visitor, clock()))
    }
  } catch (error) {
    if (error instanceof BusyError) return
    c.get('log').warn({ err: error }, 'download not counted')
  }
}

/** RFC 5987, section 3.2.1: characters that `encodeURIComponent` leaves are encoded too. */
function encodeRfc5987(name: string): string {
  return encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
