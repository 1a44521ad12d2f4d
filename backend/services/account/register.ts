import type { z } from 'zod'
import type { registerRequestSchema } from '#lib/contract/account.ts'
import type { Database } from '#backend/db/connect.ts'
import { startSession, type When } from '#backend/services/session/start.ts'
import { checkCode } from './code.ts'
import { createAccount } from './create.ts'
import { hashSecret, refuseCommonPassword } from './password.ts'

/**
 * Makes an account for whoever shows the code that was sent to the address. The code stays good
 * where something else is at fault.
 * @returns a token.
 * @throws HttpError `common_password`, `wrong_code`, `username_taken`, `email_taken`.
 */
export async function register(
  db: Database,
  { username, email, password, code }: z.infer<typeof registerRequestSchema>,
  when: When,
): Promise<string> {
  refuseCommonPassword(password)
  const use = await checkCode(db, { email, code, purpose: 'enter', now: when.now })
  const passwordHash = await hashSecret(password)
  return db.transaction(async (tx) => {
    await use(tx)
    const uid = await createAccount(tx, { username, email, passwordHash, now: when.now })
    return startSession(tx, uid, when)
  })
}
