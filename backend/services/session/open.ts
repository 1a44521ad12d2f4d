import { eq } from 'drizzle-orm'
import type { Locale } from '#lib/contract/locale.ts'
import type { Transaction } from '#backend/db/connect.ts'
import { accounts } from '#backend/db/tables.ts'
import type { Agent } from '#backend/caller.ts'
import { addDevice, findDevice, touchDevice } from '#backend/services/device/devices.ts'
import { requireActive } from './active.ts'
import { recordEvent } from './security-events.ts'
import { startSession, type When } from './tokens.ts'

/** Client and time of a sign-in. */
export type SignIn = When & { agent: Agent; devices: readonly string[]; locale: Locale }
/** A new session; `device` is the token for a browser that was unknown before. */
export type Opened = { uid: string; token: string; device: string | undefined }

/** Starts a session and registers the browser as known to the account. @throws DomainError `suspended`. */
export async function openSession(tx: Transaction, uid: string, signIn: SignIn): Promise<Opened> {
  const { now, agent, devices, locale } = signIn
  await requireActive(tx, uid, now)
  const token = await startSession(tx, uid, signIn, agent)
  await recordEvent(tx, 'signed_in', { uid, agent, now })
  const device = await findDevice(tx, uid, devices, now)
  if (device === null) return { uid, token, device: await addDevice(tx, uid, now) }
  await touchDevice(tx, device, now)
  await tx.update(accounts).set({ locale }).where(eq(accounts.uid, uid))
  return { uid, token, device: undefined }
}
