import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Buckets } from '#lib/limits/buckets.ts'
import { CALLS } from '#lib/contract/calls.ts'
import { API_BASE } from '#lib/contract/limits.ts'
import { createInFlight } from '#lib/limits/in-flight.ts'
import { RENDER_MS, rateOf } from '#lib/limits/rates.ts'

/** A request over a limit: the status, and after how many seconds to retry. */
export type Rejection = { status: 429 | 503; retryAfter: number }

type Options = {
  buckets: Buckets
  /** Ends one connection whose client does not read; `false` if there is none. */
  endStalled: () => boolean
  inFlight?: ReturnType<typeof createInFlight>
}

/** Limits of the web app: requests in flight, and requests per client address over time. */
export function createGuard({ buckets, endStalled, inFlight = createInFlight() }: Options) {
  return {
    /** For every request: rejects it while too many are in flight. @param isStored whether a stored page answers it. */
    enter(
      req: IncomingMessage,
      res: ServerResponse,
      address: string,
      isStored = false,
    ): Rejection | null {
      const request = { hasBody: hasBody(req), isUpload: isUpload(req), isStored }
      let entry = inFlight.enter(address, request)
      if ('refused' in entry && entry.refused === 'all' && endStalled()) {
        entry = inFlight.enter(address, request)
      }
      if ('refused' in entry) {
        return entry.refused === 'all'
          ? { status: 503, retryAfter: 5 }
          : { status: 429, retryAfter: 1 }
      }
      res.once('close', entry.release)
      return null
    },
    /** For requests that the page cache cannot answer: rejects an address over its rate. */
    async count(path: string, address: string): Promise<Rejection | null> {
      const wait = await buckets.takeByAddress(rateOf(path), address)
      return wait > 0 ? { status: 429, retryAfter: wait } : null
    },
    /** When a page was rendered for a request, which costs more than a cached one. */
    chargeRender(path: string, address: string): void {
      if (rateOf(path) === 'pages') buckets.charge(address, RENDER_MS)
    },
  }
}
export type Guard = ReturnType<typeof createGuard>

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** Whether a request may hold a slot for uploads (lib/limits/upload-slots.ts). */
const isUpload = ({ url = '' }: IncomingMessage) =>
  url.startsWith(`${API_BASE}${CALLS.upload.path}`) || url.startsWith('/api/publish/')
