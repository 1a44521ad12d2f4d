import { readFileSync } from 'node:fs'
import { type IncomingMessage, STATUS_CODES, type ServerResponse } from 'node:http'
import path from 'node:path'
import { LOCALES, type Locale } from '#lib/contract/locale.ts'
import { isApi, localeOf } from './request-target.ts'

/** The statuses that have a page of their own; the others borrow the nearest one's. */
const STATUS_PAGES = [400, 403, 404, 429, 500, 502, 503, 504] as const
/** Seconds after which asking again makes sense while the backend is away (RFC 9110, 10.2.3). */
const RETRY_AFTER_S = 5

export type StatusPages = {
  /** The HTML of a status in a language; nothing where the build has none. */
  find: (locale: Locale, status: number) => string | undefined
}

/** Reads the prerendered status pages out of a build (`.next`). Those that are missing stay away. */
export function loadStatusPages(distDir: string): StatusPages {
  const pages = new Map<string, string>()
  for (const locale of LOCALES) {
    for (const status of STATUS_PAGES) {
      const file = path.join(distDir, 'server/app', locale, 'status', `${status}.html`)
      try {
        pages.set(`${locale}/${status}`, readFileSync(file, 'utf8'))
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
      }
    }
  }
  return {
    find: (locale, status) =>
      pages.get(`${locale}/${status}`) ?? pages.get(`${locale}/${near(status)}`),
  }
}

function near(status: number): number {
  if (status >= 500) return 500
  return status === 410 ? 404 : 400
}

/** Answers with a status in the form that fits: the envelope below `/api/`, else the page. */
export function sendStatus(
  pages: StatusPages,
  status: number,
  at: string,
  req: IncomingMessage,
  res: ServerResponse,
) {
  const reason = STATUS_CODES[status] ?? 'Error'
  const page = pages.find(localeOf(at), status)
  for (const name of ['etag', 'last-modified', 'content-encoding', 'location', 'x-nextjs-cache']) {
    res.removeHeader(name)
  }
  res.statusCode = status
  res.setHeader('cache-control', 'no-store')
  if (status === 503 && !res.hasHeader('retry-after')) {
    res.setHeader('retry-after', RETRY_AFTER_S)
  }
  let body = `${status} ${reason}\n`
  if (isApi(at)) {
    res.setHeader('content-type', 'application/json; charset=utf-8')
    const why = status === 429 ? { reason: 'too_many' } : {}
    body = JSON.stringify({ code: status, message: reason, data: null, ...why })
  } else {
    res.setHeader('content-type', `text/${page ? 'html' : 'plain'}; charset=utf-8`)
    body = page ?? body
  }
  res.setHeader('content-length', Buffer.byteLength(body))
  res.end(req.method === 'HEAD' ? undefined : body)
}
