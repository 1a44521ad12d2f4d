import { DrizzleQueryError } from 'drizzle-orm'
import { DatabaseError } from 'pg'

/**
 * SQLSTATE classes after which the same request may well succeed later: 08 connection, 40 rolled
 * back for the sake of others, 53 no resources (a full disk), 57 stopped by the operator or by a timeout, 58 the system
 * (reading or writing failed).
 */
const PASSING = /^(?:08|40|53|57|58)/
/** What the driver says, as plain errors, when a connection fails or is not to be had. */
const NO_CONNECTION =
  /^Connection terminated|^timeout exceeded when trying to connect|^timeout expired|^Query read timeout|^Client has encountered a connection error|^Cannot use a pool after/
const NO_SOCKET = /^(?:ECONN|ENOENT|ENOTFOUND|EAI_|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)/

/** Whether `error` says that the database is away or overloaded, rather than that a query is wrong. */
export function isDatabaseUnwell(error: unknown): boolean {
  if (error instanceof DrizzleQueryError) return isDatabaseUnwell(error.cause)
  if (error instanceof DatabaseError) return PASSING.test(error.code ?? '')
  if (!(error instanceof Error)) return false
  return NO_CONNECTION.test(error.message) || ('code' in error && NO_SOCKET.test(`${error.code}`))
}
