import 'server-only'
import { createHash } from 'node:crypto'
import { refuse } from '#lib/api/refuse.ts'
import { type Buckets, createBuckets } from '#lib/limits/buckets.ts'
import type { Payer } from '#lib/limits/payer.ts'
import type { AccountRate } from '#lib/limits/rates.ts'
import { env } from '#lib/env.ts'
import { ensureProcessState } from '#lib/process-state.ts'
import type { Session } from './session.ts'

declare module '#lib/process-state.ts' {
  interface ProcessState {
    /** The buckets of the web app, which all its processes share (server/main.ts). */
    buckets: Buckets
  }
}

/**
 * Counts a request of a signed-in person in the limits of the web app.
 * @returns who pays for it, or over the limit a 429 with `Retry-After`.
 */
export async function takeBySession(
  name: AccountRate,
  { token, user }: Session,
): Promise<Payer | Response> {
  const buckets = ensureProcessState('buckets', () => createBuckets({ factor: env().RATE_FACTOR }))
  const key = user?.uid ?? createHash('sha256').update(token).digest('base64url')
  const { wait } = await buckets.takeByAccount(name, key)
  if (wait === 0) {
    return { name: `account ${key}`, charge: (ms) => buckets.chargeAccount(key, ms) }
  }
  const response = refuse(429)
  response.headers.set('retry-after', String(wait))
  return response
}
