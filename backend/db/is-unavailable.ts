import { DrizzleQueryError } from 'drizzle-orm'
import { DatabaseError } from 'pg'

/**
 * SQLSTATE classes of errors that a retry may not meet: 08 connection exception, 40 transaction
 * rollback, 53 insufficient resources, 57 operator intervention (also timeouts), 58 system error; and 25P03, a
 * transaction that was idle for too long.
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const TRANSIENT = /^(?:08|40|53|57|58|25P03)/
/** Messages of the driver's plain errors about failed connections. */
const NO_CONNECTION =
  /^Connection terminated|^timeout exceeded when trying to connect|^timeout expired|^Query read timeout|^Client has encountered a connection error|^Cannot use a pool after/
const NO_SOCKET = /^(?:ECONN|ENOENT|ENOTFOUND|EAI_|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)/

/** lock_not_available: another transaction held a row for longer than `lock_timeout`. */
const LOCKED = '55P03'

/** Whether a statement gave up waiting for a row that another transaction holds. */
export function isLockTimeout(error: unknown): boolean {
  if (error instanceof DrizzleQueryError) return isLockTimeout(error.cause)
  return error instanceof DatabaseError && error.code === LOCKED
}

/** Whether an error comes from the driver and not from the server: an answer may still come, or never. */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof DrizzleQueryError) return isConnectionLost(error.cause)
  return !(error instanceof DatabaseError) && isDatabaseUnavailable(error)
}

/** Whether an error means that the database is unavailable or overloaded, not that a query is wrong. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof DrizzleQueryError) return isDatabaseUnavailable(error.cause)
  if (error instanceof DatabaseError) return TRANSIENT.test(error.code ?? '')
  if (!(error instanceof Error)) return false
  return NO_CONNECTION.test(error.message) || ('code' in error && NO_SOCKET.test(`${error.code}`))
}
