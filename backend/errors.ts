import { DatabaseError } from 'pg'
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

/** SQLSTATE disk_full. A server that has no room for its own log says so in the message of another error. */
const DATABASE_FULL = '53100'
const NO_ROOM = /no space left on device|disk quota exceeded/i

/**
 * The part that has no room for a write, or whose quota is used up, by an error or one of its causes: the disk of this process, or
 * that of the database.
 */
export function fullPart(error: unknown): 'disk' | 'database_space' | undefined {
  if (!(error instanceof Error)) return undefined
  const code = 'code' in error ? error.code : undefined
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'disk'
  const isFull = error instanceof DatabaseError && NO_ROOM.test(error.message)
  return code === DATABASE_FULL || isFull ? 'database_space' : fullPart(error.cause)
}

export const isDiskFull = (error: unknown): boolean => fullPart(error) !== undefined

export const diskFull = (cause: unknown) =>
  new DomainError('disk_full', 'The storage is full. Try again later.', {
    subsystem: fullPart(cause) ?? 'disk',
    cause,
  })
