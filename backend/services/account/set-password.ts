import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type {
  changePasswordRequestSchema,
  resetPasswordRequestSchema,
} from '#lib/contract/account.ts'
import { accounts } from '#backend/db/tables.ts'
import { DomainError } from '#backend/errors.ts'
import { addDevice, findDevice, deleteDevices } from '#backend/services/device/devices.ts'
import type { Agent, SessionPrincipal } from '#backend/caller.ts'
import type { Parts } from '#backend/parts.ts'
import { endSessions } from '#backend/services/session/manage.ts'
import { recordEvent } from '#backend/services/session/security-events.ts'
import { checkCode } from './code.ts'
import { findByEmail } from './find.ts'
import { hashSecret, rejectCommonPassword } from './password.ts'
import { proveOwner } from './prove.ts'
import { getRequester } from './requester.ts'

type Deps = Pick<Parts, 'db' | 'limits'>
type Client = { network: string; devices: readonly string[]; agent: Agent; now: Date }

/**
 * Sets a new password, authorised by a mailed code. All sessions of the account end, and all other
 * known browsers are deleted.
 * @returns the account, and the device token for this browser if it was unknown.
 * @throws RateLimitError; DomainError `common_password`, `wrong_code`.
 */
export async function resetPassword(
  { db, limits }: Deps,
  { email, code, password }: z.infer<typeof resetPasswordRequestSchema>,
  client: Client,
): Promise<{ uid: string; device: string | undefined }> {
  const { now, devices, agent } = client
  rejectCommonPassword(password)
  const existing = await findByEmail(db, email)
  const { id: requester } = await getRequester(db, existing?.uid, client)
  const consumeCode = await checkCode(
    { db, limits },
    { email, code, purpose: 'reset', requester, now },
  )
  const passwordHash = await hashSecret(password)
  return db.transaction(async (tx) => {
    await consumeCode(tx)
    const account = await findByEmail(tx, email)
    if (!account) throw new DomainError('no_account', 'No account has this e-mail address.')
    const { uid } = account
    await tx.update(accounts).set({ passwordHash }).where(eq(accounts.uid, uid))
    await endSessions(tx, uid)
    await recordEvent(tx, 'password_changed', { uid, agent, now })
    const device = await findDevice(tx, uid, devices, now)
    await deleteDevices(tx, uid, device)
    return { uid, device: device === null ? await addDevice(tx, uid, now) : undefined }
  })
}

/**
 * Changes the password or sets the first one. The other sessions end, and other known browsers are
 * deleted.
 * @throws DomainError `common_password`; as `proveOwner`.
 */
export async function changePassword(
  { db, limits }: Deps,
  principal: SessionPrincipal,
  { new_password, ...proof }: z.infer<typeof changePasswordRequestSchema>,
  { now, devices, agent }: Client,
): Promise<void> {
  rejectCommonPassword(new_password)
  const consumeCode = await proveOwner({ db, limits }, principal, proof, now)
  const passwordHash = await hashSecret(new_password)
  await db.transaction(async (tx) => {
    await consumeCode(tx)
    await tx.update(accounts).set({ passwordHash }).where(eq(accounts.uid, principal.uid))
    await endSessions(tx, principal.uid, principal.sessionId)
    await recordEvent(tx, 'password_changed', { uid: principal.uid, agent, now })
    await deleteDevices(tx, principal.uid, await findDevice(tx, principal.uid, devices, now))
  })
}
