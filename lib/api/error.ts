/** Why a call failed, as a status that a page may answer with. */
export type ApiFailure =
  /** The backend refused the request: its own code, 400 to 499. */
  | { kind: 'refused'; code: number }
  /** The backend could not be reached, said it is unwell, or its body carried a code from 500 on. */
  | { kind: 'unavailable'; code: 503 }
  /** What came back was not an answer of the contract: HTML, cut off, too large, another shape. */
  | { kind: 'bad_answer'; code: 502 }
  | { kind: 'timeout'; code: 504 }

/**
 * A call to the backend that brought no data. `digest` is what Next writes into the error page in
 * place of the message: the server around Next reads the status from it (`BACKEND;503`).
 */
export class ApiError extends Error {
  readonly failure: ApiFailure
  readonly digest: string

  constructor(failure: ApiFailure, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ApiError'
    this.failure = failure
    this.digest = `BACKEND;${failure.code}`
  }

  /** Whether the backend refused because there is no such thing, or the question makes no sense. */
  get isNotFound(): boolean {
    return this.failure.kind === 'refused' && [400, 404, 410].includes(this.failure.code)
  }
}
