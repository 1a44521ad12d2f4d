import { format } from 'node:util'
import type { Logger } from 'pino'
import type { FailureLog } from '#lib/log/failures.ts'
import { redact, redactPath } from '#lib/log/text.ts'
import { isBackendFailure } from '#server/next/digest.ts'
import type { RequestError } from './handler-options.ts'
import { createRequestLog } from './request-log.ts'

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
    /** In place of `console.error`: Next writes errors there, with the query strings of addresses. */
    consoleError: (...values: unknown[]) => {
      const failure = values.find(isBackendFailure)
      if (failure) failures.failed('backend', failure)
      else log.error(redact(format(...values)))
    },
  }
}
