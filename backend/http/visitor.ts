import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import type { AppEnv } from '#backend/dependencies.ts'
import { isSecret } from '#backend/http/secret.ts'
import type { Visitor } from '#backend/caller.ts'

/**
 * The visitor behind a request: the address that the web app sends with `INTERNAL_SECRET`, else the
 * socket's, and the user agent.
 */
export function visitorOf(c: Context<AppEnv>, secret: string | undefined): Visitor {
  const claimed = c.req.header('x-client-address')
  const vouched = isSecret(c.req.header('x-internal-secret'), secret)
  return {
    address: vouched && claimed ? claimed : socketAddress(c),
    userAgent: (c.req.header('user-agent') ?? '').slice(0, 500),
  }
}

/**
 * The address whose rate limit a call counts in. `null` for reads of the web app for public pages: they
 * carry the secret without an address, and the server around the app has counted the visitor
 * (server/limits.ts).
 */
export function countedAddress(c: Context<AppEnv>, secret: string | undefined): string | null {
  const isVouched = isSecret(c.req.header('x-internal-secret'), secret)
  if (isVouched && c.req.header('x-client-address') === undefined) return null
  return visitorOf(c, secret).address
}

/** Requests that tests pass to the app directly have no socket. */
function socketAddress(c: Context<AppEnv>): string {
  return c.env ? (getConnInfo(c).remote.address ?? '') : ''
}
