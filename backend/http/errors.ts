/** A failure that its caller is told of: HTTP status, the same `code` in the envelope, a sentence. */
export class HttpError extends Error {
  readonly status: 400 | 404 | 405 | 413 | 416 | 501 | 503

  constructor(status: HttpError['status'], message: string) {
    super(message)
    this.name = 'HttpError'
    this.status = status
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
