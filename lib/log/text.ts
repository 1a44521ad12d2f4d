/** Removes query strings of addresses from log text: they may contain what a visitor typed. */
export function withoutQueries(text: string): string {
  return text.replaceAll(/\?[^\s'"`<>]+/g, '?…')
}

/**
 * An error as a log entry: type, message and stack, its causes included, without query strings. A
 * database error has its statement and code, without values.
 */
export function describeError(error: unknown, depth = 0): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: withoutQueries(String(error)) }
  // drizzle-orm appends the values to the statement.
  const message = error.message.replace(/\nparams: [\s\S]*$/, '')
  return {
    type: error.name,
    message: withoutQueries(message),
    ...('code' in error && { code: String(error.code) }),
    stack: withoutQueries((error.stack ?? '').replace(error.message, () => message)),
    ...(error.cause !== undefined && depth < 5 && { cause: describeError(error.cause, depth + 1) }),
  }
}
