import type { Details } from '#lib/contract/envelope.ts'
import type { ErrorCode } from '#lib/contract/error-code.ts'
import type { Subsystem } from '#lib/log/failures.ts'

type Options = {
  /** Values for the message of the code in the interface. */
  details?: Details | undefined
  /** Names of the invalid fields of the request. */
  fields?: string[] | undefined
  /** The failing subsystem; its `cause` is logged and never sent. */
  subsystem?: Subsystem
  /** Seconds after which a retry may succeed. */
  retryAfter?: number
  cause?: unknown
}

/**
 * An error that is reported to the caller. `code` is an error of the contract, `message` one English
 * sentence without internals. `http/envelope.ts` maps it to a response.
 */
export class DomainError extends Error {
  readonly code: ErrorCode
  readonly details: Details | undefined
  readonly fields: string[] | undefined
  readonly subsystem: Subsystem | undefined
  readonly retryAfter: number | undefined

  constructor(code: ErrorCode, message: string, options: Options = {}) {
    super(message, 'cause' in options ? { cause: options.cause } : {})
    this.name = 'DomainError'
    this.code = code
    this.details = options.details
    this.fields = options.fields
    this.subsystem = options.subsystem
    this.retryAfter = options.retryAfter
  }
}

/** No valid session token. */
export class UnauthenticatedError extends DomainError {
  constructor() {
    super('no_session', 'Please sign in.')
  }
}

/** A rate limit is exceeded; `retryAfter` in seconds. */
export class RateLimitError extends DomainError {
  constructor(retryAfter: number, code: 'too_many' | 'use_last_code' = 'too_many') {
    const what = code === 'too_many' ? 'Too many attempts.' : 'Use the last code that we sent.'
    super(code, `${what} Try again in ${retryAfter} s.`, { retryAfter })
  }
}

/** GitHub's API rate limit is exceeded until `retryAt`; `retryAfter` in seconds. */
export class GitHubRateLimitError extends DomainError {
  constructor(retryAt: Date, retryAfter: number) {
    const time = retryAt.toISOString()
    super('github_limit', `GitHub's rate limit is exceeded. Try again at ${time}.`, {
      details: { retry_at: time },
      retryAfter,
    })
  }
}

/** A concurrency limit of this process is reached. */
export class BusyError extends DomainError {
  constructor() {
    super('busy', 'Too many concurrent requests. Try again in 1 s.', {
      retryAfter: 1,
    })
  }
}

/** The request is invalid; the message names the part. */
export class InvalidInputError extends DomainError {
  constructor(message: string, fields?: string[]) {
    super('invalid_input', message, { fields })
  }
}

/** The resource does not exist, or the caller may not know that it exists. */
export class NotFoundError extends DomainError {
  constructor() {
    super('not_found', 'Not found.')
  }
}

/** Uploaded files of a request do not exist: swept, used by another project, or owned by another account. */
export class FileMissingError extends DomainError {
  constructor(fields: string[]) {
    super(
      'file_missing',
      `${fields.join(', ')}: the file does not exist or is no longer available.`,
      { fields },
    )
  }
}

/** Whether a write failed because the disk, or the quota of the process, is full. */
export function isDiskFull(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'ENOSPC' || code === 'EDQUOT'
}

export const diskFull = (cause: unknown) =>
  new DomainError('disk_full', 'The storage is full. Try again later.', {
    subsystem: 'disk',
    cause,
  })
