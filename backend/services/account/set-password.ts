import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type {
  changePasswordRequestSchema,
  resetPasswordRequestSchema,
} from '#lib/contract/account.ts'
import type { Database } from '#backend/db/connect.ts'
import { accounts } from '#backend/db/account-schema.ts'
import { HttpError, Unauthorized } from '#backend/http/errors.ts'
import type { Signed } from '#backend/services/session/authenticate.ts'
import { endSessions } from '#backend/services/session/end.ts'
import { checkCode } from './code.ts'
import { findByEmail } from './find.ts'
import { hashSecret, isSecret, refuseCommonPassword } from './password.ts'

/**
 * Sets a new password for whoever shows the code; all sessions of the account end.
 * @throws HttpError `common_password`, `wrong_code`.
 */
export async function resetPassword(
  db: Database,
  { email, code, password }: z.infer<typeof resetPasswordRequestSchema>,
  now: Date,
): Promise<void> {
  refuseCommonPassword(password)
  const use = await checkCode(db, { email, code, purpose: 'reset', now })
  const passwordHash = await hashSecret(password)
  await db.transaction(async (tx) => {
    await use(tx)
    const account = await findByEmail(tx, email)
    if (!account) throw new HttpError(404, 'There is no such account.', 'no_account')
    await tx.update(accounts).set({ passwordHash }).where(eq(accounts.uid, account.uid))
    await endSessions(tx, account.uid)
  })
}

/**
 * Sets another password for whoever knows the present one; the other sessions end.
 * @throws HttpError `common_password`, `wrong_password`.
 */
export async function changePassword(
  db: Database,
  signed: Signed,
  { password, new_password }: z.infer<typeof changePasswordRequestSchema>,
): Promise<void> {
  refuseCommonPassword(new_password)
  const [account] = await db.select().from(accounts).where(eq(accounts.uid, signed.uid))
  if (!account) throw new Unauthorized()
  const isFirst = account.passwordHash === null
  if (!isFirst && !(await isSecret(password, account.passwordHash))) {
    throw new HttpError(403, 'The present password is wrong.', 'wrong_password')
  }
  const passwordHash = await hashSecret(new_password)
  await db.transaction(async (tx) => {
    await tx.update(accounts).set({ passwordHash }).where(eq(accounts.uid, signed.uid))
    await endSessions(tx, signed.uid, signed.sessionId)
  })
}
