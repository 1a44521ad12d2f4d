const REQUEST_ID = /^[A-Za-z0-9._-]{8,64}$/

/** A request id as a trusted sender gives it: 8 to 64 letters, digits, `.`, `_` or `-`. */
export const isRequestId = (text: unknown): text is string =>
  typeof text === 'string' && REQUEST_ID.test(text)
