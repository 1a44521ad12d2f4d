/** PostgreSQL's error code of a violated unique constraint. */
const UNIQUE_VIOLATION = '23505'

/** Whether a statement failed since another transaction has inserted the same value meanwhile. */
export function isUniqueViolation(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error && 'code' in cause && cause.code === UNIQUE_VIOLATION
}
