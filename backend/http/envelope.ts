import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { CODE_OK, type Details, type Reason } from '#lib/contract/envelope.ts'
import type { FaultLog } from '#lib/log/faults.ts'
import type { AppEnv } from '#backend/context.ts'
import { isDatabaseUnwell } from '#backend/db/is-unwell.ts'
import { reportFailure } from '#backend/report-failure.ts'
import { Busy, GitHubLimit, HttpError, TooMany } from './errors.ts'

/** A successful answer. */
export function succeed(c: Context<AppEnv>, data: unknown) {
  return c.json({ code: CODE_OK, message: 'OK', data })
}

type Secrets = { token?: string | undefined; device?: string | undefined }

/** A successful answer for one person alone, with what it hands out. */
export function succeedPrivately(
  c: Context<AppEnv>,
  data: unknown,
  { token, device }: Secrets = {},
) {
  c.header('cache-control', 'private, no-store')
  const secrets = { ...(token && { token }), ...(device && { device }) }
  return c.json({ code: CODE_OK, message: 'OK', data, ...secrets })
}

/** Why not, for programs. */
type Why = {
  reason?: Reason | undefined
  details?: Details | undefined
  fields?: string[] | undefined
}

/** An answer that says why not; `code` equals the HTTP status. */
export function refuse(
  c: Context<AppEnv>,
  code: ContentfulStatusCode,
  message: string,
  { reason, details, fields }: Why = {},
) {
  c.header('cache-control', 'no-store')
  if (code === 503 && reason !== 'busy') c.header('retry-after', '5')
  const why = { ...(reason && { reason }), ...(details && { details }), ...(fields && { fields }) }
  return c.json({ code, message, data: null, ...why }, code)
}

/** The one place where a thrown error becomes an answer; no stack and no SQL ever leaves. */
export function createErrorHandler(faults: FaultLog) {
  return (error: Error, c: Context<AppEnv>) => {
    if (error instanceof TooMany || error instanceof Busy || error instanceof GitHubLimit) {
      c.header('retry-after', String(error.retryAfter))
    }
    // Why mail or disk failed is for the operator alone.
    if (!(error instanceof HttpError) || error.cause !== undefined) {
      reportFailure({ faults, log: c.get('log') }, error, 'request failed')
    }
    if (error instanceof HttpError) return refuse(c, error.status, error.message, error)
    if (isDatabaseUnwell(error)) return refuse(c, 503, 'The database cannot be reached.')
    return refuse(c, 500, 'Something went wrong.')
  }
}
