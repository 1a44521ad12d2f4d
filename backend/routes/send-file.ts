import type { Context } from 'hono'
import type { AppEnv, Dependencies } from '#backend/dependencies.ts'
import { BusyError, DomainError, NotFoundError } from '#backend/errors.ts'
import { dispositionOf, DRAWING_POLICY, mediaTypeOf } from '#backend/http/disposition.ts'
import { matchesEtag } from '#backend/http/etag.ts'
import { UNPUBLISHED_CACHE_CONTROL } from '#backend/http/own-upload.ts'
import { toWeb } from '#backend/http/stream.ts'
import { visitorOf } from '#backend/http/visitor.ts'
import { versionedName } from '#lib/contract/version/versioned-name.ts'
import type { FileLookup } from '#backend/services/file/lookup.ts'
import { DRAWING_TYPE } from '#backend/services/file/url.ts'
import type { Queue } from '#backend/services/limit/queue.ts'
import { recordEvent } from '#backend/services/statistic/record.ts'
import { recordVersionDownload } from '#backend/services/statistic/version-downloads.ts'
import { setHeaders } from './set-headers.ts'

type Found = Awaited<ReturnType<FileLookup>>
type Sent = Found & { counting: Queue; isPublished?: boolean }

/**
 * Sends a stored file, or a range of it, and counts the download; redirects to the storage where that signs downloads.
 * @throws NotFoundError for a file whose object is missing; DomainError `invalid_range`; StorageError.
 */
export async function sendFile(
  c: Context<AppEnv>,
  deps: Dependencies,
  { counting, isPublished = true, ...found }: Sent,
) {
  const { storage } = deps
  const file = { ...found.file, name: versionedName(found.file.name, found.version?.version) }
  const etag = `"${file.sha256}"`
  if (matchesEtag(c.req.header('if-none-match'), etag)) {
    setFileHeaders(c, file, { etag, isPublished })
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
    const as = { type: mediaTypeOf(file), disposition: dispositionOf(file) }
    const location = await storage.signDownload(file.key, as)
    if (!range || range.start === 0) await countDownload(c, deps, found, counting)
    c.header('cache-control', 'private, no-store')
    return c.redirect(location, 302)
  }
  const { start, end } = range ?? { start: 0, end: file.size - 1 }
  const hasBody = c.req.method !== 'HEAD' && file.size > 0
  // Before the headers: a file that cannot be read is a 503 without them.
  const stream = hasBody ? await storage.read(file.key, { start, end }) : null
  setFileHeaders(c, file, { etag, isPublished })
  c.header('content-length', String(end - start + 1))
  if (range) c.header('content-range', `bytes ${start}-${end}/${file.size}`)
  c.status(range ? 206 : 200)
  if (c.req.method !== 'HEAD' && start === 0) await countDownload(c, deps, found, counting)
  return stream ? c.body(toWeb(stream)) : c.body(null)
}

/** @throws NotFoundError for a file without an animation. */
export function animationOf(file: Found['file']): Found['file'] {
  const { animationKey: key, animationSize: size, animationSha256: sha256 } = file
  if (key === null || size === null || sha256 === null) throw new NotFoundError()
  return { ...file, key, size, sha256 }
}

function setFileHeaders(
  c: Context<AppEnv>,
  file: Found['file'],
  { etag, isPublished }: { etag: string; isPublished: boolean },
) {
  const cacheControl = isPublished
    ? 'public, max-age=31536000, immutable'
    : UNPUBLISHED_CACHE_CONTROL
  const type = mediaTypeOf(file)
  setHeaders(c, {
    type,
    etag,
    cacheControl,
    ...(type === DRAWING_TYPE && { policy: DRAWING_POLICY }),
  })
  c.header('accept-ranges', 'bytes')
  c.header('content-disposition', dispositionOf(file))
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
      const former = { isFormer: true }
      await counting.run(() => recordVersionDownload(db, version, visitor, clock(), former))
    }
  } catch (error) {
    if (error instanceof BusyError) return
    c.get('log').warn({ err: error }, 'download not counted')
  }
}

/** First and last byte of a part of a file, both inclusive. */
type Range = { start: number; end: number }

/**
 * Parses a `Range` header (RFC 9110, section 14). `null`: send the whole file, also for other units and
 * lists of ranges; `'unsatisfiable'`: answer 416.
 */
function parseRange(header: string | undefined, size: number): Range | null | 'unsatisfiable' {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '')
  if (!match) return null
  const [, first = '', last = ''] = match
  if (first === '' && last === '') return null
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return null
  return start >= size ? 'unsatisfiable' : { start, end }
}
