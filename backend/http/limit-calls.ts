import type { MiddlewareHandler } from 'hono'
import type { Principal } from '#backend/caller.ts'
import type { AppEnv, Dependencies } from '#backend/dependencies.ts'
import { rateOf } from '#lib/limits/rates.ts'
import { RateLimitError } from '#backend/errors.ts'
import { countedAddress } from './visitor.ts'

/**
 * Counts every call in the rate limit of its address (lib/limits/rates.ts).
 * @throws RateLimitError
 */
export function limitCalls({ buckets, internalSecret }: Dependencies): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const address = countedAddress(c, internalSecret)
    if (address !== null) {
      const { wait } = await buckets.takeByAddress(rateOf(c.req.path), address)
      if (wait > 0) throw new RateLimitError(wait)
    }
    await next()
  }
}

/** The bucket of an account's calls. Programs count for themselves, so that they do not use up what their owner needs. */
export const bucketOf = ({ uid, accessToken }: Principal): string => accessToken?.id ?? uid
