import type { Database } from '#backend/db/connect.ts'
import { findDevice } from '#backend/services/device/devices.ts'
import type { SessionPrincipal } from '#backend/caller.ts'

/**
 * The key that attempts and codes are counted by: a known browser of the account, the session of its
 * owner, or else a network. Requests without a known browser only use up the attempts of networks.
 */
export type Requester = { id: string; isKnown: boolean }

type Client = { network: string; devices: readonly string[]; now: Date }

/** The requester of a call without a session. @param uid the account concerned, if it exists. */
export async function getRequester(
  db: Database,
  uid: string | undefined,
  { network, devices, now }: Client,
): Promise<Requester> {
  // Asked without an account, too: the number of statements is the same.
  const device = await findDevice(db, uid ?? '', devices, now)
  if (device === null) return { id: `network ${network}`, isKnown: false }
  return { id: `device ${device}`, isKnown: true }
}

/** The requester of a call with a session of the account. */
export function toSessionRequester({ sessionId }: SessionPrincipal): Requester {
  return { id: `session ${sessionId}`, isKnown: true }
}
