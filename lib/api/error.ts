import { backendDigest } from '#server/next/digest.ts'

/** Why a call failed; `code` is the status of the page. */
export type ApiFailure =
  /** The backend refused the request: its own code, 400 to 499. */
  | { kind: 'refused'; code: number }
  /** The backend could not be reached, or answered with a code from 500 on. */
  | { kind: 'unavailable'; code: 503 }
  /** The response violates the contract: HTML, truncated, too large or another shape. */
  | { kind: 'bad_answer'; code: 502 }
  | { kind: 'timeout'; code: 504 }

/** A failed call to the backend; the server around Next reads the status of the page from `digest`. */
export class ApiError extends Error {
  readonly failure: ApiFailure
  readonly digest: string

  constructor(failure: ApiFailure, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ApiError'
    this.failure = failure
    this.digest = backendDigest(failure.code)
  }

  /** Whether the backend refused because the resource does not exist or the input is invalid. */
  get isNotFound(): boolean {
    return this.failure.kind === 'refused' && [400, 404, 410].includes(this.failure.code)
  }
}
