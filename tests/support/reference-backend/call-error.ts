type Status = 400 | 401 | 403 | 404 | 405 | 409 | 413 | 416 | 503
type Options = { reason: string; fields?: string[]; details?: Record<string, string | number> }

/**
 * A refused call. `code` is the HTTP status and the `code` of the envelope; with `reason` and `fields`
 * the UI shows the problem next to the right field.
 */
export class CallError extends Error {
  readonly code: Status
  readonly options: Options

  constructor(code: Status, message: string, options: Options) {
    super(message)
    this.code = code
    this.options = options
  }
}

export const notFound = () => new CallError(404, 'Not found.', { reason: 'not_found' })

export const invalidInput = (...fields: string[]) =>
  new CallError(400, `Invalid: ${fields.join(', ')}`, { reason: 'invalid_input', fields })
