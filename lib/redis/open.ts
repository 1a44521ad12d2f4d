import type { RedisAddress } from './address.ts'
import type { connectRedis, Redis } from './connect.ts'

/** How long a process waits at its start for a server that does not answer, in ms. */
const START_MS = 500

/** The server of `CACHE_URL`, if one is configured; its client is loaded only then. */
export async function openRedis(
  address: RedisAddress | undefined,
  failures: Parameters<typeof connectRedis>[1],
): Promise<Redis | undefined> {
  if (!address) return undefined
  const { connectRedis: connect } = await import('./connect.ts')
  const redis = connect(address, failures)
  await redis.settle(START_MS)
  return redis
}
