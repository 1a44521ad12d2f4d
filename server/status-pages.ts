import { createServer, type RequestListener } from 'node:http'
import { LOCALES } from '#lib/contract/locale.ts'
import { prepareDocument } from '#server/next/document.ts'
import { createPageCache } from './page-cache.ts'
import type { Marking, Policies, Sealed } from './policy.ts'
import type { StatusPages } from './site.ts'
import { storeFlight } from './waiting-pages.ts'

/** Statuses with a page of their own; the others use the nearest one. */
const STATUS_PAGES = [400, 403, 404, 429, 500, 502, 503, 504] as const

type Options = {
  policies: Policies
  /** Called with the reason where the scripts of a page cannot wait. */
  onUnprepared: (path: string, reason: string) => void
}
const UNTIL_RESTART = { headers: {}, tags: [], began: 0, begunAt: 0, freshUntil: Infinity }

/**
 * Renders the status pages: they show the operator's settings and no catalogue data. Next
 * gets these requests over a private socket, since the public server refuses them.
 * @throws Error if a page cannot be rendered.
 */
async function renderStatusPages(
  next: RequestListener,
  { policies, onUnprepared }: Options,
): Promise<StatusPages> {
  const pages = new Map<string, Sealed>()
  const flights = createPageCache()
  let marking: Marking | undefined
  const server = createServer((req, res) => {
    marking = policies.mark(req.headers, req.url ?? '/')
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
        const page = Buffer.from(await response.bytes())
        const prepared = prepareDocument(page, { target: path, nonce: marking?.nonce })
        if (typeof prepared === 'string') onUnprepared(path, prepared)
        else storeFlight(flights, prepared.flight, UNTIL_RESTART)
        const html = typeof prepared === 'string' ? page : prepared.html
        pages.set(`${locale}/${status}`, policies.seal(html))
      }
    }
  } finally {
    server.close()
    server.closeAllConnections()
  }
  return {
    find: (locale, status) =>
      pages.get(`${locale}/${status}`) ?? pages.get(`${locale}/${nearestStatus(status)}`),
    findFlight: flights.find,
  }
}

/** Status pages that can be rendered again, when the settings of the site have changed; until then those of before are sent. */
export async function keepStatusPages(
  next: RequestListener,
  { onNotRenewed, ...options }: Options & { onNotRenewed: (error: unknown) => void },
): Promise<StatusPages & { renew: () => void }> {
  let current = await renderStatusPages(next, options)
  return {
    find: (locale, status) => current.find(locale, status),
    findFlight: (address) => current.findFlight?.(address),
    renew: () => {
      renderStatusPages(next, options).then((pages) => (current = pages), onNotRenewed)
    },
  }
}

function nearestStatus(status: number): number {
  if (status >= 500) return 500
  return status === 410 ? 404 : 400
}
