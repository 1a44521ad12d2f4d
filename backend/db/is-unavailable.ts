import { DrizzleQueryError } from 'drizzle-orm'
import { DatabaseError } from 'pg'

/**
 * SQLSTATE classes of errors that a retry may not meet: 08 connection exception, 40 transaction
 * rollback, 53 insufficient resources, 57 operator intervention (also timeouts), 58 system error.
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const TRANSIENT = /^(?:08|40|53|57|58)/
/** Messages of the driver's plain errors about failed connections. */
const NO_CONNECTION =
  /^Connection terminated|^timeout exceeded when trying to connect|^timeout expired|^Query read timeout|^Client has encountered a connection error|^Cannot use a pool after/
const NO_SOCKET = /^(?:ECONN|ENOENT|ENOTFOUND|EAI_|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)/

/** Whether an error means that the database is unavailable or overloaded, not that a query is wrong. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof DrizzleQueryError) return isDatabaseUnavailable(error.cause)
  if (error instanceof DatabaseError) return TRANSIENT.test(error.code ?? '')
  if (!(error instanceof Error)) return false
  return NO_CONNECTION.test(error.message) || ('code' in error && NO_SOCKET.test(`${error.code}`))
}
