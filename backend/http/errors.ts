import type { Reason } from '#lib/contract/envelope.ts'

/** A failure that its caller is told of: HTTP status, the same `code` in the envelope, a sentence. */
export class HttpError extends Error {
  readonly status: 400 | 401 | 403 | 404 | 405 | 409 | 413 | 416 | 429 | 503
  readonly reason: Reason | undefined

  constructor(status: HttpError['status'], message: string, reason?: Reason) {
    super(message)
    this.name = 'HttpError'
    this.status = status
    this.reason = reason
  }
}

/** Nobody is signed in with that token (any more). */
export class Unauthorized extends HttpError {
  constructor() {
    super(401, 'Please sign in.', 'no_session')
  }
}

/** Too often; `retryAfter` is in seconds. */
export class TooMany extends HttpError {
  readonly retryAfter: number

  constructor(retryAfter: number, reason: 'too_many' | 'use_last_code' = 'too_many') {
    const what = reason === 'too_many' ? 'Too many attempts.' : 'Use the last code that was sent.'
    super(429, `${what} Try again in ${retryAfter} s.`, reason)
    this.retryAfter = retryAfter
  }
}

/** More of this is under way than this process does at once; asking again in a second may do. */
export class Busy extends HttpError {
  readonly retryAfter = 1

  constructor() {
    super(503, 'Too much of this is being asked for at the moment. Try again in 1 s.', 'busy')
  }
}

/** The request makes no sense; the sentence says which part of it. */
export class BadRequest extends HttpError {
  constructor(message: string) {
    super(400, message)
  }
}

/** There is no such thing, or it is not for the caller to know of. */
export class NotFound extends HttpError {
  constructor() {
    super(404, 'There is no such thing.')
  }
}

/** Whether the disk, or what this account may use of it, is full. */
export function isDiskFull(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'ENOSPC' || code === 'EDQUOT'
}

export const diskFull = () =>
  new HttpError(503, 'There is no room for the file at the moment.', 'disk_full')
