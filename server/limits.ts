import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Buckets, Withdrawn } from '#lib/limits/buckets.ts'
import { CALLS } from '#lib/contract/calls.ts'
import { API_BASE } from '#lib/contract/limits.ts'
import { networksOf } from '#lib/limits/networks.ts'
import { networkPayer } from '#lib/limits/payer.ts'
import { RATES, type RateName, RENDER_MS, rateOf } from '#lib/limits/rates.ts'

/**
 * Concurrent requests. A browser opens at most six connections to a site, and a response takes
 * milliseconds: 300 visitors behind one address, each requesting a page within the same second, have
 * about 30 requests in flight. A file that the client does not read takes about 0.4 MB.
 */
const IN_FLIGHT = { all: 256, perAddress: 64 } as const
/** Above `all`, for stored pages: calls to a backend that hangs must not take every place. */
const STORED_EXTRA = 64
/** Requests with a body, of which up to 1 MiB each is buffered (lib/session/proxy.ts). */
const BODIES = { all: 64, perAddress: 32 } as const
/**
 * Uploads count apart, so that slow bodies of other calls leave them their slots (lib/limits/upload-slots.ts), and the other way round. More
 * than there are slots: those that have arrived wait for a worker process.
 */
const UPLOADS = { all: 128, perAddress: 32 } as const

/** Addresses without requests are forgotten when there are more than this. */
const ADDRESSES_MAX = 1000

type Count = { requests: number; bodies: number; uploads: number }
type Admission = { free: () => void } | { refused: 'address' | 'all' }
type Entering = { hasBody: boolean; isUpload?: boolean; isStored?: boolean }
type InFlightLimits = { requests?: { all: number; perAddress: number }; bodies?: typeof BODIES }

/** Limits the requests in flight, in total and per address (IPv6: per /64). */
export function createInFlight({ requests = IN_FLIGHT, bodies = BODIES }: InFlightLimits = {}) {
  const all: Count = { requests: 0, bodies: 0, uploads: 0 }
  /**
   * Counts stay at zero: a map from which each request removes an entry copies its table again and again, and each
   * copy that the collector has promoted keeps what came after it, which halved the rate of cached pages.
   */
  const byAddress = new Map<string, Count>()

  /** The count of an address, forgetting others at the limit; those with requests are fewer than it. */
  function countOf(name: string): Count {
    const known = byAddress.get(name)
    if (known) return known
    if (byAddress.size >= ADDRESSES_MAX) {
      for (const [other, { requests: count }] of byAddress) if (count === 0) byAddress.delete(other)
    }
    const count = { requests: 0, bodies: 0, uploads: 0 }
    byAddress.set(name, count)
    return count
  }

  return {
    /**
     * @param request whether it has a body, that of an upload, and whether a stored page answers it.
     * @returns `free`, to call when the response has ended, or the limit that was reached.
     */
    enter(address: string, { hasBody, isUpload = false, isStored = false }: Entering): Admission {
      const name = networksOf(address)[0]?.name ?? address
      const own = countOf(name)
      const body = hasBody ? 1 : 0
      const kind = isUpload ? 'uploads' : 'bodies'
      const limit = isUpload ? UPLOADS : bodies
      if (own.requests + 1 > requests.perAddress || own[kind] + body > limit.perAddress) {
        return { refused: 'address' }
      }
      const most = requests.all + (isStored ? STORED_EXTRA : 0)
      if (all.requests + 1 > most || all[kind] + body > limit.all) {
        return { refused: 'all' }
      }
      for (const count of [all, own]) {
        count.requests += 1
        count[kind] += body
      }
      let isFreed = false
      const free = () => {
        if (isFreed) return
        isFreed = true
        for (const count of [all, own]) {
          count.requests -= 1
          count[kind] -= body
        }
      }
      return { free }
    },
    /** Number of requests in flight. */
    size: () => all.requests,
    /** Number of addresses that are remembered. */
    addresses: () => byAddress.size,
  }
}

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
      const request = { hasBody: sendsBody(req), isUpload: sendsUpload(req), isStored }
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

function sendsBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** Whether a request may hold a slot for uploads (lib/limits/upload-slots.ts). */
const sendsUpload = ({ url = '' }: IncomingMessage) =>
  UPLOAD_PATHS.some((path) => url.startsWith(path))
const UPLOAD_PATHS = [
  `${API_BASE}${CALLS.upload.path}`,
  `${API_BASE}${CALLS.unfinishedUploads.path}/`,
  '/api/publish/',
]
