import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  STATUS_CODES,
  type ServerResponse,
} from 'node:http'
import { LOCALES, type Locale } from '#lib/contract/locale.ts'
import { DATA_POLICY, REPORTING_ENDPOINTS, type Policies, type Sealed } from './policy.ts'
import { isApi, localeOf } from './request-target.ts'

/** Statuses with a page of their own; the others use the nearest one. */
const STATUS_PAGES = [400, 403, 404, 429, 500, 502, 503, 504] as const
/** `Retry-After` in seconds while the backend is down (RFC 9110, section 10.2.3). */
const RETRY_AFTER_S = 5

export type StatusPages = {
  /** The page of a status in a language, if there is one. */
  find: (locale: Locale, status: number) => Sealed | undefined
}

/**
 * Renders the status pages at startup: they show the operator's settings and no catalogue data. Next
 * gets these requests over a private socket, since the public server refuses them.
 * @throws Error if a page cannot be rendered.
 */
export async function renderStatusPages(
  next: RequestListener,
  policies: Policies,
): Promise<StatusPages> {
  const pages = new Map<string, Sealed>()
  const server = createServer((req, res) => {
    policies.mark(req.headers, req.url ?? '/')
    next(req, res)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    const address = server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    for (const locale of LOCALES) {
      for (const status of STATUS_PAGES) {
        const prefix = locale === LOCALES[0] ? '' : `/${locale}`
        const path = `${prefix}/status/${status}`
        const response = await fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'error' })
        if (!response.ok) throw new Error(`The status page ${locale}/${status} cannot be rendered.`)
        pages.set(`${locale}/${status}`, policies.seal(Buffer.from(await response.bytes())))
      }
    }
  } finally {
    server.close()
    server.closeAllConnections()
  }
  return {
    find: (locale, status) =>
      pages.get(`${locale}/${status}`) ?? pages.get(`${locale}/${nearestStatus(status)}`),
  }
}

function nearestStatus(status: number): number {
  if (status >= 500) return 500
  return status === 410 ? 404 : 400
}

/** Sends an error: the envelope below `/api/`, the status page elsewhere. */
export function sendStatus(
  pages: StatusPages,
  status: number,
  path: string,
  req: IncomingMessage,
  res: ServerResponse,
) {
  const reason = STATUS_CODES[status] ?? 'Error'
  const page = pages.find(localeOf(path), status)
  for (const name of [
    'etag',
    'last-modified',
    'content-encoding',
    'location',
    'link',
    'x-nextjs-cache',
  ]) {
    res.removeHeader(name)
  }
  res.statusCode = status
  res.setHeader('cache-control', 'no-store')
  if (status === 503 && !res.hasHeader('retry-after')) {
    res.setHeader('retry-after', RETRY_AFTER_S)
  }
  res.setHeader('content-security-policy', DATA_POLICY)
  let body: string | Buffer = `${status} ${reason}\n`
  if (isApi(path)) {
    res.setHeader('content-type', 'application/json; charset=utf-8')
    const details = status === 429 ? { reason: 'too_many' } : {}
    body = JSON.stringify({ code: status, message: reason, data: null, ...details })
  } else {
    res.setHeader('content-type', `text/${page ? 'html' : 'plain'}; charset=utf-8`)
    if (page) {
      res.setHeader('content-security-policy', page.policy)
      res.setHeader('reporting-endpoints', REPORTING_ENDPOINTS)
      body = page.body
    }
  }
  res.setHeader('content-length', Buffer.byteLength(body))
  res.end(req.method === 'HEAD' ? undefined : body)
}
