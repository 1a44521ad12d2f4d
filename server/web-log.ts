import { format } from 'node:util'
import type { Logger } from 'pino'
import type { FailureLog } from '#lib/log/failures.ts'
import { redact, redactPath } from '#lib/log/text.ts'
import { isBackendFailure } from '#server/next/digest.ts'
import type { FinishedRequest } from './observe.ts'
import type { RequestError } from './site.ts'

/** What the web app writes to its log, without anything that a visitor typed. */
export function createWebLog(log: Logger, failures: FailureLog) {
  return {
    onRequest: createRequestLog(log),
    onUnprepared: (path: string, reason: string) =>
      log.warn({ path: redactPath(path), reason }, 'scripts of a page do not wait'),
    onError: ({ error, id, path, method }: RequestError) => {
      const about = { requestId: id, method, path: redactPath(path) }
      log.error({ ...about, err: error }, 'request failed')
    },
    onNotRenewed: (err: unknown) => log.error({ err }, 'rendering the status pages failed'),
    /** In place of `console.error`: Next writes errors there, with the query strings of addresses. */
    consoleError: (...values: unknown[]) => {
      const failure = values.find(isBackendFailure)
      if (failure) failures.failed('backend', failure)
      else log.error(redact(format(...values)))
    },
  }
}

type Level = 'trace' | 'info' | 'warn'
type Log = Record<Level, (about: object, message: string) => void>

/** A request that takes longer is logged like a failed one, in ms. */
const SLOW_MS = 5_000
/** Lines about failed and slow requests per second. An outage would write one for each request. */
const LINES_MAX = 10

/**
 * A log line for each request: at `warn` if it failed (500 and above) or was slow, else at `info`. Of the
 * former at most ten in a second, then their number.
 * @param now elapsed time in ms.
 */
export function createRequestLog(log: Log, now: () => number = () => performance.now()) {
  let second = 0
  let lines = 0
  let unlogged = 0
  return function logRequest(request: FinishedRequest): void {
    if (request.route === 'health') return log.trace(request, 'request')
    // Downloads and uploads take as long as the visitor's connection does.
    const isSlow = request.ms > SLOW_MS && request.status < 400 && !TRANSFERS.has(request.route)
    if (request.status < 500 && !isSlow) return log.info(request, 'request')
    const present = Math.floor(now() / 1000)
    if (present !== second) [second, lines] = [present, 0]
    if (lines >= LINES_MAX) {
      unlogged += 1
      return undefined
    }
    lines += 1
    const since = unlogged > 0 ? { unlogged } : {}
    unlogged = 0
    return log.warn({ ...request, ...since }, isSlow ? 'slow request' : 'failed request')
  }
}

/** Routes that transfer files. */
const TRANSFERS = new Set(['api:upload', 'api:file', 'form'])
