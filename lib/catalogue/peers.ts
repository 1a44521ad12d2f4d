import 'server-only'
import { setTimeout } from 'node:timers/promises'
import type { RevalidateRequest } from '#lib/contract/operator.ts'
import { env } from '#lib/env.ts'

/** Delays before each attempt, in milliseconds: a restarting peer is back within them. */
const WAITS_MS = [0, 200, 500, 1_000, 3_000, 10_000]
const TIMEOUT_MS = 1_000

/**
 * Notifies the site's other web processes (`WEB_PEERS`) of a change, with several attempts each.
 * Returns at once; a peer that never answers shows the change when its pages expire.
 */
export function notifyPeers(changed: RevalidateRequest): void {
  for (const peer of env().WEB_PEERS) void tell(peer, changed)
}

async function tell(peer: string, changed: RevalidateRequest): Promise<void> {
  const { INTERNAL_SECRET, SITE_URL } = env()
  if (INTERNAL_SECRET === undefined) return
  for (const wait of WAITS_MS) {
    await setTimeout(wait, undefined, { ref: false })
    const answer = await fetch(`${peer}/api/revalidate`, {
      method: 'POST',
      cache: 'no-store',
      redirect: 'error',
      headers: {
        authorization: `Bearer ${INTERNAL_SECRET}`,
        'content-type': 'application/json',
        origin: new URL(SITE_URL).origin,
      },
      body: JSON.stringify(changed),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch(() => null)
    if (answer?.status === 204) return
  }
}
