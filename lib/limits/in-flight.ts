import { networksOf } from './networks.ts'

/**
 * Requests that are being answered at once. A browser has six connections to a site at most, and an
 * answer takes milliseconds: 300 visitors behind one address who each ask for a page in the same
 * second have about 30 requests in flight. A file that is not read holds about 0.4 MB.
 */
const IN_FLIGHT = { all: 256, perAddress: 64 } as const
/** Requests with a body: each may be held in memory up to 1 MiB (lib/session/proxy.ts). */
const BODIES = { all: 64, perAddress: 32 } as const

type Count = { requests: number; bodies: number }
export type Entered = { release: () => void } | { refused: 'address' | 'all' }
type Bounds = { requests?: { all: number; perAddress: number }; bodies?: typeof BODIES }

/** Counts the requests that are being answered, in all and by address (IPv6: by /64). */
export function createInFlight({ requests = IN_FLIGHT, bodies = BODIES }: Bounds = {}) {
  const all: Count = { requests: 0, bodies: 0 }
  const byAddress = new Map<string, Count>()

  return {
    /** @returns `release`, to be called once when the answer has been given, or why it is refused. */
    enter(address: string, hasBody: boolean): Entered {
      const name = networksOf(address)[0]?.name ?? address
      const own = byAddress.get(name) ?? { requests: 0, bodies: 0 }
      const body = hasBody ? 1 : 0
      if (own.requests + 1 > requests.perAddress || own.bodies + body > bodies.perAddress) {
        return { refused: 'address' }
      }
      if (all.requests + 1 > requests.all || all.bodies + body > bodies.all) {
        return { refused: 'all' }
      }
      byAddress.set(name, own)
      for (const count of [all, own]) {
        count.requests += 1
        count.bodies += body
      }
      let isReleased = false
      const release = () => {
        if (isReleased) return
        isReleased = true
        for (const count of [all, own]) {
          count.requests -= 1
          count.bodies -= body
        }
        if (own.requests === 0) byAddress.delete(name)
      }
      return { release }
    },
    /** How many requests are being answered. */
    size: () => all.requests,
  }
}
