import type { Details, Reason } from '#lib/contract/envelope.ts'
import type { FaultyPart } from '#lib/log/faults.ts'

/** What is told of a failure besides its sentence. */
type More = {
  /** What the words of the reason are filled with. */
  details?: Details | undefined
  /** The fields of the request that are at fault. */
  fields?: string[] | undefined
  /** The part of the site whose failure this is; `cause` says why, for the operator alone. */
  part?: FaultyPart
  cause?: unknown
}

/** A failure that its caller is told of: HTTP status, the same `code` in the envelope, a sentence. */
export class HttpError extends Error {
  readonly status: 400 | 401 | 403 | 404 | 405 | 409 | 413 | 416 | 429 | 503
  readonly reason: Reason | undefined
  readonly details: Details | undefined
  readonly fields: string[] | undefined
  readonly part: FaultyPart | undefined

  constructor(status: HttpError['status'], message: string, reason?: Reason, more: More = {}) {
    super(message, 'cause' in more ? { cause: more.cause } : {})
    this.name = 'HttpError'
    this.status = status
    this.reason = reason
    this.details = more.details
    this.fields = more.fields
    this.part = more.part
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

/** GitHub answers no more questions until a moment that it names. */
export class GitHubLimit extends HttpError {
  readonly retryAfter: number

  constructor(retryAt: Date, retryAfter: number) {
    const time = retryAt.toISOString()
    const more = { details: { retry_at: time } }
    super(429, `GitHub's limit is reached: try again at ${time}.`, 'github_limit', more)
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
  constructor(message: string, fields?: string[]) {
    super(400, message, undefined, { fields })
  }
}

/** There is no such thing, or it is not for the caller to know of. */
export class NotFound extends HttpError {
  constructor() {
    super(404, 'There is no such thing.')
  }
}

/** Files that a call names are not there (any more): swept, taken, or somebody else's. */
export class FileMissing extends HttpError {
  constructor(fields: string[]) {
    super(404, `${fields.join(', ')}: no such file (any more).`, 'file_missing', { fields })
  }
}

/** Whether the disk, or what this account may use of it, is full. */
export function isDiskFull(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'ENOSPC' || code === 'EDQUOT'
}

export const diskFull = (cause: unknown) =>
  new HttpError(503, 'There is no room for the file at the moment.', 'disk_full', {
    part: 'disk',
    cause,
  })
