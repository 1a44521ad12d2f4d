import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import type { AppEnv } from '#backend/context.ts'
import { isSecret } from '#backend/http/secret.ts'
import type { Visitor } from '#backend/services/statistic/record.ts'

/**
 * Who asks: the address that the web app vouches for with `INTERNAL_SECRET`, else the socket's, and
 * the user agent.
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
 * Whose allowance a call is counted in: the address that the web app vouches for, else the socket's.
 * `null` for the web app's own reads for pages: they carry the secret and no address, since a public
 * page is made for everybody; the server around it has counted the visitor (server/limits.ts).
 */
export function countedAddress(c: Context<AppEnv>, secret: string | undefined): string | null {
  const isVouched = isSecret(c.req.header('x-internal-secret'), secret)
  if (isVouched && c.req.header('x-client-address') === undefined) return null
  return visitorOf(c, secret).address
}

/** Requests that tests hand to the app directly have no socket. */
function socketAddress(c: Context<AppEnv>): string {
  return c.env ? (getConnInfo(c).remote.address ?? '') : ''
}
