import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Buckets } from '#lib/limits/buckets.ts'
import { createInFlight } from '#lib/limits/in-flight.ts'
import { RENDER_MS, rateOf } from '#lib/limits/rates.ts'

/** Why a request is not answered, and the seconds after which it may be sent again. */
export type Refusal = { status: 429 | 503; retryAfter: number }

type Options = {
  buckets: Buckets
  /** Ends a connection whose reader does not read; whether there was one. */
  endStalled: () => boolean
  inFlight?: ReturnType<typeof createInFlight>
}

/** What a visitor may ask of the web app: so much at once, and so much over time. */
export function createGuard({ buckets, endStalled, inFlight = createInFlight() }: Options) {
  return {
    /** At the entrance, whoever answers: too many requests at once are refused. */
    enter(req: IncomingMessage, res: ServerResponse, address: string): Refusal | null {
      let entered = inFlight.enter(address, hasBody(req))
      if ('refused' in entered && entered.refused === 'all' && endStalled()) {
        entered = inFlight.enter(address, hasBody(req))
      }
      if ('refused' in entered) {
        return entered.refused === 'all'
          ? { status: 503, retryAfter: 5 }
          : { status: 429, retryAfter: 1 }
      }
      res.once('close', entered.release)
      return null
    },
    /** Before the work: what no cache answers is counted by address. */
    count(path: string, address: string): Refusal | null {
      const wait = buckets.takeByAddress(rateOf(path), address)
      return wait > 0 ? { status: 429, retryAfter: wait } : null
    },
    /** When an answer begins: a page that was rendered for it costs more than one that is kept. */
    price(path: string, address: string, res: ServerResponse): void {
      const isKept = ['HIT', 'PRERENDER'].includes(String(res.getHeader('x-nextjs-cache')))
      if (rateOf(path) === 'pages' && !isKept) buckets.charge(address, RENDER_MS)
    },
  }
}
export type Guard = ReturnType<typeof createGuard>

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
