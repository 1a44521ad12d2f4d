import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { DatabaseError } from 'pg'
import { CODE_OK } from '#lib/contract/envelope.ts'
import type { AppEnv } from '#backend/context.ts'
import { HttpError } from './errors.ts'

/** A successful answer. */
export function succeed(c: Context<AppEnv>, data: unknown) {
  return c.json({ code: CODE_OK, message: 'OK', data })
}

/** An answer that says why not; `code` equals the HTTP status. */
export function refuse(c: Context<AppEnv>, code: ContentfulStatusCode, message: string) {
  c.header('cache-control', 'no-store')
  if (code === 503) c.header('retry-after', '5')
  return c.json({ code, message, data: null }, code)
}

/** SQLSTATE 57014: the statement ran into its timeout. */
const QUERY_CANCELED = '57014'
/** SQLSTATE classes of a database that is away or going: connection, resources, operator. */
const UNWELL = /^(?:08|53|57)/

/** The one place where a thrown error becomes an answer; no stack and no SQL ever leaves. */
export function handleError(error: Error, c: Context<AppEnv>) {
  if (error instanceof HttpError) return refuse(c, error.status, error.message)
  c.get('log').error({ err: error }, 'request failed')
  if (isDatabaseAway(error)) return refuse(c, 503, 'The database cannot be reached.')
  return refuse(c, 500, 'Something went wrong.')
}

/** Drizzle wraps what the driver threw; the driver throws plain errors when a connection fails. */
function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof DatabaseError) {
    return error.code === QUERY_CANCELED || UNWELL.test(error.code ?? '')
  }
  const code = 'code' in error ? String(error.code) : ''
  if (/^(?:ECONN|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH)/.test(code)) return true
  if (/connection|timeout exceeded when trying to connect/i.test(error.message)) {
    return !('cause' in error && error.cause instanceof DatabaseError)
  }
  return isDatabaseAway(error.cause)
}
