import { networksOf } from './networks.ts'

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
 * Uploads count apart, so that slow bodies of other calls leave them their slots (upload-slots.ts), and the other way round. More
 * than there are slots: those that have arrived wait for a worker process.
 */
const UPLOADS = { all: 128, perAddress: 32 } as const

/** Addresses without requests are forgotten when there are more than this. */
const ADDRESSES_MAX = 1000

type Count = { requests: number; bodies: number; uploads: number }
export type Admission = { free: () => void } | { refused: 'address' | 'all' }
type Request = { hasBody: boolean; isUpload?: boolean; isStored?: boolean }
type Limits = { requests?: { all: number; perAddress: number }; bodies?: typeof BODIES }

/** Limits the requests in flight, in total and per address (IPv6: per /64). */
export function createInFlight({ requests = IN_FLIGHT, bodies = BODIES }: Limits = {}) {
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
    enter(address: string, { hasBody, isUpload = false, isStored = false }: Request): Admission {
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
