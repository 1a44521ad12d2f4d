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

/** Requests that tests hand to the app directly have no socket. */
function socketAddress(c: Context<AppEnv>): string {
  return c.env ? (getConnInfo(c).remote.address ?? '') : ''
}
