import { setTimeout as delay } from 'node:timers/promises'
import { type S3Client, S3ServiceException } from '@aws-sdk/client-s3'

/** Of work that no visitor waits for. */
export type Patience = {
  /** For how long a request is repeated that fails in a way that may pass, in ms. */
  forMs: number
  /** The first pause, which doubles, in ms. */
  pauseMs: number
  /** Until an answer begins, and within it, in ms. */
  answerMs: number
}

const PAUSE_MAX_MS = 30_000
/** Statuses of a server that is there, but cannot answer now. */
const BUSY = new Set([429, 500, 502, 503, 504])
const PASSING = new Set(['SlowDown', 'RequestTimeout', 'RequestTimeTooSkewed', 'InternalError'])

/** Whether a request may succeed later: the storage cannot be reached, is silent, or too busy. */
export function mayPass(error: unknown): boolean {
  if (!(error instanceof S3ServiceException)) return error instanceof Error && isOfNetwork(error)
  return PASSING.has(error.name) || BUSY.has(error.$metadata.httpStatusCode ?? 0)
}

/** Errors of Node's sockets have a code; those of the client a name. An answer that is no XML is that of a proxy. */
function isOfNetwork(error: Error): boolean {
  // A host that does not exist is a wrong address.
  if ('code' in error) return error.code !== 'ENOTFOUND'
  return error.name === 'TimeoutError' || '$metadata' in error
}

/** Repeats requests while the storage is away. All their bodies are in memory, a part of 5 MB at most. */
export function waitForStorage({ middlewareStack }: S3Client, patience: Patience): void {
  middlewareStack.add(
    (next) => async (args) => {
      const until = performance.now() + patience.forMs
      for (let pauseMs = patience.pauseMs; ; pauseMs = Math.min(pauseMs * 2, PAUSE_MAX_MS)) {
        try {
          return await next(args)
        } catch (error) {
          if (!mayPass(error) || performance.now() + pauseMs > until) throw error
          await delay(pauseMs)
        }
      }
    },
    { step: 'initialize', name: 'waitForStorage', priority: 'high' },
  )
}
