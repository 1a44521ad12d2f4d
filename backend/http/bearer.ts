import type { Context } from 'hono'
import type { AppEnv } from '#backend/dependencies.ts'
import { UnauthenticatedError } from '#backend/errors.ts'

/**
 * The bearer token of a request (RFC 6750, section 2.1).
 * @throws UnauthenticatedError without one.
 */
export function bearerToken(c: Context<AppEnv>): string {
  const token = /^Bearer ([\w-]{1,200})$/i.exec(c.req.header('authorization') ?? '')?.[1]
  if (token === undefined) throw new UnauthenticatedError()
  return token
}
