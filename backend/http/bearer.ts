import type { Context } from 'hono'
import type { AppEnv, Parts } from '#backend/context.ts'
import { TooMany, Unauthorized } from '#backend/http/errors.ts'
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
 * Who asks. The call is counted for their account.
 * @throws Unauthorized; TooMany where the account has used up its allowance.
 */
export async function signedIn(c: Context<AppEnv>, parts: Parts): Promise<Signed> {
  const signed = await authenticate(parts.db, bearerOf(c), parts.clock())
  const wait = parts.buckets.takeByAccount(signed.uid)
  if (wait > 0) throw new TooMany(wait)
  return signed
}
