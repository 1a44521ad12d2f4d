import type { ErrorCode } from '#lib/contract/error-code.ts'
import { currentRequestId } from '#lib/telemetry/trace.ts'

const MESSAGES: Record<number, string> = {
  400: 'Invalid request.',
  401: 'Please sign in.',
  403: 'Requests from other sites are not allowed.',
  404: 'Not found.',
  405: 'Method not allowed.',
  413: 'The request body is too large.',
  415: 'Unsupported media type.',
  429: 'Too many requests. Try again in a moment.',
  502: 'The backend sent an invalid response.',
  503: 'The backend is unavailable.',
  504: 'The backend did not respond in time.',
}

/** What the envelope says of a status that always has one reason: the same as that of the backend. */
export const reasonOfStatus = (
  code: number,
): { message: string; reason: ErrorCode } | undefined => {
  const reason = REASONS[code]
  return reason && { message: MESSAGES[code] ?? '', reason }
}
const REASONS: Record<number, ErrorCode> = { 405: 'method_not_allowed', 429: 'too_many' }

type BackendError = { message?: string; reason?: string | undefined }

/**
 * An error response of the web app itself, in the envelope; `code` equals the HTTP status.
 * @param error message and reason of the backend, if any.
 */
export function refuse(code: number, { message = '', reason }: BackendError = {}): Response {
  const shown = reason ?? reasonOfStatus(code)?.reason
  const requestId = currentRequestId()
  const headers = new Headers({ 'cache-control': 'no-store' })
  if (code === 503) headers.set('retry-after', '5')
  return Response.json(
    {
      code,
      message: message || (MESSAGES[code] ?? ''),
      data: null,
      ...(shown && { reason: shown }),
      ...(requestId !== undefined && { request_id: requestId }),
    },
    { status: code, headers },
  )
}
