import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { registerRequestSchema } from '#lib/contract/account.ts'
import type { Database } from '#backend/db/connect.ts'
import { accounts } from '#backend/db/tables.ts'
import type { Limits } from '#backend/services/limit/limits.ts'
import { type Opened, openSession } from '#backend/services/session/open.ts'
import { checkCode } from './code.ts'
import { createAccount } from './create.ts'
import { findByEmail } from './find.ts'
import type { Visit } from './log-in.ts'
import { hashSecret, rejectCommonPassword } from './password.ts'
import { getRequester } from './requester.ts'

/**
 * Creates an account for the owner of an address, proved by the code sent to it. The code stays valid
 * if the request fails for another reason.
 * @throws RateLimitError; DomainError `common_password`, `wrong_code`, `username_taken`, `email_taken`.
 */
export async function register(
  { db, limits }: { db: Database; limits: Limits },
  { username, email, password, code }: z.infer<typeof registerRequestSchema>,
  visit: Visit,
): Promise<Opened> {
  const { now, locale } = visit
  rejectCommonPassword(password)
  const existing = await findByEmail(db, email)
  const { id: requester } = await getRequester(db, existing?.uid, visit)
  const consumeCode = await checkCode(
    { db, limits },
    { email, code, purpose: 'enter', requester, now },
  )
  const passwordHash = await hashSecret(password)
  return db.transaction(async (tx) => {
    await consumeCode(tx)
    const uid = await createAccount(tx, { username, email, passwordHash, now })
    await tx.update(accounts).set({ locale }).where(eq(accounts.uid, uid))
    return openSession(tx, uid, visit)
  })
}
