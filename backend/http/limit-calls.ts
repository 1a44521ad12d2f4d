import type { MiddlewareHandler } from 'hono'
import type { AppEnv, Parts } from '#backend/context.ts'
import { rateOf } from '#lib/limits/rates.ts'
import { TooMany } from './errors.ts'
import { countedAddress } from './visitor.ts'

/**
 * Counts every call in the allowance of the address that it comes from (lib/limits/rates.ts).
 * @throws TooMany
 */
export function limitCalls({ buckets, internalSecret }: Parts): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const address = countedAddress(c, internalSecret)
    const wait = address === null ? 0 : buckets.takeByAddress(rateOf(c.req.path), address)
    if (wait > 0) throw new TooMany(wait)
    await next()
  }
}
