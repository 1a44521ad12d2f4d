import type { Context } from 'hono'
import { errorsOf } from '#lib/contract/call.ts'
import { CALLS } from '#lib/contract/calls.ts'
import { CODE_OK, type Details, WARNINGS_MAX } from '#lib/contract/envelope.ts'
import { ERROR_STATUS, type ErrorCode } from '#lib/contract/error-code.ts'
import { count } from '#lib/telemetry/registry.ts'
import type { FailureLog } from '#lib/log/failures.ts'
import type { AppEnv } from '#backend/dependencies.ts'
import { isDatabaseUnavailable, isLockTimeout } from '#backend/db/is-unavailable.ts'
import { reportFailure } from '#backend/report-failure.ts'
import { BusyError, diskFull, DomainError, isDiskFull } from '#backend/errors.ts'
import { streamObject } from './json-stream.ts'

/** Logged when a call answers with an error code that the contract does not list for it. */
export const UNDECLARED_ERROR = 'undeclared error code'

/** The beginning of a successful response, before its data. */
const BEFORE_DATA = `{"code":${CODE_OK},"message":"OK","data":`

/** A successful response whose data are read while it is sent. */
export function respondWithStream(
  c: Context<AppEnv>,
  failures: FailureLog,
  { parts, onEnd }: { parts: object; onEnd: () => void },
) {
  const headers = { 'content-type': 'application/json' }
  if (c.req.method === 'HEAD') {
    onEnd()
    return c.body(null, 200, headers)
  }
  const onError = (error: Error) =>
    reportFailure({ failures, log: c.get('log') }, error, 'an answer broke off')
  const around = { before: BEFORE_DATA, after: '}', onError, onEnd }
  return c.body(streamObject(parts, around), 200, headers)
}

type Grant = { token?: string | undefined; device?: string | undefined }

/** A successful response; `grant` hands out tokens. */
export function respondWithData(c: Context<AppEnv>, data: unknown, { token, device }: Grant = {}) {
  const grant = { ...(token && { token }), ...(device && { device }) }
  const warnings = c.get('warnings')?.slice(0, WARNINGS_MAX)
  return c.json({ code: CODE_OK, message: 'OK', data, ...grant, ...(warnings && { warnings }) })
}

/** Machine-readable part of an error response. */
type Problem = {
  code: ErrorCode
  message: string
  details?: Details | undefined
  fields?: string[] | undefined
}

/** An error response: the status that the contract gives the code, and the same `code` in the envelope. */
export function respondWithError(c: Context<AppEnv>, { code, message, details, fields }: Problem) {
  const status = ERROR_STATUS[code]
  c.header('cache-control', 'no-store')
  if (status === 503 && code !== 'busy') c.header('retry-after', '5')
  const rest = {
    ...(details && { details }),
    ...(fields && { fields }),
    request_id: c.get('requestId'),
  }
  return c.json({ code: status, message, data: null, reason: code, ...rest }, status)
}

/** The contract lists the errors of each call; tests fail on this log line. */
function warnIfUndeclared(c: Context<AppEnv>, code: ErrorCode) {
  const call = c.get('call')
  if (call === undefined || errorsOf(CALLS[call]).has(code)) return
  c.get('log').warn({ call, code }, UNDECLARED_ERROR)
}

/** Maps thrown errors to responses. Stacks and SQL stay in the log. */
export function createErrorHandler(failures: FailureLog) {
  return (thrown: Error, c: Context<AppEnv>) => {
    if (isLockTimeout(thrown)) c.get('log').warn({ err: thrown }, 'a row was locked for too long')
    const error = knownOf(thrown)
    // The cause of a failed subsystem is for the operator only.
    if (!(error instanceof DomainError) || error.cause !== undefined) {
      reportFailure({ failures, log: c.get('log') }, error, 'request failed')
    }
    count('keystrip_call_refusals_total', [c.get('call') ?? 'other', codeOf(error)])
    if (error instanceof DomainError) {
      warnIfUndeclared(c, error.code)
      const response = respondWithError(c, error)
      if (error.retryAfter !== undefined) {
        response.headers.set('retry-after', String(error.retryAfter))
      }
      return response
    }
    const code = codeOf(error)
    const message =
      code === 'unavailable' ? 'The database cannot be reached.' : 'Something went wrong.'
    return respondWithError(c, { code, message })
  }
}

/** Errors of the database that every call may meet, as errors of the contract. */
function knownOf(thrown: Error): Error {
  if (isLockTimeout(thrown)) return new BusyError()
  return !(thrown instanceof DomainError) && isDiskFull(thrown) ? diskFull(thrown) : thrown
}

function codeOf(error: Error): ErrorCode {
  if (error instanceof DomainError) return error.code
  return isDatabaseUnavailable(error) ? 'unavailable' : 'internal'
}
