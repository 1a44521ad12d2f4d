import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Buckets } from '#lib/limits/buckets.ts'
import { CALLS } from '#lib/contract/calls.ts'
import { API_BASE } from '#lib/contract/limits.ts'
import { createInFlight } from '#lib/limits/in-flight.ts'
import { networkPayer } from '#lib/limits/payer.ts'
import { RATES, type RateName, RENDER_MS, rateOf } from '#lib/limits/rates.ts'
import type { Withdrawn } from '#lib/limits/withdrawals.ts'

/** A request over a limit: the status, and after how many seconds to retry. */
export type OverLimit = { status: 429 | 503; retryAfter: number }

type Options = {
  buckets: Buckets
  /** Ends one connection whose client does not read; `false` if there is none. */
  endStalled: () => boolean
  inFlight?: ReturnType<typeof createInFlight>
}

/** Limits of the web app: requests in flight, and requests per client address over time. */
export function createGuard({ buckets, endStalled, inFlight = createInFlight() }: Options) {
  /** Counts a request of an address; at once where buckets are in memory. @returns the overLimit over its rate, and the headers that describe the limit. */
  function take(name: RateName, address: string) {
    const taken = buckets.takeByAddress(name, address)
    return taken instanceof Promise
      ? taken.then((later) => limitOf(name, later))
      : limitOf(name, taken)
  }

  return {
    /** For every request: rejects it while too many are in flight. @param isStored whether a stored page answers it. */
    enter(
      req: IncomingMessage,
      res: ServerResponse,
      address: string,
      isStored = false,
    ): OverLimit | null {
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
      res.once('close', entry.free)
      return null
    },
    /**
     * For requests that the page cache cannot answer: rejects an address over its rate. Answers of the API describe the limit
     * (draft-ietf-httpapi-ratelimit-headers-11); a page is the same for everybody.
     */
    async count({ res, path, address }: Counted): Promise<OverLimit | null> {
      const { overLimit, headers } = await take(rateOf(path), address)
      if (path.startsWith(`${API_BASE}/`)) {
        for (const [name, value] of headers) res.setHeader(name, value)
      }
      return overLimit
    },
    take,
    /** Who pays for work that a request causes in worker processes. */
    payerOf: (address: string) => networkPayer(address, buckets),
    /** When a page was rendered for a request, which costs more than a cached one. */
    chargeRender(path: string, address: string): void {
      if (rateOf(path) === 'pages') buckets.charge(address, RENDER_MS)
    },
  }
}
type Counted = { res: ServerResponse; path: string; address: string }

function limitOf(name: RateName, taken: Withdrawn) {
  const { wait } = taken
  const overLimit: OverLimit | null = wait > 0 ? { status: 429, retryAfter: wait } : null
  return { overLimit, headers: limitHeaders(name, taken) }
}

/** Names policy and state of a limit. A bucket of `q` requests is full again after `w` seconds; `r` are left, and all after `t`. */
function limitHeaders(name: RateName, { quota, left, refill }: Withdrawn) {
  const { capacity, perSecond } = RATES[name]
  const window = Math.ceil(capacity / perSecond)
  return [
    ['ratelimit-policy', `"${name}";q=${quota};w=${window}`],
    ['ratelimit', `"${name}";r=${left};t=${refill}`],
  ] as const
}

/** The state of a limit is that of one visitor: it is in no answer that caches give to others. */
export function removeStateOfLimit(res: ServerResponse): void {
  const cacheControl = String(res.getHeader('cache-control') ?? '')
  if (/age=[1-9]/.test(cacheControl) && !cacheControl.includes('private'))
    res.removeHeader('ratelimit')
}

export type Guard = ReturnType<typeof createGuard>

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** Whether a request may hold a slot for uploads (lib/limits/upload-slots.ts). */
const isUpload = ({ url = '' }: IncomingMessage) => UPLOADS.some((path) => url.startsWith(path))
const UPLOADS = [
  `${API_BASE}${CALLS.upload.path}`,
  `${API_BASE}${CALLS.unfinishedUploads.path}/`,
  '/api/publish/',
]
