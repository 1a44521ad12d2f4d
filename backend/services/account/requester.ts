import type { Database } from '#backend/db/connect.ts'
import { findDevice } from '#backend/services/device/devices.ts'
import type { Signed } from '#backend/services/session/authenticate.ts'

/**
 * What attempts and codes are counted under: a browser that signed in to the account before, the
 * session of its owner, or else a network. A stranger can only use up what belongs to networks.
 */
export type Requester = { id: string; isKnown: boolean }

type Asking = { network: string; devices: readonly string[]; now: Date }

/** Who asks about an account; `uid` is that of the account, if there is one. */
export async function requesterOf(
  db: Database,
  uid: string | undefined,
  { network, devices, now }: Asking,
): Promise<Requester> {
  const device = uid === undefined ? null : await findDevice(db, uid, devices, now)
  if (device === null) return { id: `network ${network}`, isKnown: false }
  return { id: `device ${device}`, isKnown: true }
}

/** Who asks with a session of the account itself. */
export function requesterIn({ sessionId }: Signed): Requester {
  return { id: `session ${sessionId}`, isKnown: true }
}
