import { type Context, Hono } from 'hono'
import type { AppEnv, Parts } from '#backend/context.ts'
import { Busy, HttpError, NotFound } from '#backend/http/errors.ts'
import { matchesEtag } from '#backend/http/etag.ts'
import { parseId } from '#backend/http/parse.ts'
import { parseRange } from '#backend/http/range.ts'
import { toWeb } from '#backend/http/stream.ts'
import { visitorOf } from '#backend/http/visitor.ts'
import { findFile } from '#backend/services/file/find.ts'
import { createQueue, type Queue } from '#backend/services/limit/queue.ts'
import { recordEvent } from '#backend/services/statistic/record.ts'

/** Downloads that are counted at once; of a flood the rest is sent without being counted. */
const COUNTING = { atOnce: 2, waitingMax: 50 }

type Found = Awaited<ReturnType<typeof findFile>>

/** `GET /file/{id}/{name}`: stored bytes, which never change under their address. */
export function fileRoutes(parts: Parts) {
  const { db, storage } = parts
  const counting = createQueue(COUNTING)
  return new Hono<AppEnv>().get('/file/:id/:name', async (c) => {
    const found = await findFile(db, parseId(c.req.param('id')))
    const { file } = found
    const etag = `"${file.sha256}"`
    if (matchesEtag(c.req.header('if-none-match'), etag)) {
      setHeaders(c, file, etag)
      return c.body(null, 304)
    }
    const ifRange = c.req.header('if-range')
    const wanted = ifRange === undefined || ifRange === etag ? c.req.header('range') : undefined
    const range = parseRange(wanted, file.size)
    if (range === 'unsatisfiable') {
      c.header('content-range', `bytes */${file.size}`)
      throw new HttpError(416, 'Range: not within the file.')
    }
    if ((await storage.size(file.key)) !== file.size) {
      c.get('log').error({ file: file.id }, 'file is not in the storage as it should be')
      throw new NotFound()
    }
    const { start, end } = range ?? { start: 0, end: file.size - 1 }
    setHeaders(c, file, etag)
    c.header('content-length', String(end - start + 1))
    if (range) c.header('content-range', `bytes ${start}-${end}/${file.size}`)
    c.status(range ? 206 : 200)
    if (c.req.method === 'HEAD') return c.body(null)
    if (start === 0) await countDownload(c, parts, found, counting)
    if (file.size === 0) return c.body(null)
    return c.body(toWeb(storage.read(file.key, { start, end })))
  })
}

function setHeaders(c: Context<AppEnv>, file: Found['file'], etag: string) {
  const disposition = file.purpose === 'project' ? 'attachment' : 'inline'
  const plain = file.name.replace(/[^\w.-]+/g, '_')
  c.header('content-type', file.mediaType)
  c.header('etag', etag)
  c.header('accept-ranges', 'bytes')
  c.header('cache-control', 'public, max-age=31536000, immutable')
  c.header('x-content-type-options', 'nosniff')
  c.header('content-security-policy', "default-src 'none'; sandbox")
  c.header(
    'content-disposition',
    `${disposition}; filename="${plain}"; filename*=UTF-8''${encodeRfc5987(file.name)}`,
  )
}

/** A download that counts: a project's file from its first byte on. It never fails the download. */
async function countDownload(
  c: Context<AppEnv>,
  parts: Parts,
  { project }: Found,
  counting: Queue,
) {
  if (!project) return
  const event = { ...project, event: 'download' as const }
  try {
    const visitor = visitorOf(c, parts.internalSecret)
    await counting.run(() => recordEvent(parts.db, event, visitor, parts.clock()))
  } catch (error) {
    if (error instanceof Busy) return
    c.get('log').warn({ err: error }, 'download not counted')
  }
}

/** RFC 5987, section 3.2: what `encodeURIComponent` leaves besides is encoded too. */
function encodeRfc5987(name: string): string {
  return encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
