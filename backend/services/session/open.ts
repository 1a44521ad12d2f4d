import { eq } from 'drizzle-orm'
import type { Locale } from '#lib/contract/locale.ts'
import type { Transaction } from '#backend/db/connect.ts'
import { accounts } from '#backend/db/account-schema.ts'
import type { Agent } from '#backend/services/device/agent.ts'
import { addDevice, findDevice, touchDevice } from '#backend/services/device/devices.ts'
import { startSession, type When } from './start.ts'

/** Who signs in and when. */
export type SignIn = When & { agent: Agent; devices: readonly string[]; locale: Locale }
/** A session that has begun; `device` is the token of a browser that was unknown before. */
export type Opened = { uid: string; token: string; device: string | undefined }

/** Begins a session, and makes the browser known to the account. */
export async function openSession(tx: Transaction, uid: string, signIn: SignIn): Promise<Opened> {
  const { now, agent, devices, locale } = signIn
  const token = await startSession(tx, uid, signIn, agent)
  const known = await findDevice(tx, uid, devices, now)
  if (known === null) return { uid, token, device: await addDevice(tx, uid, now) }
  await touchDevice(tx, known, now)
  await tx.update(accounts).set({ locale }).where(eq(accounts.uid, uid))
  return { uid, token, device: undefined }
}
