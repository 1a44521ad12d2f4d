import type { Context } from 'hono'
import type { AppEnv, Parts } from '#backend/context.ts'
import { Unauthorized } from '#backend/http/errors.ts'
import { authenticate, type Signed } from '#backend/services/session/authenticate.ts'

/**
 * The bearer token of a request (RFC 6750, section 2.1).
 * @throws Unauthorized where there is none.
 */
export function bearerOf(c: Context<AppEnv>): string {
  const token = /^Bearer ([\w-]{1,200})$/i.exec(c.req.header('authorization') ?? '')?.[1]
  if (token === undefined) throw new Unauthorized()
  return token
}

/**
 * Who asks.
 * @throws Unauthorized
 */
export function signedIn(c: Context<AppEnv>, { db, clock }: Parts): Promise<Signed> {
  return authenticate(db, bearerOf(c), clock())
}
