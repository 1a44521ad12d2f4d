/** Text for a log: addresses in it lose their queries, which may hold what somebody typed. */
export function withoutQueries(text: string): string {
  return text.replaceAll(/\?[^\s'"`<>]+/g, '?…')
}

/**
 * An error for a log: type, sentence and stack, those of its causes included, without queries of
 * addresses; of a database's error the statement and the code, and none of the values.
 */
export function describeError(error: unknown, depth = 0): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: withoutQueries(String(error)) }
  // drizzle-orm writes the values behind the statement.
  const message = error.message.replace(/\nparams: [\s\S]*$/, '')
  return {
    type: error.name,
    message: withoutQueries(message),
    ...('code' in error && { code: String(error.code) }),
    stack: withoutQueries((error.stack ?? '').replace(error.message, () => message)),
    ...(error.cause !== undefined && depth < 5 && { cause: describeError(error.cause, depth + 1) }),
  }
}
