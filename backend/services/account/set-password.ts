import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type {
  changePasswordRequestSchema,
  resetPasswordRequestSchema,
} from '#lib/contract/account.ts'
import type { Database } from '#backend/db/connect.ts'
import { accounts } from '#backend/db/account-schema.ts'
import { HttpError } from '#backend/http/errors.ts'
import { addDevice, findDevice, forgetDevices } from '#backend/services/device/devices.ts'
import type { Limits } from '#backend/services/limit/limits.ts'
import type { Signed } from '#backend/services/session/authenticate.ts'
import { endSessions } from '#backend/services/session/end.ts'
import { checkCode } from './code.ts'
import { findByEmail } from './find.ts'
import { hashSecret, refuseCommonPassword } from './password.ts'
import { proveOwner } from './prove.ts'
import { requesterOf } from './requester.ts'

type Parts = { db: Database; limits: Limits }
type Asking = { network: string; devices: readonly string[]; now: Date }

/**
 * Sets a new password for whoever shows the code; all sessions of the account end, and all other
 * browsers are unknown to it from then on.
 * @returns the account, and the token of this browser where it was unknown.
 * @throws TooMany; HttpError `common_password`, `wrong_code`.
 */
export async function resetPassword(
  { db, limits }: Parts,
  { email, code, password }: z.infer<typeof resetPasswordRequestSchema>,
  asking: Asking,
): Promise<{ uid: string; device: string | undefined }> {
  const { now, devices } = asking
  refuseCommonPassword(password)
  const known = await findByEmail(db, email)
  const { id: requester } = await requesterOf(db, known?.uid, asking)
  const use = await checkCode({ db, limits }, { email, code, purpose: 'reset', requester, now })
  const passwordHash = await hashSecret(password)
  return db.transaction(async (tx) => {
    await use(tx)
    const account = await findByEmail(tx, email)
    if (!account) throw new HttpError(404, 'There is no such account.', 'no_account')
    const { uid } = account
    await tx.update(accounts).set({ passwordHash }).where(eq(accounts.uid, uid))
    await endSessions(tx, uid)
    const device = await findDevice(tx, uid, devices, now)
    await forgetDevices(tx, uid, device)
    return { uid, device: device === null ? await addDevice(tx, uid, now) : undefined }
  })
}

/**
 * Sets another password, or the first one of an account; the other sessions end, and other browsers
 * are unknown from then on.
 * @throws HttpError `common_password`; what `proveOwner` throws.
 */
export async function changePassword(
  { db, limits }: Parts,
  signed: Signed,
  { new_password, ...proof }: z.infer<typeof changePasswordRequestSchema>,
  { now, devices }: Asking,
): Promise<void> {
  refuseCommonPassword(new_password)
  const use = await proveOwner({ db, limits }, signed, proof, now)
  const passwordHash = await hashSecret(new_password)
  await db.transaction(async (tx) => {
    await use(tx)
    await tx.update(accounts).set({ passwordHash }).where(eq(accounts.uid, signed.uid))
    await endSessions(tx, signed.uid, signed.sessionId)
    await forgetDevices(tx, signed.uid, await findDevice(tx, signed.uid, devices, now))
  })
}
