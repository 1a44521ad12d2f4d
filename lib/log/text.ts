/** Removes query strings of addresses from log text: they may contain what a visitor typed. */
export function withoutQueries(text: string): string {
  return text.replaceAll(/\?[^\s'"`<>]+/g, '?…')
}

/** An e-mail address; bounded, so that a long text is read in linear time. */
const EMAIL = /[^\s<>"'`@…()[\],;:/?=]{1,64}@[^\s<>"'`@()[\],;:/?=]{1,255}/g
/** Name and password of an address such as `smtp://user:password@host`. */
const CREDENTIALS = /(\b[a-z][a-z0-9+.-]{1,20}:\/\/)[^\s/@]{1,500}@/gi
/** Values of the headers and fields that hold secrets, up to the next space. */
const BEARER = /\b(bearer|basic)\s+[\w.~+/=-]{6,}/gi
const COOKIE = /\b((?:set-)?cookie:\s*)[^\r\n]{1,4000}/gi
/** What may be a token: long, and with a digit, unlike a name. */
const OPAQUE = /[\w-]{40,4000}/g

/**
 * Log text without what may be private: query strings, e-mail addresses, credentials, cookies, tokens. Servers of
 * others repeat such values in their error messages.
 */
export function redact(text: string): string {
  return withoutQueries(text)
    .replaceAll(CREDENTIALS, '$1…@')
    .replaceAll(EMAIL, '…@…')
    .replaceAll(BEARER, '$1 …')
    .replaceAll(COOKIE, '$1…')
    .replaceAll(OPAQUE, (run) => (/\d/.test(run) ? '…' : run))
}

/** A segment that is an identifier of this site: no address, no token. */
const SEGMENT = /^[\w.~-]{0,40}$/

/** The path of a request for the log; a segment that may be an address, a token or a text becomes `…`. */
export function redactPath(path: string): string {
  return path
    .slice(0, 500)
    .split('/')
    .map((segment) => (SEGMENT.test(segment) ? segment : '…'))
    .join('/')
}

/**
 * Errors whose message quotes the value that they are about: PostgreSQL's data exceptions (SQLSTATE class
 * 22), and a text that is not JSON.
 */
const quotesValue = (error: Error): boolean =>
  error instanceof SyntaxError || ('code' in error && /^22[0-9A-Z]{3}$/.test(String(error.code)))

/**
 * An error as a log entry: type, message and stack, its causes included, redacted. A database error has its
 * statement and code, without values.
 */
export function describeError(error: unknown, depth = 0): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: redact(String(error)) }
  // drizzle-orm appends the values to the statement.
  let message = error.message.replace(/\nparams: [\s\S]*$/, '')
  if (quotesValue(error)) message = message.replaceAll(/"[^"]*"|'[^']*'|"[^"]*$/g, '"…"')
  return {
    type: error.name,
    message: redact(message),
    ...('code' in error && { code: String(error.code) }),
    stack: redact((error.stack ?? '').replace(error.message, () => message)),
    ...(error.cause !== undefined && depth < 5 && { cause: describeError(error.cause, depth + 1) }),
  }
}
